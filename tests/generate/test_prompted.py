"""A schema that stands in the prompt is obeyed where JSON is asked for without one."""

import json
from typing import Any

import pytest
from asgi_client import call
from jsonschema import Draft202012Validator

from mockllm.generate.prompted import schema_in
from mockllm.server import build
from mockllm.settings import Settings

APP = build(Settings(clock="frozen"))
SCHEMA: dict[str, Any] = {
    "properties": {"harbour": {"type": "string"}, "height": {"type": "number", "minimum": 1}},
    "required": ["harbour", "height"],
    "title": "Tide",
    "type": "object",
}


def ask(system: str) -> Any:
    body = {
        "model": "accounts/fireworks/models/kimi-k2-instruct-0905",
        "messages": [{"role": "system", "content": system}, {"role": "user", "content": "The tide of Dover."}],
        "response_format": {"type": "json_object"},
    }
    headers = {"content-type": "application/json"}
    answer = json.loads(call(APP, "/v1/chat/completions", json.dumps(body).encode(), headers=headers).body)
    return json.loads(answer["choices"][0]["message"]["content"])


@pytest.mark.parametrize("indent", [None, 2])
def test_the_schema_of_a_prompt_is_obeyed(indent: int | None) -> None:
    """However it is written, and whatever stands around it."""
    said = ask(f"Answer with JSON for this schema:\n\n{json.dumps(SCHEMA, indent=indent)}\n\nNothing else.")
    assert list(Draft202012Validator(SCHEMA).iter_errors(said)) == []


def test_a_schema_nothing_obeys_is_passed_over() -> None:
    """It is only a text."""
    assert isinstance(ask('Use {"type": "object", "properties": {"a": false}, "required": ["a"]}.'), dict)


@pytest.mark.parametrize(
    "text",
    ["", "{", "{{{{", '{"name": "an example"}', '{"properties": 5}', '{"type": "array", "properties": {}}', "{" * 5000],
)
def test_what_is_no_schema_is_none(text: str) -> None:
    """Examples, other types, and braces of any kind."""
    assert schema_in([text]) is None


def test_the_first_schema_counts() -> None:
    """After braces that are none."""
    assert schema_in(["no {braces}", f"see {{x}} and {json.dumps(SCHEMA)} and {{}}"]) == SCHEMA
