"""Reasoning and calls as the gateway writes them, to the letter (wire/gateway.md 4, 5)."""

import json
from typing import Any

import pytest
from scripted import answered
from story import events, read_stream, read_whole

from mockllm.core import Level, Reply, ToolCall
from mockllm.dialects.gateway import dialect
from mockllm.tokens import for_vocabulary

TOOLS = [{"type": "function", "function": {"name": "f"}}]
CALL = ToolCall(id="call_1", name="f", arguments='{"a": "<b>"}')
OTHER = ToolCall(id="call_2", name="f", arguments="{}")
COUNT = for_vocabulary("o200k")


def ask(*said: Reply, level: Level = "contract", model: str = "openai/gpt-4o", **fields: Any) -> Any:
    return answered(dialect, *said, level=level, model=model, tools=TOOLS, **fields)[0]


def message(*said: Reply, **fields: Any) -> str:
    """The whole message, as text."""
    body: str = ask(*said, **fields).text
    return body[body.index('"message":') + 10 : body.index('}],"created"')]


def deltas(*said: Reply, **fields: Any) -> list[str]:
    """Each chunk's delta, as text."""
    chunks = [event.decode() for event in events(ask(*said, stream=True, **fields))]
    return [
        chunk[chunk.index('"delta":') + 8 : chunk.index(',"finish_reason"')] for chunk in chunks if "delta" in chunk
    ]


@pytest.mark.parametrize(("level", "content"), [("contract", '""'), ("live", "null"), ("lenient", '""')])
def test_a_message_with_calls(level: Level, content: str) -> None:
    """In alphabetical order, escaped as Go does; what stands for no content depends on the level."""
    assert message(Reply(calls=(CALL, OTHER)), level=level) == (
        f'{{"content":{content},"role":"assistant","tool_calls":['
        '{"function":{"arguments":"{\\"a\\": \\"\\u003cb\\u003e\\"}","name":"f"},"id":"call_1","type":"function"},'
        '{"function":{"arguments":"{}","name":"f"},"id":"call_2","type":"function"}]}'
    )


@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
def test_reasoning_stands_under_both_names(level: Level) -> None:
    """`parsed` is the default."""
    said = Reply(reasoning="Hm.", content="Yes.")
    wanted = '{"content":"Yes.","reasoning":"Hm.","reasoning_content":"Hm.","role":"assistant"}'
    assert message(said, level=level) == message(said, level=level, reasoning_format="parsed") == wanted


@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
@pytest.mark.parametrize("limit", [0, 1, 2])
def test_an_answer_cut_in_its_reasoning_has_empty_content(level: Level, limit: int) -> None:
    """A text, without a call beside it."""
    content = json.loads(message(Reply(reasoning="Hm.", content="Yes."), level=level, max_tokens=limit))["content"]
    assert content == ""


@pytest.mark.parametrize(("level", "content"), [("contract", '""'), ("live", "null"), ("lenient", '""')])
def test_deltas_of_calls(level: Level, content: str) -> None:
    """As OpenAI's: id, type, name and empty arguments first, then the arguments token by token."""
    pieces = COUNT.pieces(COUNT.encode(CALL.arguments))
    assert deltas(Reply(calls=(CALL, OTHER)), level=level) == [
        f'{{"role":"assistant","content":{content}}}',
        '{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"f","arguments":""}}]}',
        *[f'{{"tool_calls":[{{"index":0,"function":{{"arguments":{json.dumps(piece)}}}}}]}}' for piece in pieces],
        '{"tool_calls":[{"index":1,"id":"call_2","type":"function","function":{"name":"f","arguments":""}}]}',
        '{"tool_calls":[{"index":1,"function":{"arguments":"{}"}}]}',
        "{}",
    ]


def test_deltas_of_reasoning() -> None:
    """Both names in each, then the content."""
    assert deltas(Reply(reasoning="Hm.", content="Yes."))[1:-1] == [
        '{"reasoning_content":"Hm","reasoning":"Hm"}', '{"reasoning_content":".","reasoning":"."}',
        '{"content":"Yes"}', '{"content":"."}',
    ]  # fmt: skip


RAW = Reply(reasoning="Hm.", content="Yes.", calls=(OTHER,))


@pytest.mark.parametrize(
    ("limit", "content"),
    [(0, ""), (1, "<think>"), (3, "<think>Hm."), (4, "<think>Hm.</think>"), (50, "<think>Hm.</think>Yes.")],
)
def test_raw_reasoning_is_content(limit: int, content: str) -> None:
    """Between tags, as far as there was room; whole and streamed alike, and nowhere else."""
    fields: dict[str, Any] = {"reasoning_format": "raw", "max_tokens": limit}
    (told,) = read_whole("gateway", ask(RAW, **fields)).choices
    assert (told.text, told.reasoning) == (content, None)
    assert bool(told.calls) == (limit == 50)
    assert read_stream("gateway", ask(RAW, stream=True, **fields)).choices == [told]


def test_tags_are_escaped_in_a_whole_answer_alone() -> None:
    """As all of its `<` and `>` are; a stream is relayed as the provider wrote it."""
    assert "\\u003cthink\\u003eHm.\\u003c/think\\u003eYes." in message(RAW, reasoning_format="raw")
    assert '{"content":"<think>"}' in deltas(RAW, reasoning_format="raw")


def test_calls_and_the_round_trip_of_raw_reasoning() -> None:
    """Its message comes back as any other."""
    got = json.loads(ask(RAW, reasoning_format="raw").body)["choices"][0]["message"]
    result = {"role": "tool", "tool_call_id": "call_2", "content": "1"}
    assert ask(Reply(content="Ok"), messages=[{"role": "user", "content": "x"}, got, result]).status == 200


@pytest.mark.parametrize("said", [Reply(calls=(CALL,)), Reply(reasoning="Hm.", content="Yes."), RAW])
@pytest.mark.parametrize("limit", [0, 3, 5, 60])
def test_log_probabilities_are_the_contents(said: Reply, limit: int) -> None:
    """An empty list without any; chunks of reasoning and calls have none."""
    fields: dict[str, Any] = {"logprobs": True, "top_logprobs": 1, "max_tokens": limit}
    (told,) = read_whole("gateway", ask(said, **fields)).choices
    assert told.logprobs is not None
    assert "".join(row["token"] for row in told.logprobs["content"]) == told.text
    got = ask(said, stream=True, **fields)
    assert read_stream("gateway", got).choices == [told]
    for event in events(got):
        for choice in json.loads(event)["choices"]:
            if choice.get("logprobs"):
                assert "content" in choice["delta"] or choice["finish_reason"]


@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
def test_usage_tells_of_reasoning_at_live(level: Level) -> None:
    """It is a part of the completion."""
    usage = json.loads(ask(Reply(reasoning="Hm. So", content="Yes."), level=level).body)["usage"]
    assert usage["completion_tokens"] == 3 + 2 + 2
    details = usage.get("completion_tokens_details")
    assert (details and details["reasoning_tokens"]) == (3 if level == "live" else None)
