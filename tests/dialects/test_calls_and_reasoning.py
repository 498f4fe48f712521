"""What every dialect must keep where an answer holds reasoning and calls: run against each one that is found."""

import json
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import answered
from story import Json, Story, events, read_stream, read_whole

from mockllm import dialects
from mockllm.core import Dialect, Level, Reply, ToolCall
from mockllm.tokens import END_CALL, END_THINK, THINK

each = pytest.mark.parametrize("dialect", dialects.load().values(), ids=dialects.load())

TOOLS = [{"type": "function", "function": {"name": name}} for name in ("get_weather", "f")]
WEATHER = ToolCall(id=None, name="get_weather", arguments='{"city": "Paris", "unit": "celsius"}')
TIME = ToolCall(id=None, name="f", arguments="{}")
THOUGHT = "The user wants a forecast, so I ask for it."
WHOLE = Reply(reasoning=THOUGHT, content="Here you are.", calls=(WEATHER, TIME))

words = st.sampled_from(["Hello, harbour.", "Grüße 你好 🏝️", "<b>&", " ", "\n\n", '"', THINK, END_THINK, END_CALL])
texts = st.lists(words, max_size=4).map("".join)
jsons = st.dictionaries(st.text(max_size=4), st.integers() | st.text(max_size=8), max_size=3)
tool_calls = st.builds(
    ToolCall, id=st.none(), name=st.sampled_from(["get_weather", "f"]), arguments=jsons.map(json.dumps) | texts
)
replies = st.builds(
    Reply, content=texts, reasoning=st.none() | texts, calls=st.lists(tool_calls, max_size=3).map(tuple)
)
limits = st.fixed_dictionaries({}, optional={"n": st.integers(1, 3), "max_tokens": st.integers(0, 60)})
levels = st.sampled_from(["contract", "live", "lenient"])


def whole(dialect: Dialect, *said: Reply, **fields: Any) -> Story:
    return read_whole(dialect.name, answered(dialect, *said, tools=TOOLS, **fields)[0])


def deltas(dialect: Dialect, *said: Reply, **fields: Any) -> list[Json]:
    """The chunks' deltas, of the only choice."""
    got, _ = answered(dialect, *said, tools=TOOLS, stream=True, **fields)
    chunks = [json.loads(event) for event in events(got)]
    return [choice["delta"] for chunk in chunks for choice in chunk["choices"]]


@each
@settings(max_examples=100, deadline=None)
@given(said=st.lists(replies, min_size=1, max_size=3), fields=limits, level=levels)
def test_a_stream_tells_what_the_whole_tells(
    dialect: Dialect, said: list[Reply], fields: dict[str, Any], level: Level
) -> None:
    """Texts, reasoning, calls with their ids, reasons and usage, however many choices and wherever they are cut."""
    told = whole(dialect, *said, level=level, **fields)
    streamed, _ = answered(dialect, *said, level=level, tools=TOOLS, stream=True, **fields)
    joined = read_stream(dialect.name, streamed)
    assert joined.choices == told.choices
    assert joined.usage in (None, told.usage)


@each
@settings(max_examples=60, deadline=None)
@given(said=st.lists(replies, min_size=1, max_size=3), fields=limits)
def test_every_token_takes_its_time(dialect: Dialect, said: list[Reply], fields: dict[str, Any]) -> None:
    """Also those that nobody sees: a stream takes as long as the whole answer, that is as its longest choice."""
    asked = {"tools": TOOLS, **fields}
    assert answered(dialect, *said, stream=True, **asked)[1] == answered(dialect, *said, **asked)[1]


@each
def test_the_parts_come_one_after_the_other(dialect: Dialect) -> None:
    """Reasoning, content, then one call after the other, token by token; no delta holds two of them."""
    order = []
    for delta in deltas(dialect, WHOLE)[1:-1]:
        kinds = {"reasoning" if key.startswith("reasoning") else key for key in delta}
        assert len(kinds) == 1
        calls = delta.get("tool_calls", [{"index": -1}])
        assert len(calls) == 1
        order.append((*kinds, calls[0]["index"]))
    parts = [(kind, len(list(pieces))) for kind, pieces in groupby(order)]
    assert [kind for kind, _ in parts] == [("reasoning", -1), ("content", -1), ("tool_calls", 0), ("tool_calls", 1)]
    assert all(pieces > 1 for _, pieces in parts)


@each
def test_a_cut_answer_is_the_beginning_of_the_whole(dialect: Dialect) -> None:
    """At each limit: every part is a beginning, and none begins before the one before it ended."""
    full = whole(dialect, WHOLE)
    assert full.usage
    length = full.usage["completion_tokens"]
    (all_of_it,) = full.choices
    assert (all_of_it.reasoning, all_of_it.text, all_of_it.finish) == (THOUGHT, "Here you are.", "tool_calls")
    assert [call["arguments"] for call in all_of_it.calls] == [WEATHER.arguments, TIME.arguments]
    for limit in range(length + 1):
        story = whole(dialect, WHOLE, max_tokens=limit)
        (told,) = story.choices
        assert told.finish == "length"
        assert story.usage
        assert story.usage["completion_tokens"] == limit
        reasoning = told.reasoning or ""
        assert THOUGHT.startswith(reasoning)
        assert "Here you are.".startswith(told.text)
        assert not told.text or reasoning == THOUGHT
        assert not told.calls or told.text == "Here you are."
        for call, wanted in zip(told.calls, all_of_it.calls, strict=False):
            assert (call["id"], call["name"]) == (wanted["id"], wanted["name"])
            assert wanted["arguments"].startswith(call["arguments"])


@each
@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
@pytest.mark.parametrize("said", [WHOLE, Reply(calls=(WEATHER,)), Reply(calls=(WEATHER, TIME)), Reply(reasoning="Hm")])
def test_a_message_is_accepted_when_it_comes_back(dialect: Dialect, level: Level, said: Reply) -> None:
    """As it was sent, with a result for each of its calls."""
    got, _ = answered(dialect, said, level=level, tools=TOOLS)
    message = json.loads(got.body)["choices"][0]["message"]
    results = [{"role": "tool", "tool_call_id": call["id"], "content": "{}"} for call in message.get("tool_calls", ())]
    messages = [{"role": "user", "content": "Well?"}, message, *results]
    again, _ = answered(dialect, Reply(content="Done."), level=level, tools=TOOLS, messages=messages)
    assert again.status == 200, again.text


@each
@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
def test_what_is_not_there_has_no_key(dialect: Dialect, level: Level) -> None:
    """No reasoning, no calls: a message as plain as ever."""
    got, _ = answered(dialect, Reply(content="Hello."), level=level, tools=TOOLS)
    assert json.loads(got.body)["choices"][0]["message"] == {"role": "assistant", "content": "Hello."}


@each
def test_ids_are_the_calls_own(dialect: Dialect) -> None:
    """One that the source gave is kept; others differ from each other, and are the same each time."""
    said = Reply(calls=(ToolCall(id="mine", name="f", arguments="{}"), TIME, TIME))
    ids = [call["id"] for call in whole(dialect, said).choices[0].calls]
    assert ids[0] == "mine"
    assert len(set(ids)) == 3
    assert ids == [call["id"] for call in whole(dialect, said).choices[0].calls]
