"""Schemas and grammars that nothing can be made of, and media that are none, are refused at their place."""

import json
from typing import Any

import pytest

PIXEL = "data:image/png;base64,iVBORw0KGgo="
OBJECT: dict[str, Any] = {"type": "object", "properties": {"a": {"minimum": 5, "maximum": 3, "type": "integer"}}}
IMPOSSIBLE = {**OBJECT, "required": ["a"]}
UNREADABLE = {"type": "object", "properties": {"a": {"type": "strin"}}}
DANGLING = {"type": "object", "properties": {"a": {"$ref": "#/$defs/x"}}}
INSIDE = {"type": "json_schema", "json_schema": {"name": "x", "schema": UNREADABLE}}


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"type": "json_object", "schema": IMPOSSIBLE}, "schema.properties.a.maximum"),
        ({"type": "json_object", "schema": UNREADABLE}, "schema.properties.a.type"),
        ({"type": "json_object", "schema": json.dumps(IMPOSSIBLE)}, "schema"),
        ({"type": "json_object", "json_schema": {"schema": UNREADABLE}}, "json_schema.schema.properties.a.type"),
        ({"type": "json_schema", "json_schema": UNREADABLE}, "json_schema.properties.a.type"),
        (
            {"type": "json_schema", "json_schema": {"name": "x", "schema": DANGLING}},
            "json_schema.schema.properties.a.$ref",
        ),
        (INSIDE, "json_schema.schema.properties.a.type"),
        ({"type": "json_schema", "json_schema": json.dumps(INSIDE["json_schema"])}, "json_schema"),
        ({"type": "json_schema", "json_schema": {"name": "x", "schema": json.dumps(UNREADABLE)}}, "json_schema.schema"),
        ({"type": "json_schema", "schema": UNREADABLE}, "schema.properties.a.type"),
        ({"type": "json_schema", "json_schema": '{"name": "x"}'}, "json_schema"),
        ({"type": "grammar", "grammar": 'root ::= "a'}, "grammar"),
        ({"type": "grammar", "grammar": ""}, "grammar"),
    ],
)
def test_the_place_of_a_bad_format_is_told(ask: Any, given: Any, place: str) -> None:
    """Inside the schema; of one in a text, the text."""
    read = ask(response_format=given)
    assert read.entries == [(f"response_format.{place}", "value_error")]
    assert "cannot be used" in read.json["detail"][0]["msg"]
    assert ask("live", response_format=given).outgoing.status == 400
    assert ask("lenient", response_format=given).request.response_format.kind == "text"


def test_a_place_inside_a_text_is_in_the_message(ask: Any) -> None:
    """Since it has no place in the body."""
    read = ask(response_format={"type": "json_object", "schema": json.dumps(IMPOSSIBLE)})
    assert read.json["detail"][0]["msg"].endswith("(at properties.a.maximum)")


@pytest.mark.parametrize("text", ["[1]", "null", "{", "5", json.dumps(UNREADABLE)])
def test_the_input_is_what_was_sent(ask: Any, text: str) -> None:
    """The string, not what it means; also inside OpenAI's form."""
    for given in (
        {"type": "json_object", "schema": text},
        {"type": "json_schema", "json_schema": text},
        {"type": "json_schema", "json_schema": {"name": "x", "schema": text}},
    ):
        (entry,) = ask(response_format=given).json["detail"]
        assert entry["input"] == text


def test_the_input_of_what_is_missing_is_what_lacks_it(ask: Any) -> None:
    """As pydantic has it."""
    for given, place in (
        ({"type": "json_schema"}, ["json_schema"]),
        ({"type": "json_schema", "json_schema": {"name": "x"}}, ["json_schema", "schema"]),
        ({"type": "grammar", "grammar": None}, ["grammar"]),
    ):
        (entry,) = ask(response_format=given).json["detail"]
        assert entry["loc"] == ["body", "response_format", *place]
        assert entry["input"] == (given["json_schema"] if len(place) > 1 else given)


@pytest.mark.parametrize("level", ["contract", "live"])
def test_a_grammars_fault_has_line_and_column(ask: Any, level: Any) -> None:
    """They count from 1."""
    read = ask(level, response_format={"type": "grammar", "grammar": 'root ::= x\nx ::= "a'})
    message = read.message if level == "live" else read.json["detail"][0]["msg"]
    assert "line 2, column 7: " in message


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"tools": [{"type": "function", "function": {"name": "f", "parameters": IMPOSSIBLE}}]}, "tools.0.function"),
        ({"functions": [{"name": "g"}, {"name": "f", "parameters": IMPOSSIBLE}]}, "functions.1"),
    ],
)
def test_the_place_of_bad_parameters_is_told(ask: Any, fields: Any, place: str) -> None:
    """Whether the function would be called or not; leniently it takes any object."""
    assert ask(**fields).entries == [(f"{place}.parameters.properties.a.maximum", "value_error")]
    assert "JSON Schema not supported" in ask("live", **fields).message
    assert ask("lenient", **fields).request.tools[-1].parameters is None


def test_a_fault_of_structure_is_told_once(ask: Any) -> None:
    """By the rule that is about it."""
    tool = {"type": "function", "function": {"name": "f", "parameters": {"type": "array", "properties": []}}}
    assert ask(tools=[tool]).entries == [
        ("tools.0.function.parameters.type", "literal_error"),
        ("tools.0.function.parameters.properties", "dict_type"),
    ]


@pytest.mark.parametrize("schema", [{}, {"type": "object", "properties": {}}, OBJECT])
def test_what_has_an_instance_is_taken(ask: Any, schema: Any) -> None:
    """Also where one of its properties has none."""
    tool = {"type": "function", "function": {"name": "f", "parameters": schema}}
    for level in ("contract", "live", "lenient"):
        assert ask(level, tools=[tool]).request.tools[0].parameters == schema


def test_live_shows_the_subschema(ask: Any) -> None:
    """The innermost that holds the fault, as Python writes it."""
    assert ask("live", response_format=INSIDE).message == (
        "JSON Schema not supported: could not understand the instance `{'type': 'strin'}`."
    )


def part(url: str, kind: str = "image") -> list[dict[str, Any]]:
    return [{"role": "user", "content": [{"type": f"{kind}_url", f"{kind}_url": {"url": url}}]}]


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        (PIXEL, "image"),
        (PIXEL.replace("png", "svg+xml;charset=utf-8"), "image"),
        ("DATA:Image/PNG;BASE64,AAAA", "image"),
        ("data:image/png;base64,AA\nAA", "image"),
        ("data:video/mp4;base64,AAAA", "video"),
        ("https://example.com/a.png", "image"),
        ("http://x/v.mp4", "video"),
        ("gs://bucket/a", "image"),
        ("a.png", "image"),
    ],
)
def test_media_that_can_be_some(ask: Any, url: str, kind: str) -> None:
    """Data URLs that decode; of others nothing is known, since nothing is fetched."""
    assert ask(messages=part(url, kind)).request.messages


@pytest.mark.parametrize(
    ("url", "kind", "why"),
    [
        ("data:image/png;base64", "image", "comma"),
        ("data:image/png;base64,", "image", "holds no image"),
        ("data:image/png;base64,AAA", "image", "no base64"),
        ("data:image/png;base64,AA!A", "image", "no base64"),
        ("data:image/png;base64,é", "image", "no base64"),
        ("data:image/png,AAAA", "image", "base64"),
        ("data:;base64,AAAA", "image", "image/"),
        ("data:application/pdf;base64,AAAA", "image", "application/pdf"),
        ("data:video/mp4;base64,AAAA", "image", "video/mp4"),
        (PIXEL, "video", "image/png"),
    ],
)
def test_media_that_are_none(ask: Any, url: str, kind: str, why: str) -> None:
    """Refused at `contract`, saying what is wrong with the URL."""
    read = ask(messages=part(url, kind))
    assert read.entries == [(f"messages.0.content.0.{kind}_url.url", "value_error")]
    assert why in read.json["detail"][0]["msg"]
    for level in ("live", "lenient"):
        assert ask(level, messages=part(url, kind)).request.messages


def test_a_tools_message_may_bring_media_too(ask: Any) -> None:
    """Whose URLs are checked alike."""
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    answer = {**part("data:,")[0], "role": "tool", "tool_call_id": "c"}
    read = ask(messages=[{"role": "user", "content": "x"}, {"role": "assistant", "tool_calls": [call]}, answer])
    assert read.entries == [("messages.2.content.0.image_url.url", "value_error")]
