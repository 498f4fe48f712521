"""What happened since the last user message is read from the conversation."""

from acting import WEATHER, after, asked

from mockllm.core import Message, ToolCall
from mockllm.generate.turn import Result, deed, read_turn


def test_a_turn_begins_with_the_last_user_message() -> None:
    """Calls before it belong to an earlier one, and their functions are remembered."""
    request = after(asked("Weather in Paris?", WEATHER), ("get_weather", '{"city": "Paris"}', "4 degrees"))
    messages = (*request.messages, Message(role="assistant", content="4."), Message(role="user", content="And Rome?"))
    turn = read_turn(messages)
    assert (turn.asked, turn.earlier, turn.calls, turn.results, turn.steps) == (
        "And Rome?",
        ("Weather in Paris?",),
        (),
        (),
        0,
    )
    assert turn.called_before == ("get_weather",)


def test_results_belong_to_the_calls_they_name() -> None:
    """Whatever their order."""
    calls = (ToolCall(id="a", name="one", arguments="{}"), ToolCall(id="b", name="two", arguments="[]"))
    messages = (
        Message(role="user", content="go"),
        Message(role="assistant", tool_calls=calls),
        Message(role="tool", content="2", tool_call_id="b"),
        Message(role="tool", content="1", tool_call_id="a"),
    )
    turn = read_turn(messages)
    assert turn.results == (
        Result(tool="two", text="2", arguments="[]"),
        Result(tool="one", text="1", arguments="{}"),
    )
    assert turn.steps == 1
    assert turn.called == {"one": 1, "two": 1}


def test_a_result_without_an_id_is_known_by_name_or_place() -> None:
    """As legacy functions' results are, or those of a history that was cut."""
    named = (Message(role="user", content="go"), Message(role="function", name="one", content="1"))
    assert read_turn(named).results == (Result(tool="one", text="1"),)
    assert read_turn(named).called == {"one": 1}
    placed = (
        Message(role="assistant", tool_calls=(ToolCall(id=None, name="one", arguments=""),)),
        Message(role="tool", content="1"),
    )
    assert read_turn(placed).results == (Result(tool="one", text="1"),)
    assert read_turn((Message(role="tool", content="1"),)).results == (Result(tool="", text="1"),)


def test_without_a_user_the_system_asks() -> None:
    """And without anybody, nobody."""
    assert read_turn((Message(role="system", content="Weather in Paris"),)).asked == "Weather in Paris"
    assert read_turn(()).asked == ""


def test_equal_calls_are_equal_whatever_their_spelling() -> None:
    """Spaces and the order of keys do not matter; what is no JSON stands for itself."""
    assert deed("f", '{"a": 1, "b":2}') == deed("f", '{ "b": 2, "a": 1}')
    assert deed("f", '{"a": 1}') != deed("f", '{"a": 2}')
    assert deed("f", "{}") != deed("g", "{}")
    assert deed("f", "not json") == ("f", "not json")
    assert deed("f", "[" * 100_000)[1] == "[" * 100_000
