"""Agents: OpenAI's client in a loop, the OpenAI Agents SDK, and pydantic-ai."""

import json

import pytest
from agents import Agent, OpenAIChatCompletionsModel, Runner, function_tool
from agents_loop import run
from openai import BadRequestError
from pydantic_ai import Agent as PydanticAgent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

PATHS = ["/inference/v1", "/gateway/v1"]
MODEL = "openai/gpt-4o"
ASKED = "What is the weather in Oslo?"
TOLD = "It is 4 °C in Oslo, and the sky is clear."

every_path = pytest.mark.parametrize("path", PATHS, ids=["fireworks", "gateway"])


def get_weather(city: str) -> str:
    """The weather in a city."""
    return json.dumps({"temp_c": 4, "sky": "clear"}) if city == "Oslo" else "error: no such city"


def get_time(city: str) -> str:
    """The time in a city."""
    return json.dumps({"time": "18:42"})


def get_temperature(city: str) -> str:
    """The temperature in a city."""
    return json.dumps({"celsius": 4})


def find_table(people: int) -> str:
    """Finds a table."""
    assert people == 2
    return json.dumps({"table": "T7", "time": "19:00"})


def book_table(table: str) -> str:
    """Books a table."""
    assert table == "T7"
    return json.dumps({"reference": "R-007"})


def user(text: str) -> dict[str, str]:
    return {"role": "user", "content": text}


@every_path
def test_weather_agent_in_a_loop(client, path: str) -> None:
    """Call, result, answer; a tool that fails is told of; without a tool there is no call."""
    weather = client("weather_agent", path)
    assert run(weather, {"get_weather": get_weather}, [user(ASKED)]) == TOLD
    assert run(weather, {"get_weather": get_weather}, [user("weather in Rome")]).endswith("error: no such city")
    assert "get_weather" in run(weather, {"get_time": get_time}, [user(ASKED)])


@every_path
@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
def test_weather_agent_of_the_agents_sdk(with_async, path: str, streamed: bool) -> None:
    """The tool once, then the answer."""

    async def work(client):
        model = OpenAIChatCompletionsModel(model=MODEL, openai_client=client)
        agent = Agent(name="forecaster", model=model, tools=[function_tool(get_weather)])
        if not streamed:
            return (await Runner.run(agent, ASKED, max_turns=3)).final_output
        result = Runner.run_streamed(agent, ASKED, max_turns=3)
        async for _ in result.stream_events():
            pass
        return result.final_output

    assert with_async("weather_agent", work, path) == TOLD


@every_path
def test_weather_agent_of_pydantic_ai(with_async, path: str) -> None:
    """The tool once, then the answer."""

    async def work(client):
        model = OpenAIChatModel(MODEL, provider=OpenAIProvider(openai_client=client))
        return (await PydanticAgent(model, tools=[get_weather]).run(ASKED)).output

    assert with_async("weather_agent", work, path) == TOLD


@every_path
@pytest.mark.parametrize("parallel", [{}, {"parallel_tool_calls": False}], ids=["at-once", "one-by-one"])
def test_parallel_tools_in_a_loop(client, path: str, parallel: dict[str, bool]) -> None:
    """The same answer in two steps or in three."""
    messages = [user("Time and temperature in Oslo?")]
    tools = {"get_time": get_time, "get_temperature": get_temperature}
    assert run(client("parallel_tools", path), tools, messages, **parallel) == "At 18:42 it is 4 °C in Oslo."
    assert [message["role"] for message in messages].count("assistant") == (3 if parallel else 2)


def test_parallel_tools_of_the_agents_sdk(with_async) -> None:
    """Both in one step."""

    async def work(client):
        model = OpenAIChatCompletionsModel(model=MODEL, openai_client=client)
        agent = Agent(name="clerk", model=model, tools=[function_tool(get_time), function_tool(get_temperature)])
        return (await Runner.run(agent, "Time and temperature in Oslo?", max_turns=2)).final_output

    assert with_async("parallel_tools", work) == "At 18:42 it is 4 °C in Oslo."


def test_parallel_tools_of_pydantic_ai(with_async) -> None:
    """Both in one step."""

    async def work(client):
        model = OpenAIChatModel(MODEL, provider=OpenAIProvider(openai_client=client))
        agent = PydanticAgent(model, tools=[get_time, get_temperature])
        return (await agent.run("Time and temperature in Oslo?")).output

    assert with_async("parallel_tools", work) == "At 18:42 it is 4 °C in Oslo."


BOOKING = {"find_table": find_table, "book_table": book_table}


@every_path
def test_booking_in_a_loop(client, path: str) -> None:
    """Two turns of the user, two tools, four answers."""
    messages = [user("A table for 2, please.")]
    booking = client("booking", path)
    assert run(booking, BOOKING, messages) == "There is table T7 at 19:00. Shall I book it?"
    messages.append(user("Yes, please."))
    assert run(booking, BOOKING, messages) == "It is booked, as R-007."


def test_booking_that_is_not_as_expected(client) -> None:
    """An error that says what differs, and that no client repeats."""
    messages = [user("A table for 2, please.")]
    booking = client("booking", max_retries=2)
    run(booking, BOOKING, messages)
    messages.append(user("No, thank you."))
    with pytest.raises(BadRequestError, match=r"expects otherwise: user wanted /yes/i, got .No, thank you") as caught:
        run(booking, BOOKING, messages)
    assert caught.value.response.headers["x-mockllm-error"] == "expectation"
    assert caught.value.response.headers["x-should-retry"] == "false"


def test_booking_of_pydantic_ai(with_async) -> None:
    """A run for each turn of the user, the second with the messages of the first."""

    async def work(client):
        model = OpenAIChatModel(MODEL, provider=OpenAIProvider(openai_client=client))
        agent = PydanticAgent(model, tools=[find_table, book_table])
        first = await agent.run("A table for 2, please.")
        second = await agent.run("Yes.", message_history=first.all_messages())
        return first.output, second.output

    assert with_async("booking", work) == ("There is table T7 at 19:00. Shall I book it?", "It is booked, as R-007.")
