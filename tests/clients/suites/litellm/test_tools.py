"""Tool calls and structured output of both services, through LiteLLM."""

import json

import litellm
import pytest
from asks import QUESTION, TOOL, messages
from pydantic import BaseModel

ABLE = "fireworks_ai/accounts/fireworks/models/gpt-oss-120b"
"""A model of Fireworks that LiteLLM knows to be able to call tools."""


class Tide(BaseModel):
    """What an answer is made of."""

    harbour: str
    height: float


@pytest.fixture
def ask(place):
    """A request with a tool, of a model that can call it."""

    def build(**changes: object) -> dict:
        able = {"model": ABLE} if place.model.startswith("fireworks_ai/") else {}
        return place.ask(messages=messages(QUESTION), max_tokens=600, **able, **changes)

    return build


def test_a_forced_call_comes_whole_and_streamed(ask) -> None:
    """The same one, and LiteLLM's own joining agrees."""
    forced = ask(tools=[TOOL], tool_choice="required")
    whole = litellm.completion(**forced).choices[0]
    built = litellm.stream_chunk_builder(list(litellm.completion(**forced, stream=True))).choices[0]
    for choice in (whole, built):
        (call,) = choice.message.tool_calls
        assert (call.function.name, json.loads(call.function.arguments)) == ("get_tide", {"harbour": "Dover"})
        assert choice.finish_reason == "tool_calls"


def test_an_agent_s_loop_ends(ask) -> None:
    """A call, a result, a text."""
    request = ask(tools=[TOOL])
    message = litellm.completion(**request).choices[0].message
    (call,) = message.tool_calls
    result = {"role": "tool", "tool_call_id": call.id, "content": "High water is at 18:42."}
    said = [*request["messages"], message.model_dump(exclude_none=True), result]
    last = litellm.completion(**{**request, "messages": said}).choices[0].message
    assert not last.tool_calls
    assert last.content


def test_a_pydantic_model_as_response_format(ask) -> None:
    """LiteLLM writes its schema, and the answer keeps it."""
    answer = litellm.completion(**ask(response_format=Tide))
    assert Tide.model_validate_json(answer.choices[0].message.content)
