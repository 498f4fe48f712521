"""What a request is told of its schemas: a matter of its body alone, said once, and at the place."""

import json
from typing import Any

import pytest

from mockllm import dialects
from mockllm.clock import FrozenClock
from mockllm.core import Incoming, Level, Rejection, Request
from mockllm.engine import Options

MODELS = {"fireworks": "accounts/fireworks/models/llama-v3p3-70b-instruct", "gateway": "openai/gpt-4o"}
GOOD = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"type": "string", "format": "date", "maxLength": 5}, "format"),
    ({"type": "string", "format": "email", "pattern": "^[^@]+$"}, "pattern"),
    ({"type": "string", "pattern": r"^(a)\1{9}$", "maxLength": 9}, "pattern"),
    ({"type": "string", "pattern": "^(?=.*(a|b){90}c)(?=.*d{80})(?=.*e{70}).*$"}, "pattern"),
    ({"type": "strin"}, "type"),
]


def parsed(dialect: str, level: Level = "contract", **fields: Any) -> Request | Rejection:
    messages = [{"role": "user", "content": "What is the weather in Oslo?"}]
    body = {"model": MODELS[dialect], "messages": messages, **fields}
    arrived = Incoming(
        method="POST", path="/chat/completions", query="", headers={}, level=level, body=json.dumps(body).encode()
    )
    return dialects.load()[dialect].parse(arrived, Options(clock=FrozenClock()))


def function(name: str, parameters: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "description": "Looks.", "parameters": parameters}}


@pytest.mark.parametrize("dialect", MODELS)
@pytest.mark.parametrize("choice", ["auto", "required"])
@pytest.mark.parametrize(("inner", "keyword"), IMPOSSIBLE, ids=[repr(case[0])[:60] for case in IMPOSSIBLE])
def test_a_tool_is_refused_whether_it_would_be_called_or_not(
    inner: dict[str, Any], keyword: str, choice: str, dialect: str
) -> None:
    """The second tool's parameters are impossible, and the first one is what is asked for."""
    parameters = {"type": "object", "properties": {"on": inner}, "required": ["on"]}
    tools = [function("get_weather", GOOD), function("frobnicate", parameters)]
    refused = parsed(dialect, tools=tools, tool_choice=choice)
    assert isinstance(refused, Rejection)
    assert [fault.loc for fault in refused.faults] == [
        ("tools", 1, "function", "parameters", "properties", "on", keyword)
    ]
    assert refused.faults[0].message.lower().count("found no") <= 1


@pytest.mark.parametrize("dialect", MODELS)
def test_a_response_format_is_refused_the_same_way(dialect: str) -> None:
    """What we fail to find is told like what cannot be."""
    schema = {"type": "object", "properties": {"on": IMPOSSIBLE[3][0]}, "required": ["on"]}
    form = {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}
    refused = parsed(dialect, response_format=form)
    assert isinstance(refused, Rejection)
    place = ("response_format", "json_schema", "schema", "properties", "on", "pattern")
    assert [fault.loc for fault in refused.faults] == [place]


@pytest.mark.parametrize("dialect", MODELS)
def test_an_alternative_to_an_object_does_not_count(dialect: str) -> None:
    """Arguments are an object, so null is no way out of parameters that no object meets."""
    parameters = {"type": ["object", "null"], "required": ["on"], "properties": {"on": {"not": {}}}}
    assert isinstance(parsed(dialect, tools=[function("frobnicate", parameters)]), Rejection)


@pytest.mark.parametrize("dialect", MODELS)
def test_what_is_read_leniently_is_no_refusal(dialect: str) -> None:
    """Parameters that nothing can be made of are left out."""
    parameters = {"type": "object", "properties": {"on": IMPOSSIBLE[0][0]}, "required": ["on"]}
    request = parsed(dialect, "lenient", tools=[function("frobnicate", parameters)])
    assert isinstance(request, Request)
    assert not request.tools[0].parameters
