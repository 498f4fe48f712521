"""A function is called once for each of the things that a message wants it for."""

import json
from typing import Any

import pytest
from acting import FINAL, TIME, act, asked

from mockllm.core import Tool
from mockllm.generate.several import MOST, targets

TEXT = {"type": "string"}
NUMBER = {"type": "integer"}
CITIES = {"type": "array", "items": TEXT, "minItems": 1}


def tool(named: str, required: bool = True, **properties: Any) -> Tool:
    needs = list(properties) if required else []
    return Tool(name=named, parameters={"type": "object", "properties": properties, "required": needs})


WEATHER = tool("get_weather", city=TEXT)
MAIL = tool("send_email", to={"type": "string", "format": "email"}, subject=TEXT)
TIDES = tool("get_tides", harbour=TEXT)
ADD = tool("add", a=NUMBER, b=NUMBER)
DISTANCE = tool("get_distance", origin=TEXT, destination=TEXT)

SEVERAL: list[tuple[str, Tool, list[Any]]] = [
    ("Weather in Oslo and Paris", WEATHER, ["Oslo", "Paris"]),
    ("weather in oslo & paris, please", WEATHER, ["Oslo", "Paris"]),
    ("Weather in Oslo, Paris and in Rome?", WEATHER, ["Oslo", "Paris", "Rome"]),
    ("Weather in Oslo, Paris, Rome", WEATHER, ["Oslo", "Paris", "Rome"]),
    ("Weather:\nOslo\nParis", WEATHER, ["Oslo", "Paris"]),
    ("Weather in Oslo; the weather in Paris", WEATHER, ["Oslo", "Paris"]),
    ("What's the weather in Oslo? And what's the weather in Paris?", WEATHER, ["Oslo", "Paris"]),
    ("Weather in Oslo and Paris and the weather in Rome", WEATHER, ["Oslo", "Paris", "Rome"]),
    ("Oslo and Paris. What is the weather there?", WEATHER, ["Oslo", "Paris"]),
    ("I live in Lima. Weather in Oslo and Paris?", WEATHER, ["Oslo", "Paris"]),
    ("Weather in Portland, Oregon and Austin, Texas", WEATHER, ["Portland", "Austin"]),
    ("Weather in Oslo, Norway and Paris, France", WEATHER, ["Oslo", "Paris"]),
    ("Weather in Oslo, Paris, Rome, Berlin, Madrid and Lima", WEATHER, ["Oslo", "Paris", "Rome", "Berlin"]),
    ("Email bob@x.org and eve@y.org about it", MAIL, ["bob@x.org", "eve@y.org"]),
    ("Email bob@x.org, eve@y.org", MAIL, ["bob@x.org", "eve@y.org"]),
    ("Tides at Port Ellen and Tobermory", TIDES, ["Port Ellen", "Tobermory"]),
    ("Tides at 'Port Ellen' and 'the old pier'", TIDES, ["Port Ellen", "the old pier"]),
    ("Read the files /srv/a.txt and notes/b.md", tool("read_file", path=TEXT), ["/srv/a.txt", "notes/b.md"]),
    ("Status of orders 17 and 23", tool("get_order", order_id=NUMBER), [17, 23]),
    ("The square of 2 and 3", tool("square", x=NUMBER), [2, 3]),
    ("Invite Clara Meyer and David Ito", tool("invite", name=TEXT), ["Clara Meyer", "David Ito"]),
    ("Is 2026-03-01 or 2026-03-02 available?", tool("check_available", date=TEXT), ["2026-03-01", "2026-03-02"]),
]


@pytest.mark.parametrize(("message", "offered", "values"), SEVERAL, ids=[case[0][:40] for case in SEVERAL])
def test_each_thing_has_a_call(message: str, offered: Tool, values: list[Any]) -> None:
    """At once, or one after the other and then an end; in the order of the message, and no more than some."""
    for parallel in (True, False):
        run = act(asked(message, offered, parallel_tool_calls=parallel), {})
        said = [next(iter(json.loads(call.arguments).values())) for call in run.calls]
        assert said == values
        assert [len(step) for step in run.steps] == ([len(values)] if parallel else [1] * len(values))
        assert run.text
    assert len(values) <= MOST


ONCE: list[tuple[str, Tool]] = [
    ("Weather in Oslo", WEATHER),
    ("Weather in Oslo and Oslo", WEATHER),
    ("Weather in Paris, Texas", WEATHER),
    ("I live in Oslo. What is the weather in Paris?", WEATHER),
    ("I know Oslo and Paris. What is the weather in Rome?", WEATHER),
    ("What is the weather in Oslo? I need the temperature and the humidity.", WEATHER),
    ("Weather in Oslo and Paris", tool("get_weather", cities=CITIES)),
    ("Weather in Oslo and Paris", Tool(name="get_weather")),
    ("Distance between Oslo and Paris", DISTANCE),
    ("Distance for Oslo and Paris", DISTANCE),
    ("Add 2 and 3", ADD),
    ("Search for hotels in Oslo and Paris", tool("search", query=TEXT)),
    ("Tides between Leith and Tobermory", TIDES),
]


@pytest.mark.parametrize(("message", "offered"), ONCE, ids=[f"{case[0][:30]}-{case[1].name}" for case in ONCE])
def test_one_call_is_enough(message: str, offered: Tool) -> None:
    """For one thing, and where the function takes several at once."""
    assert targets(offered, [message]) == ()
    run = act(asked(message, offered), {})
    assert len(run.calls) == 1
    assert run.text


def test_what_is_said_of_all_counts_for_each() -> None:
    """Before the things and behind them."""
    offered = tool("get_weather", city=TEXT, unit={"enum": ["celsius", "fahrenheit"]}, days=NUMBER)
    calls = act(asked("For 3 days the weather in Oslo and Paris in fahrenheit", offered), {}).calls
    assert [json.loads(call.arguments) for call in calls] == [
        {"city": city, "unit": "fahrenheit", "days": 3} for city in ("Oslo", "Paris")
    ]


def test_what_was_said_before_counts_for_each() -> None:
    """In another sentence."""
    offered = tool("get_weather", city=TEXT, unit={"enum": ["celsius", "fahrenheit"]})
    calls = act(asked("I think in fahrenheit. What is the weather in Oslo and Paris?", offered), {}).calls
    assert [tuple(json.loads(call.arguments).values()) for call in calls] == [
        ("Oslo", "fahrenheit"),
        ("Paris", "fahrenheit"),
    ]


def test_a_property_that_may_be_left_out_is_not_for_the_second() -> None:
    """Such as who gets a copy."""
    address = {"type": "string", "format": "email"}
    parameters = {"type": "object", "properties": {"to": address, "cc": address}, "required": ["to"]}
    calls = act(asked("Email bob@x.org and eve@y.org", Tool(name="send_email", parameters=parameters)), {}).calls
    assert [json.loads(call.arguments)["to"] for call in calls] == ["bob@x.org", "eve@y.org"]


def test_each_clause_counts_for_its_own() -> None:
    """As far as it says something."""
    offered = tool("get_weather", city=TEXT, unit={"enum": ["celsius", "fahrenheit"]})
    calls = act(asked("Weather in Oslo in celsius, and the weather in Paris in fahrenheit", offered), {}).calls
    assert [tuple(json.loads(call.arguments).values()) for call in calls] == [
        ("Oslo", "celsius"),
        ("Paris", "fahrenheit"),
    ]


def test_other_functions_are_called_beside_it() -> None:
    """Each for its own part, even where the message comes back to one."""
    run = act(asked("Weather in Oslo and Paris, time in Rome, weather in Lima", WEATHER, TIME), {})
    assert [(call.name, next(iter(json.loads(call.arguments).values()))) for call in run.calls] == [
        ("get_weather", "Oslo"),
        ("get_weather", "Paris"),
        ("get_weather", "Lima"),
        ("get_local_time", "Rome"),
    ]


@pytest.mark.parametrize("seed", range(30))
def test_what_may_be_left_out_is_there_where_the_call_is_about_it(seed: int) -> None:
    """Whatever the seed; no call is made twice."""
    offered = tool("get_weather", required=False, city=TEXT, days=NUMBER)
    run = act(asked("Weather in Oslo and Paris", offered), {}, seed=seed)
    assert [json.loads(call.arguments)["city"] for call in run.calls] == ["Oslo", "Paris"]


@pytest.mark.parametrize("parallel", [True, False])
def test_required_goes_on_after_the_last_thing(parallel: bool) -> None:
    """To the output function."""
    request = asked("Weather in Oslo and Paris", WEATHER, FINAL, mode="required", parallel_tool_calls=parallel)
    run = act(request, {}, ends=["final_result"], most=5)
    assert [call.name for call in run.calls] == ["get_weather", "get_weather", "final_result"]


def test_a_named_function_takes_the_next_thing() -> None:
    """One at a time, as it is called once."""
    run = act(asked("Weather in Oslo and Paris", WEATHER, mode="named", name="get_weather"), {}, most=3)
    said = [json.loads(call.arguments)["city"] for call in run.calls]
    assert said[:2] == ["Oslo", "Paris"]
    assert said[2] not in said[:2]


def test_the_results_are_told_apart() -> None:
    """By what each call was for."""
    run = act(
        asked("Weather in Oslo and Paris", WEATHER), lambda call: '{"temp_c": 4}' if "Oslo" in call.arguments else "7"
    )
    assert run.text is not None
    assert "From weather for Oslo: temp c is 4." in run.text
    assert "From weather for Paris: 7." in run.text


def test_long_and_odd_messages_are_no_trouble() -> None:
    """Nor are schemas without instances."""
    for message in ("", "\ud800", "weather " + "Oslo, " * 5000, "weather in " + "and " * 5000, "weather 1 and " * 900):
        assert len(targets(WEATHER, [message])) <= MOST
    impossible = Tool(name="get_weather", parameters={"type": "object", "properties": {"a": False}, "required": ["a"]})
    assert targets(impossible, ["Weather in Oslo and Paris"]) == ()
