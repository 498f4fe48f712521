"""Schemas that nothing can be made of, and images that are none: refused at `contract`; the gateway never looks."""

from functools import partial
from json import dumps
from typing import Any

import pytest
from gateway_asking import ask

from mockllm.core import ResponseFormat, ToolChoice

dumped = partial(dumps, separators=(",", ":"))

IMPOSSIBLE: dict[str, Any] = {"type": "object", "properties": {"a": {"enum": []}}, "required": ["a"]}
UNREADABLE: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "strin"}}}


def form(schema: Any) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": "s", "schema": schema}}


def tool(parameters: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": "f", "parameters": parameters}}


@pytest.mark.parametrize(("schema", "inside"), [(IMPOSSIBLE, ""), (UNREADABLE, ".properties.a.type")])
def test_the_place_is_told(schema: Any, inside: str) -> None:
    """Of a format's schema and of a tool's."""
    read = ask(response_format=form(schema))
    assert read.status == 400
    assert read.error.startswith(f"response_format.json_schema.schema{inside}")
    assert "makes the schema unusable" in read.error
    read = ask(tools=[tool({}), tool(schema)])
    assert read.error.startswith(f"tools[1].function.parameters{inside}")
    assert read.rejection.hint is None


@pytest.mark.parametrize("level", ["live", "lenient"])
@pytest.mark.parametrize("schema", [IMPOSSIBLE, UNREADABLE])
def test_other_levels_make_the_best_of_it(level: Any, schema: Any) -> None:
    """Text instead of JSON, and any object as arguments."""
    request = ask(level=level, response_format=form(schema), tools=[tool(schema), tool({"type": "object"})]).request
    assert request.response_format == ResponseFormat(kind="text")
    assert [each.parameters for each in request.tools] == [None, {"type": "object"}]


@pytest.mark.parametrize("kind", ["array", "string", "number", "null", "strin", None, 5, [], ["array", "null"], {}])
def test_parameters_are_those_of_an_object(kind: Any) -> None:
    """Told as every wrong word is; the other levels take any object, as for parameters they can't use."""
    read = ask(tools=[tool({}), tool({"type": kind, "items": {"type": "strin"}})])
    assert read.status == 400
    assert read.error == f"tools[1].function.parameters.type must be 'object', got {dumped(kind)}"
    for level in ("live", "lenient"):
        (offered,) = ask(level=level, tools=[tool({"type": kind})]).request.tools
        assert offered.parameters is None


def test_parameters_may_leave_their_type_out() -> None:
    """Or name others beside the object."""
    shapes: tuple[dict[str, Any], ...] = ({}, {"properties": {}}, {"type": ["object", "null"]})
    for parameters in shapes:
        assert ask(tools=[tool(parameters)]).request.tools[0].parameters == parameters


def test_a_named_tool_is_one_that_is_offered() -> None:
    """At `contract`; the gateway passes any choice on, and so it is taken for none."""
    choice = {"type": "function", "function": {"name": "g"}}
    read = ask(tools=[tool({})], tool_choice=choice)
    assert read.status == 400
    assert read.error.startswith('tool_choice.function.name must be the name of a function in tools, got "g"')
    for level in ("live", "lenient"):
        assert ask(level=level, tools=[tool({})], tool_choice=choice).request.tool_choice == ToolChoice(mode="auto")


@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
def test_what_has_an_instance_is_taken(level: Any) -> None:
    """As it is."""
    schema = {"type": "object", "properties": {"a": {"enum": [1]}}}
    request = ask(level=level, response_format=form(schema), tools=[tool(schema)]).request
    assert request.response_format.schema == schema
    assert request.tools[0].parameters == schema


@pytest.mark.parametrize(
    ("url", "good"),
    [
        ("data:image/png;base64,AAAA", True),
        ("https://example.com/a.png", True),
        ("data:image/png;base64,AAA", False),
        ("data:text/plain;base64,AAAA", False),
    ],
)
def test_images(url: str, good: bool) -> None:
    """Data URLs hold one; others are not looked at."""
    messages = [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]}]
    read = ask(messages=messages)
    if good:
        assert read.request.messages
    else:
        assert read.status == 400
        assert read.error.startswith("messages[0].content[0].image_url.url must be a URL of an image")
    assert ask(level="live", messages=messages).request.messages
    assert ask(level="lenient", messages=messages).request.messages
