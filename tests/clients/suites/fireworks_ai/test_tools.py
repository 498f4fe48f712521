"""Tool calls, structured output and a grammar through Fireworks' own client."""

import json

import pytest
from asks import FIREWORKS_MODEL, QUESTION, TOOL, messages
from fireworks import Fireworks

ASK = {"model": FIREWORKS_MODEL, "messages": messages(QUESTION), "seed": 7, "max_tokens": 200}


@pytest.mark.parametrize("choice", ["required", "any"])
def test_a_forced_call_comes_whole_and_streamed(client: Fireworks, choice: str) -> None:
    """With the same valid arguments, and that is why the answer ended."""
    ask = {**ASK, "tools": [TOOL], "tool_choice": choice}
    whole = client.chat.completions.create(**ask).choices[0]
    choices = [choice for chunk in client.chat.completions.create(**ask, stream=True) for choice in chunk.choices]
    pieces = [call for choice in choices for call in choice.delta.tool_calls or []]
    (call,) = whole.message.tool_calls
    assert call.function.name == "get_tide"
    assert json.loads(call.function.arguments) == {"harbour": "Dover"}
    assert "".join(piece.function.arguments or "" for piece in pieces) == call.function.arguments
    assert whole.finish_reason == choices[-1].finish_reason == "tool_calls"


def test_a_schema_is_kept(client: Fireworks) -> None:
    """In the spelling of Fireworks, `json_object` with a schema."""
    schema = {"type": "object", "properties": {"height": {"type": "number", "maximum": 9}}, "required": ["height"]}
    wanted = {"type": "json_object", "schema": schema}
    answer = client.chat.completions.create(**ASK, response_format=wanted)
    assert json.loads(answer.choices[0].message.content)["height"] <= 9


def test_a_grammar_is_kept(client: Fireworks) -> None:
    """The answer is a sentence of it."""
    wanted = {"type": "grammar", "grammar": 'root ::= "high" | "low"'}
    assert client.chat.completions.create(**ASK, response_format=wanted).choices[0].message.content in {"high", "low"}


def test_a_model_that_reasons_shows_it(client: Fireworks) -> None:
    """Before the text, and apart from it."""
    answer = client.chat.completions.create(
        **{**ASK, "model": "accounts/fireworks/models/gpt-oss-120b"}, reasoning_effort="low"
    )
    message = answer.choices[0].message
    assert message.reasoning_content
    assert message.content
