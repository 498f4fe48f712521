"""Agents of the OpenAI Agents SDK, over chat completions."""

import asyncio

import pytest
from agents import Agent, ModelSettings, OpenAIChatCompletionsModel, Runner, function_tool
from asks import BASE, FIREWORKS_MODEL, GATEWAY_MODEL, QUESTION
from openai import AsyncOpenAI
from pydantic import BaseModel

PLACES = [(f"{BASE}/inference/v1", FIREWORKS_MODEL), (f"{BASE}/gateway/v1", GATEWAY_MODEL)]


class Tide(BaseModel):
    """What a run ends with."""

    harbour: str
    height: float


@pytest.fixture(params=PLACES, ids=["fireworks", "gateway"])
def run(request: pytest.FixtureRequest):
    """Runs an agent with one tool on the question; gives its output and what the tool was called with."""
    base_url, name = request.param

    def run(streamed: bool = False, **changes: object) -> tuple[object, list[str]]:
        called: list[str] = []

        @function_tool
        def get_tide(harbour: str) -> str:
            """When the next high water is."""
            called.append(harbour)
            return f"High water in {harbour} is at 18:42."

        async def turns() -> object:
            async with AsyncOpenAI(base_url=base_url, api_key="nobody", max_retries=0) as client:
                model = OpenAIChatCompletionsModel(model=name, openai_client=client)
                agent = Agent(name="pilot", model=model, tools=[get_tide], **changes)
                if not streamed:
                    return (await Runner.run(agent, QUESTION, max_turns=3)).final_output
                result = Runner.run_streamed(agent, QUESTION, max_turns=3)
                async for _ in result.stream_events():
                    pass
                return result.final_output

        return asyncio.run(turns()), called

    return run


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
def test_a_run_with_a_tool_ends_with_text(run, streamed: bool) -> None:
    """The tool once, then an answer."""
    output, called = run(streamed)
    assert called == ["Dover"]
    assert isinstance(output, str)
    assert output


def test_a_run_with_a_tool_ends_with_its_output_type(run) -> None:
    """By `response_format`, which the SDK sends beside the tools."""
    output, called = run(output_type=Tide, model_settings=ModelSettings(parallel_tool_calls=False))
    assert isinstance(output, Tide)
    assert called == ["Dover"]
