"""Agents of pydantic-ai, which ends a run with an output tool, a JSON schema (sent or told in the prompt) or text."""

import asyncio
from collections.abc import Sequence

import pytest
from asks import BASE, FIREWORKS_MODEL, GATEWAY_MODEL, QUESTION
from openai import AsyncOpenAI
from pydantic import BaseModel
from pydantic_ai import Agent, NativeOutput, PromptedOutput, UsageLimits
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.fireworks import FireworksProvider
from pydantic_ai.providers.openai import OpenAIProvider


class Tide(BaseModel):
    """What a run ends with."""

    harbour: str
    height: float


OUTPUTS = {"by-tool": Tide, "by-schema": NativeOutput(Tide), "by-prompt": PromptedOutput(Tide)}
PLACES = {
    "fireworks": (f"{BASE}/inference/v1", FIREWORKS_MODEL, FireworksProvider),
    "gateway": (f"{BASE}/gateway/v1", GATEWAY_MODEL, OpenAIProvider),
    "gateway-google": (f"{BASE}/gateway/v1", "google/gemini-2.5-flash", OpenAIProvider),
}
"""The last one's calls have to come back with the thought signatures they were given."""


@pytest.fixture(params=PLACES.values(), ids=PLACES.keys())
def run(request: pytest.FixtureRequest):
    """Runs an agent with tools on the question, within so many requests; what fails once is not tried again."""
    base_url, name, provider = request.param

    def run(output: object, tools: Sequence[object] = (), requests: int = 3) -> object:
        async def turns() -> object:
            async with AsyncOpenAI(base_url=base_url, api_key="nobody", max_retries=0) as client:
                model = OpenAIChatModel(name, provider=provider(openai_client=client))
                agent = Agent(model, output_type=output, tools=tools, retries=0)
                result = await agent.run(QUESTION, usage_limits=UsageLimits(request_limit=requests))
                return result.output

        return asyncio.run(turns())

    return run


@pytest.fixture
def called() -> list[str]:
    """What the tool was called with."""
    return []


@pytest.fixture
def get_tide(called: list[str]):
    """A tool."""

    def get_tide(harbour: str) -> str:
        """When the next high water is."""
        called.append(harbour)
        return f"High water in {harbour} is at 18:42."

    return get_tide


@pytest.mark.parametrize("output", OUTPUTS.values(), ids=OUTPUTS.keys())
def test_a_run_with_a_tool_ends_with_its_output_type(run, get_tide, called: list[str], output: object) -> None:
    """The tool once, then a valid output."""
    assert isinstance(run(output, [get_tide]), Tide)
    assert called == ["Dover"]


def test_a_run_with_a_tool_ends_with_text(run, get_tide, called: list[str]) -> None:
    """The tool once, then an answer."""
    assert run(str, [get_tide], requests=2)
    assert called == ["Dover"]


@pytest.mark.parametrize("output", OUTPUTS.values(), ids=OUTPUTS.keys())
def test_an_output_type_alone_takes_one_request(run, output: object) -> None:
    """Without a tool."""
    assert isinstance(run(output, requests=1), Tide)
