"""Reasoning and calls as Fireworks writes them, to the letter (wire/fireworks.md 1.1, 2.2, 2.4, 5)."""

import json
from typing import Any

import pytest
from scripted import answered
from story import events, read_stream, read_whole

from mockllm.core import Level, Reply, ToolCall
from mockllm.dialects.fireworks import dialect
from mockllm.tokens import for_vocabulary

MODEL = "accounts/fireworks/models/gpt-oss-120b"
TOOLS = [{"type": "function", "function": {"name": "get_time"}}]
CALL = ToolCall(id="call_5nSC", name="get_time", arguments='{"zone": "UTC"}')
OTHER = ToolCall(id="call_2", name="get_time", arguments="{}")
COUNT = for_vocabulary("o200k")


def ask(*said: Reply, level: Level = "contract", **fields: Any) -> Any:
    return answered(dialect, *said, level=level, model=MODEL, tools=TOOLS, **fields)[0]


def message(*said: Reply, **fields: Any) -> Any:
    """The whole message, as text."""
    body = ask(*said, **fields).text
    return body[body.index('"message":') + 10 : body.index(',"finish_reason"')]


def deltas(*said: Reply, **fields: Any) -> list[str]:
    """Each chunk's delta, as text."""
    chunks = [event.decode() for event in events(ask(*said, stream=True, **fields))]
    return [chunk[chunk.index('"delta":') + 8 : chunk.index(',"finish_reason"')] for chunk in chunks]


@pytest.mark.parametrize("level", ["contract", "lenient"])
def test_a_message_with_calls(level: Level) -> None:
    """No content where there is none to tell; a call has what the reference has."""
    assert message(Reply(reasoning="I ask.", calls=(CALL, OTHER)), level=level) == (
        '{"role":"assistant","reasoning_content":"I ask.","tool_calls":['
        '{"id":"call_5nSC","type":"function","function":{"name":"get_time","arguments":"{\\"zone\\": \\"UTC\\"}"}},'
        '{"id":"call_2","type":"function","function":{"name":"get_time","arguments":"{}"}}]}'
    )


def test_a_live_call_has_its_index_and_no_name_of_its_own() -> None:
    """As it was seen."""
    assert message(Reply(calls=(CALL, OTHER)), level="live").endswith(
        '{"index":1,"id":"call_2","type":"function","function":{"name":"get_time","arguments":"{}"},"name":null}]}'
    )


def test_content_stands_before_reasoning_and_calls() -> None:
    """Whatever order they come in, in a stream."""
    said = Reply(reasoning="Hm.", content="Look:", calls=(OTHER,))
    assert message(said).startswith('{"role":"assistant","content":"Look:","reasoning_content":"Hm.","tool_calls":[')
    assert message(Reply(reasoning="Hm.", content="Yes.")) == (
        '{"role":"assistant","content":"Yes.","reasoning_content":"Hm."}'
    )


@pytest.mark.parametrize(("limit", "reasoning"), [(0, ""), (1, ""), (2, "Hm"), (3, "Hm.")])
def test_an_answer_cut_in_its_reasoning_has_empty_content(limit: int, reasoning: str) -> None:
    """And no reasoning, where there was room for none; a stream could not tell it from none either."""
    thoughts = f',"reasoning_content":"{reasoning}"' if reasoning else ""
    said = Reply(reasoning="Hm.", content="Yes.")
    assert message(said, max_tokens=limit) == f'{{"role":"assistant","content":""{thoughts}}}'


@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
def test_deltas_of_calls(level: Level) -> None:
    """First id and name, then the arguments token by token under a null id, then the next call."""
    pieces = COUNT.pieces(COUNT.encode(CALL.arguments))
    assert len(pieces) > 2
    begun = '{"tool_calls":[{"index":0,"id":"call_5nSC","type":"function","function":{"name":"get_time"}}]}'
    going_on = [
        f'{{"tool_calls":[{{"index":0,"id":null,"type":"function","function":{{"arguments":{json.dumps(piece)}}}}}]}}'
        for piece in pieces
    ]
    other = [
        '{"tool_calls":[{"index":1,"id":"call_2","type":"function","function":{"name":"get_time"}}]}',
        '{"tool_calls":[{"index":1,"id":null,"type":"function","function":{"arguments":"{}"}}]}',
    ]
    told = deltas(Reply(calls=(CALL, OTHER)), level=level)
    assert told == ['{"role":"assistant"}', begun, *going_on, *other, "{}"]


def test_deltas_of_reasoning() -> None:
    """Token by token, before the content."""
    assert deltas(Reply(reasoning="Hm. So", content="Yes."))[1:-1] == [
        '{"reasoning_content":"Hm"}', '{"reasoning_content":"."}', '{"reasoning_content":" So"}',
        '{"content":"Yes"}', '{"content":"."}',
    ]  # fmt: skip


def test_older_functions_are_answered_like_tools() -> None:
    """The reference's answer has no field for a `function_call`."""
    got, _ = answered(dialect, Reply(calls=(CALL,)), functions=[{"name": "get_time"}])
    (told,) = read_whole("fireworks", got).choices
    assert (told.finish, told.calls[0]["name"]) == ("tool_calls", "get_time")


@pytest.mark.parametrize(("level", "shown"), [("contract", None), ("live", 3), ("lenient", None)])
def test_usage_tells_of_reasoning_at_live(level: Level, shown: int | None) -> None:
    """It is a part of the completion; both details say the same."""
    usage = json.loads(ask(Reply(reasoning="Hm. So", content="Yes."), level=level).body)["usage"]
    assert usage["completion_tokens"] == 3 + 2 + 2
    for details in ("completion_tokens_details", "output_tokens_details"):
        assert usage.get(details) == (None if shown is None else {"reasoning_tokens": shown})


EXTRAS = {"logprobs": True, "return_token_ids": True, "raw_output": True, "top_logprobs": 1}
SAID = [
    Reply(reasoning="Hm. So", content="Yes, I do.", calls=(CALL, OTHER)),
    Reply(calls=(CALL,)),
    Reply(reasoning="Hm.", content="Yes."),
]


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("limit", [0, 1, 3, 6, 9, 14, 60])
@pytest.mark.parametrize("more", [{}, {"echo": True}, {"echo_last": 2, "n": 2}])
def test_extras_agree_with_the_parts(said: Reply, limit: int, more: dict[str, Any]) -> None:
    """Ids are those of all tokens, rows those of the content, and a stream's chunks add up to both."""
    fields = {**EXTRAS, **more, "max_tokens": limit}
    told = read_whole("fireworks", ask(said, **fields))
    assert told.usage
    for choice in told.choices:
        assert choice.token_ids is not None
        assert choice.logprobs is not None
        assert choice.raw_output
        assert len(choice.token_ids) == told.usage["completion_tokens"] / len(told.choices)
        assert "".join(row["token"] for row in choice.logprobs["content"]) == choice.text
        raw_ids = choice.raw_output["completion_token_ids"]
        assert raw_ids[len(raw_ids) - len(choice.token_ids) :] == choice.token_ids
    assert read_stream("fireworks", ask(said, stream=True, **fields)).choices == told.choices


def test_each_chunk_has_the_ids_made_with_it() -> None:
    """The special ones go with what follows them."""
    got = ask(Reply(reasoning="Hm.", content="Yes.", calls=(OTHER,)), stream=True, return_token_ids=True)
    chunks = [json.loads(event)["choices"] for event in events(got)]
    counts = [len(choice.get("token_ids", ())) for choices in chunks for choice in choices]
    assert counts[:5] == [0, 2, 1, 2, 1]
    name, arguments, finish = counts[5:]
    assert name > 2
    assert (arguments, finish) == (1, 2)


def test_raw_output_spells_everything() -> None:
    """Tags and the model's own spelling of calls; a grammar that was asked for stands there too."""
    raw = json.loads(ask(Reply(reasoning="Hm.", content="Yes.", calls=(OTHER,)), raw_output=True).body)
    output = raw["choices"][0]["raw_output"]
    assert output["completion"] == ('<think>Hm.</think>Yes.<tool_call>{"name":"get_time","arguments":{}}</tool_call>')
    assert output["grammar"] is None
    grammar = {"type": "grammar", "grammar": 'root ::= "yes"'}
    got, _ = answered(dialect, Reply(content="yes"), response_format=grammar, raw_output=True)
    assert json.loads(got.body)["choices"][0]["raw_output"]["grammar"] == 'root ::= "yes"'
