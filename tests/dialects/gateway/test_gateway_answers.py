"""How answers look on the wire, whole and streamed."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from gateway_asking import ask

from mockllm.core import Answer, Choice, FinishReason, Level, Passage, Timing, Usage
from mockllm.dialects.gateway import dialect

ID = "0123456789abcdef0123456789abcdef"
TEXT = ["<b>", " & ", "", "é", '\u2028"']


def answer(*texts: Sequence[str], finish: FinishReason = "stop") -> Answer:
    choices = tuple(
        Choice(
            index=index,
            passage=Passage(text="".join(pieces), ids=list(range(len(pieces))), pieces=pieces),
            finish_reason=finish,
        )
        for index, pieces in enumerate(texts)
    )
    return Answer(
        id=ID,
        created=1767225600,
        model="gpt<4o",
        choices=choices,
        usage=Usage(prompt=20, completion=sum(map(len, texts)), cached=16, reasoning=1),
        timing=Timing(first_token_s=0, total_s=0),
        max_tokens=100,
    )


def events(steps: Any) -> list[str]:
    text = b"".join(data for _, data in steps).decode()
    *lines, rest = text.split("\n\n")
    assert rest == ""
    assert all(line.startswith("data: ") and "\n" not in line for line in lines)
    return [line.removeprefix("data: ") for line in lines]


def chunks(request: Any, given: Answer) -> list[dict[str, Any]]:
    *data, done = events(dialect.stream(request, given)[1])
    assert done == "[DONE]"
    return [json.loads(item) for item in data]


def test_whole_answers_are_compact_alphabetical_and_escaped() -> None:
    """At `contract` exactly these bytes, with a content type and nothing else."""
    headers, body = dialect.whole(ask().request, answer(TEXT))
    assert headers == (("content-type", "application/json"),)
    assert body.decode() == (
        '{"choices":[{"finish_reason":"stop","index":0,"message":{"content":"\\u003cb\\u003e \\u0026 é\\u2028\\"",'
        '"role":"assistant"}}],"created":1767225600,"id":"chatcmpl-0123456789abcdef0123456789abcdef",'
        '"model":"gpt\\u003c4o","object":"chat.completion",'
        '"usage":{"completion_tokens":5,"prompt_tokens":20,"total_tokens":25}}'
    )


@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
def test_keys_are_sorted_at_every_depth(level: Level) -> None:
    """Every object of a whole answer has its keys in alphabetical order."""

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in items]
        assert keys == sorted(keys)
        return dict(items)

    body = dialect.whole(ask(level=level).request, answer(TEXT, ["x"]))[1]
    read = json.loads(body, object_pairs_hook=pairs)
    assert [choice["index"] for choice in read["choices"]] == [0, 1]
    assert ("prompt_tokens_details" in read["usage"]) == (level == "live")


def test_live_usage_has_details_as_seen() -> None:
    """The details are those of OpenAI, whole and streamed alike."""
    request = ask(level="live").request
    usage = json.loads(dialect.whole(request, answer(TEXT))[1])["usage"]
    assert usage["prompt_tokens_details"] == {"audio_tokens": 0, "cached_tokens": 16}
    assert usage["completion_tokens_details"]["reasoning_tokens"] == 1
    assert chunks(request, answer(TEXT))[-1]["usage"] == usage


def test_streams_have_the_headers_seen() -> None:
    """The headers of wire/gateway.md 4, and no others."""
    headers, _ = dialect.stream(ask().request, answer(TEXT))
    assert dict(headers) == {
        "cache-control": "no-cache",
        "connection": "keep-alive",
        "content-type": "text/event-stream",
        "x-accel-buffering": "no",
    }


def test_streams_are_exactly_these_bytes() -> None:
    """Role, a chunk for each token with text, finish, end; nothing is escaped for HTML."""
    head = f'{{"id":"chatcmpl-{ID}","object":"chat.completion.chunk","created":1767225600,"model":"gpt<4o","choices":['
    assert events(dialect.stream(ask(stream=True).request, answer(TEXT))[1]) == [
        head + '{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}',
        head + '{"index":0,"delta":{"content":"<b>"},"finish_reason":null}]}',
        head + '{"index":0,"delta":{"content":" & "},"finish_reason":null}]}',
        head + '{"index":0,"delta":{"content":"é"},"finish_reason":null}]}',
        head + '{"index":0,"delta":{"content":"\u2028\\""},"finish_reason":null}]}',
        head + '{"index":0,"delta":{},"finish_reason":"stop"}]}',
        "[DONE]",
    ]


@pytest.mark.parametrize(
    ("fields", "level", "usage", "null"),
    [
        ({}, "contract", False, False),
        ({"stream_options": {"include_usage": False}}, "contract", False, False),
        ({"stream_options": {"include_usage": True}}, "contract", True, True),
        ({}, "live", True, True),
        ({"model": "groq/x"}, "live", True, False),
    ],
)
def test_usage_in_streams(fields: dict[str, Any], level: Level, usage: bool, null: bool) -> None:
    """Usage comes in one last chunk without choices; the others then say null, but for providers that do not."""
    *others, last = chunks(ask(stream=True, level=level, **fields).request, answer(TEXT))
    assert (last["choices"] == []) == usage
    assert bool(last.get("usage")) == usage
    assert all(("usage" in chunk) == null and not chunk.get("usage") for chunk in others)
    assert list(last) == ["id", "object", "created", "model", "choices", *(["usage"] if usage else [])]


def test_several_choices_take_turns() -> None:
    """Choices run side by side, one piece each round; each finishes once, right after its last piece."""
    got = chunks(ask(stream=True, n=3).request, answer(["a", "b"], [], ["c", "d", "e"], finish="length"))
    told = [
        (choice["index"], choice["delta"].get("content"), choice["finish_reason"])
        for chunk in got
        for choice in chunk["choices"]
    ]
    assert told == [
        (0, "", None), (1, "", None), (2, "", None), (1, None, "length"), (0, "a", None), (2, "c", None),
        (0, "b", None), (0, None, "length"), (2, "d", None), (2, "e", None), (2, None, "length"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "texts",
    [
        [["a", "b", "c"]],
        [["", "a", "", "", "b", ""]],
        [["", ""]],
        [[]],
        [["a", "b"], ["c"], []],
        [["", "a"], ["b", "", "", "c", ""]],
    ],
)
def test_frames_take_the_time_of_their_tokens(texts: list[list[str]]) -> None:
    """All frames together take as many tokens' time as the longest choice has tokens, and no frame waits past it."""
    ticks = [ticks for ticks, _ in dialect.stream(ask(stream=True).request, answer(*texts))[1]]
    assert sum(ticks) == max(map(len, texts))
    assert min(ticks) >= 0
    assert ticks[0] == int(any(texts))


@pytest.mark.parametrize("stream", [False, True])
def test_the_dialects_own_question_is_accepted(stream: bool) -> None:
    """The smallest body that asks for a text is one that the contract takes."""
    request = ask(json.dumps(dialect.question("hi", stream=stream)).encode()).request
    assert (request.messages[0].text, request.stream) == ("hi", stream)
