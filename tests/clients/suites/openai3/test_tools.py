"""Tool calls, whole and streamed, and the loop of an agent, through the OpenAI client."""

import json

import pytest
from asks import QUESTION, TOOL, messages
from openai import OpenAI

NAMED = {"type": "function", "function": {"name": "get_tide"}}
OTHER_TOOL = {
    "type": "function",
    "function": {
        "name": "get_wind",
        "description": "How the wind blows.",
        "parameters": {
            "type": "object",
            "properties": {"unit": {"type": "string", "enum": ["knots", "beaufort"]}, "hours": {"type": "integer"}},
            "required": ["unit", "hours"],
        },
    },
}


def arguments_of(call) -> dict:
    """A call's arguments, which are JSON that the tool's schema allows."""
    arguments = json.loads(call.function.arguments)
    assert list(arguments) == ["harbour"]
    assert isinstance(arguments["harbour"], str)
    return arguments


@pytest.mark.parametrize("choice", ["required", NAMED], ids=["required", "named"])
def test_a_forced_call_comes_with_valid_arguments(client: OpenAI, place, choice: object) -> None:
    """One call of the tool, and that is why the answer ended."""
    answer = client.chat.completions.create(**place.ask(tools=[TOOL], tool_choice=choice)).choices[0]
    (call,) = answer.message.tool_calls
    assert (call.type, call.function.name) == ("function", "get_tide")
    assert arguments_of(call)
    assert call.id
    assert answer.finish_reason == "tool_calls"


def test_the_named_tool_is_the_one_that_is_called(client: OpenAI, place) -> None:
    """Though there is another one, and the question is about that."""
    ask = place.ask(messages=messages("How is the wind?"), tools=[OTHER_TOOL, TOOL], tool_choice=NAMED)
    calls = client.chat.completions.create(**ask).choices[0].message.tool_calls
    assert [call.function.name for call in calls] == ["get_tide"]


def test_enumerations_and_numbers_are_kept(client: OpenAI, place) -> None:
    """What the schema says about each argument holds."""
    answer = client.chat.completions.create(**place.ask(tools=[OTHER_TOOL], tool_choice="required"))
    arguments = json.loads(answer.choices[0].message.tool_calls[0].function.arguments)
    assert arguments["unit"] in {"knots", "beaufort"}
    assert type(arguments["hours"]) is int


def test_a_streamed_call_joins_to_the_same(client: OpenAI, place) -> None:
    """Id, name and index once, the arguments piece by piece."""
    ask = place.ask(tools=[TOOL], tool_choice="required")
    whole = client.chat.completions.create(**ask).choices[0].message.tool_calls[0]
    chunks = list(client.chat.completions.create(**ask, stream=True))
    pieces = [call for c in chunks for choice in c.choices for call in choice.delta.tool_calls or []]
    assert [piece.function.name for piece in pieces if piece.function.name] == ["get_tide"]
    assert {piece.index for piece in pieces} == {0}
    assert "".join(piece.function.arguments or "" for piece in pieces) == whole.function.arguments
    assert [c.choices[0].finish_reason for c in chunks if c.choices and c.choices[0].finish_reason] == ["tool_calls"]


def test_the_client_s_own_accumulator_takes_a_streamed_call(client: OpenAI, place) -> None:
    """`chat.completions.stream` puts the call together."""
    ask = place.ask(tools=[TOOL], tool_choice="required")
    with client.chat.completions.stream(**ask) as stream:
        (call,) = stream.get_final_completion().choices[0].message.tool_calls
    assert call.function.name == "get_tide"
    assert arguments_of(call)


def test_no_tool_is_called_when_it_is_ruled_out(client: OpenAI, place) -> None:
    """Text, whatever the question is."""
    answer = client.chat.completions.create(**place.ask(messages=messages(QUESTION), tools=[TOOL], tool_choice="none"))
    assert not answer.choices[0].message.tool_calls
    assert answer.choices[0].message.content


def test_an_agent_s_loop_ends(client: OpenAI, place) -> None:
    """The tool is called, once, since the question is about it; then its result is answered with text."""
    said: list = messages(QUESTION)
    called = []
    for _ in range(5):
        message = client.chat.completions.create(**place.ask(messages=said, tools=[TOOL])).choices[0].message
        if not message.tool_calls:
            break
        said.append(message.model_dump(exclude_none=True))
        for call in message.tool_calls:
            called.append(arguments_of(call))
            said.append({"role": "tool", "tool_call_id": call.id, "content": "High water in Dover is at 18:42."})
    assert called == [{"harbour": "Dover"}]
    assert message.content
