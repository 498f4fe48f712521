"""Answers: keys, order, encodings and headers, whole and streamed (wire/fireworks.md 1, 2)."""

import json
from typing import Any

import pytest

from mockllm.core import Answer, Choice, FinishReason, Passage, Timing, Usage
from mockllm.dialects.fireworks import dialect

ID = "0123456789abcdef0123456789abcdef"
HEAD = f'{{"id":"chatcmpl-{ID}","object":"chat.completion","created":1767225600,"model":"m/é"'
CHUNK = HEAD.replace("chat.completion", "chat.completion.chunk")
USAGE = '{"prompt_tokens":12,"total_tokens":15,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":0}}'
LIVE_USAGE = (
    USAGE[:-1] + ',"completion_tokens_details":{"reasoning_tokens":0},"output_tokens_details":{"reasoning_tokens":0}}'
)


def answer(*texts: tuple[str, ...], reason: FinishReason = "stop", max_tokens: int = 2048) -> Answer:
    choices = tuple(
        Choice(
            index=index,
            passage=Passage(text="".join(pieces), ids=range(len(pieces)), pieces=pieces),
            finish_reason=reason,
        )
        for index, pieces in enumerate(texts)
    )
    return Answer(
        id=ID,
        created=1767225600,
        model="m/é",
        choices=choices,
        usage=Usage(prompt=12, completion=3),
        timing=Timing(first_token_s=0.1562, total_s=2.5114),
        max_tokens=max_tokens,
    )


def frames(ask: Any, given: Answer, level: str = "contract", **fields: Any) -> list[tuple[int, str]]:
    request = ask(level, stream=True, **fields).request
    return [(ticks, data.decode()) for ticks, data in dialect.stream(request, given)[1]]


def test_a_whole_answer(ask: Any) -> None:
    """Byte for byte: compact, raw UTF-8, nothing that was not asked for."""
    _, body = dialect.whole(ask().request, answer(("Hé", '"\n<&\x00')))
    assert body.decode() == (
        f'{HEAD},"choices":[{{"index":0,"message":{{"role":"assistant","content":"Hé\\"\\n<&\\u0000"}},'
        f'"finish_reason":"stop"}}],"usage":{USAGE}}}'
    )


def test_usage_has_its_details_at_live_alone(ask: Any) -> None:
    """Reasoning tokens are counted twice there, zero included."""
    _, body = dialect.whole(ask("live").request, answer(("x",)))
    assert body.decode().endswith(f'"usage":{LIVE_USAGE}}}')
    assert frames(ask, answer(("x",)), "live")[-2][1].endswith(f'"usage":{LIVE_USAGE}}}\n\n')


def test_several_choices_in_order(ask: Any) -> None:
    """Each with its index."""
    _, body = dialect.whole(ask(n=2).request, answer(("a",), ("b",), reason="length"))
    assert [(c["index"], c["message"]["content"], c["finish_reason"]) for c in json.loads(body)["choices"]] == [
        (0, "a", "length"), (1, "b", "length"),
    ]  # fmt: skip


def test_a_streams_frames(ask: Any) -> None:
    """Role with the first token, pieces, the finish with usage, the end; an empty piece lends the next its time."""
    before = f'data: {CHUNK},"choices":[{{"index":0,"delta":'
    after = '"finish_reason":null}],"usage":null}\n\n'
    assert frames(ask, answer(("Hé", "", "llo"))) == [
        (1, f'{before}{{"role":"assistant"}},{after}'),
        (0, f'{before}{{"content":"Hé"}},{after}'),
        (2, f'{before}{{"content":"llo"}},{after}'),
        (0, f'{before}{{}},"finish_reason":"stop"}}],"usage":{USAGE}}}\n\n'),
        (0, "data: [DONE]\n\n"),
    ]


def test_usage_in_its_own_chunk(ask: Any) -> None:
    """With `include_usage`, after the finish, without choices; null everywhere else."""
    *others, own, done = frames(ask, answer(("a",)), stream_options={"include_usage": True})
    assert own == (0, f'data: {CHUNK},"choices":[],"usage":{USAGE}}}\n\n')
    assert done == (0, "data: [DONE]\n\n")
    assert all(data.endswith('"usage":null}\n\n') for _, data in others)


def test_no_usage_at_all(ask: Any) -> None:
    """With `include_usage` false."""
    *others, _ = frames(ask, answer(("a",)), stream_options={"include_usage": False})
    assert all(data.endswith('"usage":null}\n\n') for _, data in others)


def test_the_last_tokens_time_is_not_lost(ask: Any) -> None:
    """Where the last pieces are empty, the finish takes their time; an empty answer has only its frame."""
    assert [ticks for ticks, _ in frames(ask, answer(("a", "", "")))] == [1, 0, 2, 0]
    assert [ticks for ticks, _ in frames(ask, answer(()))] == [0, 0, 0]


@pytest.mark.parametrize("texts", [(("a", "b", "c"), ("d",)), (("a",), ("b", "c", "d")), (("a",), (), ("b", "", "c"))])
def test_choices_take_turns(ask: Any, texts: tuple[tuple[str, ...], ...]) -> None:
    """Each starts, speaks and finishes in order; usage rides once, on the finish that comes last."""
    sent = frames(ask, answer(*texts), n=len(texts))
    assert sum(ticks for ticks, _ in sent) == max(map(len, texts)), "choices run side by side"
    *chunks, done = [data for _, data in sent]
    assert done == "data: [DONE]\n\n"
    parsed = [json.loads(chunk.removeprefix("data: ")) for chunk in chunks]
    assert [chunk["choices"][0]["index"] for chunk in parsed[: len(texts)]] == list(range(len(texts)))
    for index, pieces in enumerate(texts):
        own = [chunk["choices"][0] for chunk in parsed if chunk["choices"][0]["index"] == index]
        assert own[0]["delta"] == {"role": "assistant"}
        assert [choice["delta"]["content"] for choice in own[1:-1]] == [piece for piece in pieces if piece]
        assert (own[-1]["delta"], own[-1]["finish_reason"]) == ({}, "stop")
    assert [chunk["usage"] is None for chunk in parsed] == [True] * (len(parsed) - 1) + [False]


def test_headers_of_a_whole_answer(ask: Any) -> None:
    """Counts, options and measured times, seconds with three decimals."""
    headers = dict(dialect.whole(ask().request, answer(("x",)))[0])
    assert headers == {
        "content-type": "application/json",
        "fireworks-cached-prompt-tokens": "0",
        "fireworks-prompt-tokens": "12",
        "fireworks-sampling-options": (
            '{"max_tokens": 2048, "temperature": 1.0, "top_k": 0, "top_p": 1.0, "min_p": 0.0, "typical_p": 1.0, '
            '"frequency_penalty": 0.0, "presence_penalty": 0.0, "repetition_penalty": 1.0, "mirostat_target": null, '
            '"mirostat_lr": 0.1, "cycle_multiplier": 0.0, "cycle_base": 0.0, "cycle_allowed_length": 0, '
            '"cycle_sequence_breakers": []}'
        ),
        "fireworks-server-time-to-first-token": "0.156",
        "fireworks-server-processing-time": "2.511",
        "x-ratelimit-over-limit": "no",
        "x-request-id": f"chatcmpl-{ID}",
    }


def test_headers_of_a_stream(ask: Any) -> None:
    """Sent before the end, they lack what only the end knows; at live they name the machines in front."""
    headers = dict(dialect.stream(ask("live", stream=True).request, answer(("x",)))[0])
    assert headers["content-type"] == "text/event-stream; charset=utf-8"
    assert not {"fireworks-cached-prompt-tokens", "fireworks-server-processing-time"} & headers.keys()
    assert (headers["server"], headers["vary"], headers["via"]) == ("istio-envoy", "Origin", "1.1 google")
    assert "server" not in dict(dialect.stream(ask(stream=True).request, answer(("x",)))[0])


def test_sampling_options_show_what_was_asked(ask: Any) -> None:
    """As Python writes JSON, numbers as floats where the service has floats."""
    request = ask(temperature=1, top_k=7, min_p=1e-7, mirostat_target=3).request
    shown = dict(dialect.whole(request, answer(("x",), max_tokens=64))[0])["fireworks-sampling-options"]
    assert shown.startswith('{"max_tokens": 64, "temperature": 1.0, "top_k": 7, "top_p": 1.0, "min_p": 1e-07, ')
    assert json.loads(shown)["mirostat_target"] == 3.0
    assert json.dumps(json.loads(shown)) == shown


def test_what_the_mock_sends_comes_back(ask: Any) -> None:
    """A message out of an answer, and a call as the service writes it, are accepted in the next request."""
    _, body = dialect.whole(ask().request, answer(("x",)))
    message = json.loads(body)["choices"][0]["message"]
    call = {"index": 0, "id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}, "name": None}
    assert ask(
        messages=[
            {"role": "user", "content": "x"},
            message,
            {"role": "assistant", "reasoning_content": "hm", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c", "content": "x"},
            {"role": "assistant", "reasoning_content": "cut in"},
        ]
    ).request


def test_models_are_listed() -> None:
    """Rows as seen, one for each model of the catalogue (wire/fireworks.md 8)."""
    from mockllm.core import Incoming, Outgoing

    class AnyRules:
        models = "any"
        providers = None
        allowed_models = ()
        disallowed_models = ()
        fault_models = False

    incoming = Incoming(method="GET", path="/models", query="", headers={}, body=b"", level="contract")
    listed = dialect.models(incoming, AnyRules())
    assert isinstance(listed, Outgoing)
    body = json.loads(listed.body)
    assert list(body) == ["data", "object"]
    assert body["object"] == "list"
    row = next(row for row in body["data"] if row["id"] == "accounts/fireworks/models/gpt-oss-120b")
    assert list(row) == [
        "id", "object", "owned_by", "created", "kind", "supports_chat", "supports_image_input", "supports_tools",
        "context_length",
    ]  # fmt: skip
    assert (row["object"], row["kind"], row["context_length"]) == ("model", "HF_BASE_MODEL", 131072)


def test_health() -> None:
    """It needs nothing and says little."""
    outgoing = dialect.health()
    assert (outgoing.status, outgoing.body) == (200, b'{"message":"OK"}')
