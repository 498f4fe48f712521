"""Structured output: the client's own `parse` makes a pydantic model of an answer."""

import json
from enum import StrEnum
from typing import Literal

import openai
import pytest
from asks import messages
from openai import OpenAI
from pydantic import BaseModel, Field


class Kind(StrEnum):
    spring = "spring"
    neap = "neap"


class Water(BaseModel):
    """One high or low water; pydantic writes this one into `$defs`."""

    level: Literal["high", "low"]
    height: float = Field(description="In metres.")
    note: str | None


class Tide(BaseModel):
    """A day's tide."""

    harbour: str
    kind: Kind
    waters: list[Water]


ASK = {"messages": messages("The tide of Dover tomorrow, as JSON."), "max_tokens": 1000}


def test_parse_makes_a_model_of_the_answer(client: OpenAI, place) -> None:
    """Nested, with an enumeration, a list and something nullable, under `strict`."""
    choice = client.chat.completions.parse(**place.ask(**ASK), response_format=Tide).choices[0]
    assert isinstance(choice.message.parsed, Tide)
    assert choice.message.parsed == Tide.model_validate_json(choice.message.content)
    assert choice.finish_reason == "stop"


def test_a_stream_is_parsed_to_the_same(client: OpenAI, place) -> None:
    """By the client's accumulator."""
    whole = client.chat.completions.parse(**place.ask(**ASK), response_format=Tide).choices[0].message.parsed
    with client.chat.completions.stream(**place.ask(**ASK), response_format=Tide) as stream:
        assert stream.get_final_completion().choices[0].message.parsed == whole


def test_parse_makes_models_of_tool_arguments(client: OpenAI, place) -> None:
    """For a tool that the client derives from the model."""
    ask = place.ask(**ASK, tools=[openai.pydantic_function_tool(Tide)], tool_choice="required")
    (call,) = client.chat.completions.parse(**ask).choices[0].message.tool_calls
    assert isinstance(call.function.parsed_arguments, Tide)


def test_the_json_mode_without_a_schema_gives_an_object(client: OpenAI, place) -> None:
    """Whatever is in it."""
    answer = client.chat.completions.create(**place.ask(**ASK, response_format={"type": "json_object"}))
    assert isinstance(json.loads(answer.choices[0].message.content), dict)


def test_a_limit_cuts_the_json_and_the_client_says_so(client: OpenAI, place) -> None:
    """`parse` refuses an answer that ended with length."""
    with pytest.raises(openai.LengthFinishReasonError) as caught:
        client.chat.completions.parse(**place.ask(**{**ASK, "max_tokens": 3}), response_format=Tide)
    assert caught.value.completion.usage.completion_tokens == 3
