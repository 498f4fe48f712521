"""What the fields of a condition look at."""

import pytest
from conditions import MODEL, called, holds, result, sent, subject, when

from mockllm.core import Message

AGENT = subject(
    Message(role="system", content="Be kind."), "Hello", Message(role="assistant", content="Hi."), "Weather in Oslo?",
    called("get_weather"), result('{"temp_c": 4}'), tools=["get_weather", "get_time"],
    headers={"x-case": "cut"}, query="a=1&a=2&b=", namespace="t-1", provider="openai",
    body={"temperature": 0.5, "seed": None, "metadata": {"case": "c1"}, "stop": ["END"]},
)  # fmt: skip


@pytest.mark.parametrize("fields", [
    {"user": "Oslo"}, {"user": r"/in (?P<city>\w+)\?$/"}, {"system": "kind"}, {"any_message": "Hello"},
    {"assistant": {"equals": ""}}, {"model": "gpt-oss-120b"}, {"model": "*120b"}, {"model": MODEL},
    {"dialect": "fireworks"}, {"provider": "open*"}, {"turn": 2}, {"step": 2}, {"message_count": 6},
    {"tools": "get_*"}, {"tools": ["get_weather", "get_time"]}, {"tools": {"equals": ["get_time", "get_weather"]}},
    {"tool_choice": "auto"}, {"tool_result": "get_weather"}, {"tool_result": {"name": "get_*", "json": {"temp_c": 4}}},
    {"tool_result": {"contains": "temp"}}, {"tool_result": {"any_of": ["find", {"contains": "temp"}]}},
    {"has_tool_result": True}, {"response_format": "text"}, {"stream": False}, {"header": {"X-Case": "cut"}},
    {"header": {"x-other": {"exists": False}}}, {"query": {"a": "2"}}, {"query": {"a": 2}},
    {"query": {"a": {"equals": 2}}}, {"query": {"a": [7, 1]}}, {"query": {"b": ""}}, {"namespace": "t-*"},
    {"temperature": {"lte": 0.5, "gt": 0.4}}, {"seed": None}, {"top_p": {"exists": False}},
    {"body": {"$.metadata.case": "c1"}}, {"stop": {"contains": "END"}}, {"stop": {"equals": ["END"]}},
    {"metadata": {"json": {"case": "c1"}}}, {"user": {"not": "Bergen"}}, {"user": ["Rome", "Oslo"]},
])  # fmt: skip
def test_holds(fields: dict[str, object]) -> None:
    """Each of these describes the agent's request."""
    assert list(when(**fields).differences(AGENT)) == []


@pytest.mark.parametrize("fields", [
    {"user": "Hello"}, {"user": "oslo"}, {"model": "gpt-oss"}, {"model": "*20"}, {"turn": 1}, {"step": 1},
    {"tools": ["get_weather", "x"]}, {"tools": {"equals": ["get_weather"]}}, {"tool_result": "temp_c"},
    {"has_tool_result": False}, {"stream": True}, {"header": {"x-case": "cu"}}, {"query": {"a": "3"}},
    {"query": {"a": 3}},
    {"temperature": 1}, {"temperature": {"gt": 0.5}}, {"seed": {"exists": False}}, {"top_p": 1},
    {"body": {"$.metadata.other": "c1"}}, {"stop": ["END"]}, {"user": {"not": "Oslo"}},
    {"user": {"contains": "Oslo", "regex": "^Oslo"}}, {"any_message": {"not": {"contains": "Hello"}}},
])  # fmt: skip
def test_differs(fields: dict[str, object]) -> None:
    """Each of these describes another request."""
    assert not holds(AGENT, **fields)


def test_types_are_strict() -> None:
    """True is not 1 and "1" is not 1, but 1 is 1.0."""
    assert holds(sent({"n": 1.0}), n=1)
    assert not holds(sent({"n": True}), n=1)
    assert not holds(sent({"n": "1"}), n=1)


def test_the_step_begins_anew_with_the_user() -> None:
    """What was called before the user's last message does not count."""
    again = subject("a", called("x"), result("y"), "b")
    assert holds(again, turn=2, step=1, has_tool_result=False, tool_result={"exists": False})


def test_a_result_has_the_name_of_the_call_with_its_id() -> None:
    """Of two calls that were made, the one it answers; without an id it is the message's own name."""
    both = subject("a", called("one", "c1"), called("two", "c2"), result("r", "c1"))
    assert holds(both, tool_result="one")
    assert holds(subject("a", result("r", None, "own")), tool_result="own")


def test_a_text_of_json_is_held_against_a_part() -> None:
    """Keys and elements that are not given do not matter, nor does the order of a list."""
    calls = sent({"messages": [], "arguments": '{"city": "Oslo", "days": [1, 2, 3]}'})
    assert holds(calls, arguments={"json": {"days": [3, 1]}})
    assert not holds(calls, arguments={"json": {"days": [4]}})
    assert not holds(sent({"arguments": "no json"}), arguments={"json": {}})
