"""What is told when a condition does not hold."""

import pytest
from conditions import called, difference, result, sent, subject, when

CASES = [
    ({"tool_result": "get_weather"}, subject("x", called("find_weather"), result("r")),
     "tool_result.name wanted get_weather, got find_weather"),
    ({"user": "weather"}, subject("The Weather?"),
     'user wanted something with "weather", got "The Weather?" (differs only in case: write /weather/i)'),
    ({"user": "the weather"}, subject("the\n weather"),
     'user wanted something with "the weather", got "the\\n weather" (differs only in white space)'),
    ({"temperature": 0.5}, sent({"temperature": "0.5"}),
     'temperature wanted 0.5, got "0.5" (it is sent as a text, not a number)'),
    ({"temperature": {"lte": 1}}, sent({"temperature": "0.5"}),
     'temperature wanted <= 1, got "0.5" (it is sent as a text, not a number)'),
    ({"n": 1}, sent({"n": True}), "n wanted 1, got true (it is sent as true, not a number)"),
    ({"temperature": 0}, sent({}), "temperature wanted 0, got absent"),
    ({"tools": "get_wether"}, subject("x", tools=["get_weather"]),
     "tools wanted get_wether, got [get_weather] (did you mean get_weather?)"),
    ({"tools": "get_weather"}, subject("x"),
     "tools wanted get_weather, got nothing (the request has no tools)"),
    ({"user": "later"}, subject("x", called("a"), result("r")),
     'user wanted something with "later", got "x" (the last message is a tool result, the user\'s stands before it)'),
    ({"user": "first"}, subject("first", "second"),
     'user wanted something with "first", got "second" (an earlier user message has it, and the last one is meant)'),
    ({"tool_result": "a"}, subject("x", called("a"), result("r"), "y"),
     "tool_result.name wanted a, got absent (the last message is the user's, and no tool result stands after it)"),
    ({"header": {"x-case": "a"}}, subject("x", headers={"x-cases": "a"}),
     "header.x-case wanted a, got absent (the request has x-cases)"),
    ({"body": {"$.a.b": 1}}, sent({"a": {"b": 2}}), "body.$.a.b wanted 1, got 2"),
    ({"metadata": {"json": {"a": {"b": 1}}}}, sent({"metadata": {"a": {"b": 2}}}),
     "metadata wanted JSON with {a: {b: 1}}, got {a: {b: 2}} (at $.a.b 1 is wanted and 2 is there)"),
    ({"stop": ["END"]}, sent({"stop": ["END"]}),
     'stop wanted "END", got ["END"] (a list is sent: {contains: …} is for an element, {equals: […]} for the whole list)'),  # noqa: E501
    ({"user": {"not": "x"}}, subject("x"), 'user wanted not something with "x", got "x"'),
    ({"user": ["a b", "/c/"]}, subject("x"), 'user wanted something with "a b" or /c/, got "x"'),
    ({"user": {"equals": "yes"}}, subject("nothing"), 'user wanted "yes", got "nothing"'),
    ({"assistant": "yes"}, subject("x"),
     'assistant wanted something with "yes", got absent (the request has no assistant message)'),
    ({"any_message": {"glob": "y*s"}}, subject("no", "nope"),
     'any_message wanted something like "y*s", got ["no", "nope"]'),
    ({"tool_result": {"json": {"sky": "clear"}}}, subject("x", called("a"), result("rain")),
     'tool_result wanted JSON with {sky: "clear"}, got "rain" (the text is no JSON)'),
    ({"metadata": {"json": {"a": "x"}}}, sent({"metadata": {"a": "y"}}),
     'metadata wanted JSON with {a: "x"}, got {a: "y"} (at $.a "x" is wanted and "y" is there)'),
    ({"reasoning_effort": "low"}, sent({"reasoning_effort": "high"}), 'reasoning_effort wanted "low", got "high"'),
    ({"namespace": "a"}, subject("x", namespace="nothing"), 'namespace wanted a, got "nothing"'),
    ({"header": {"x-case": "a*"}}, subject("x", headers={"x-case": "b"}), "header.x-case wanted a*, got b"),
    ({"tools": {"equals": ["a", "b"]}}, subject("x", tools=["a"]), "tools wanted [a, b], got [a]"),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "request_", "told"), CASES, ids=[told[:30] for _, _, told in CASES])
def test_told(fields: dict[str, object], request_: object, told: str) -> None:
    """Field, wanted, got and the likeliest reason, in one line."""
    assert difference(when(**fields), request_).told() == told  # type: ignore[arg-type]


def test_all_differences_are_told_in_the_order_of_writing() -> None:
    """Not only the first."""
    found = when(turn=2, user="a", stream=True).differences(subject("b"))
    assert [each.field for each in found] == ["turn", "user", "stream"]


def test_long_values_are_cut() -> None:
    """However long they are."""
    told = difference(when(user="y" * 500), subject("x " * 5000))
    assert len(told.got) <= 120
    assert len(told.wanted) <= 140
    many = difference(when(stop="y"), sent({"stop": [{"k": "v" * 90}] * 1000}))
    assert len(many.got) <= 120
    assert many.got.endswith("…")
