"""What values look like where neither schema nor prompt says more."""

import json
import re
import subprocess
import sys
from base64 import b64decode
from typing import Any

import jsonschema
import pytest

from mockllm.schemas import Schema, read
from mockllm.seeds import chances

LOOKS: dict[str, tuple[str, str]] = {
    "email": ("string", r"[\w.]+@example\.(com|org|net)"),
    "userId": ("string", r"[A-Z]{2}-\d{4}"),
    "uuid": ("string", r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"),
    "start_date": ("string", r"202[56]-\d\d-\d\d"),
    "createdAt": ("string", r"202[56]-\d\d-\d\dT\d\d:\d\d:00Z"),
    "homepage_url": ("string", r"https://example\.(com|org|net)/\w+"),
    "first_name": ("string", r"[A-Z][a-z]+"),
    "customer_name": ("string", r"[A-Z][a-z]+ [A-Z][a-z]+"),
    "city": ("string", r"[A-Z][a-z]+"),
    "currency": ("string", r"[A-Z]{3}"),
    "summary": ("string", r"[A-Z].{15,}\."),
    "phone": ("string", r"\+1-202-555-\d{4}"),
    "price": ("number", r"\d{1,3}(\.\d{1,2})?"),
    "age": ("integer", r"(1[89]|[2-7]\d|80)"),
    "year": ("integer", r"202[56]"),
    "score": ("number", r"(0(\.\d{1,2})?|1)"),
    "quantity": ("integer", r"[1-9]"),
    "latitude": ("number", r"-?\d{1,2}(\.\d{1,4})?"),
    "percent": ("integer", r"\d{1,3}"),
}


def instance(schema: Any, seed: int = 0) -> Any:
    found = read(schema)
    assert isinstance(found, Schema), found
    return found.instance(chances("values", seed))


@pytest.mark.parametrize("name", LOOKS)
def test_names_drive_values(name: str) -> None:
    """A property's value looks like what its name says."""
    kind, look = LOOKS[name]
    schema = {"type": "object", "properties": {name: {"type": kind}}, "required": [name]}
    for seed in range(10):
        value = instance(schema, seed)[name]
        assert re.fullmatch(look, str(value)), value


def test_integers_are_integers() -> None:
    """No 1.0 where an integer is wanted."""
    schema = {"type": "array", "items": {"type": "integer", "multipleOf": 0.5, "minimum": 0.5}, "minItems": 5}
    assert all(type(value) is int for value in instance(schema))


def test_answers_look_complete() -> None:
    """Most optional properties of a shallow object are there."""
    schema = {"type": "object", "properties": {f"p{number}": {"type": "string"} for number in range(8)}}
    assert sum(len(instance(schema, seed)) for seed in range(20)) / 20 > 6.5


def test_properties_stand_in_the_order_of_the_schema() -> None:
    """As a model writes them."""
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in "zyxw"}, "required": list("wxyz")}
    assert list(instance(schema)) == list("zyxw")


def test_examples_are_taken_sometimes() -> None:
    """And only where they are valid."""
    schema = {"type": "string", "examples": ["Lunch at noon", 5, ""], "default": "too " * 10, "maxLength": 20}
    values = {instance(schema, seed) for seed in range(30)}
    assert "Lunch at noon" in values
    assert len(values) > 2


def test_null_is_seldom_where_something_else_will_do() -> None:
    """An optional value is mostly there."""
    schema = {"anyOf": [{"type": "null"}, {"type": "string"}]}
    nulls = sum(instance(schema, seed) is None for seed in range(100))
    assert 0 < nulls < 30


def test_recursion_ends_soon() -> None:
    """A tree of eight branches doesn't fill the answer."""
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {"v": {"type": "integer"}, "kids": {"type": "array", "items": {"$ref": "#"}}},
        "required": ["v", "kids"],
    }
    assert all(len(str(instance(schema, seed))) < 20_000 for seed in range(20))


def test_other_processes_make_the_same_instances() -> None:
    """Neither hash seeds nor what ran before are in them."""
    code = """
import json
from mockllm.schemas import clues_of, read
from mockllm.seeds import chances
few = {"type": "array", "items": {"type": "integer", "maximum": 9}, "uniqueItems": True}
properties = {"a": {"type": ["string", "integer", "null"]}, "b": {"enum": [1, "x", None]}, "c": few}
schema = read({"type": "object", "properties": properties, "minProperties": 3})
print(json.dumps([schema.instance(chances(seed), clues_of("one or 2")) for seed in range(20)]))
"""
    seen = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(seen) == 1
    assert next(iter(seen)).strip()


def test_importing_it_brings_no_validator() -> None:
    """The validator is loaded when the first schema is read."""
    code = "import sys, mockllm.schemas; print('jsonschema_rs' in sys.modules)"
    outcome = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert outcome.stdout.strip() == "False"


def test_a_phone_number_without_signs_looks_like_one() -> None:
    """As patterns of E.164 want it."""
    schema = {"type": "object", "properties": {"phone": {"type": "string", "pattern": r"^\+?[1-9]\d{1,14}$"}}}
    assert instance({**schema, "required": ["phone"]})["phone"].startswith("+1202555")


def test_json_in_a_text_is_for_the_schema_of_what_is_in_it() -> None:
    """As pydantic's `Json[list[int]]` writes it, and reads it."""
    inner = {"type": "array", "items": {"type": "integer"}, "minItems": 1}
    outer = {"type": "string", "contentMediaType": "application/json", "contentSchema": inner}
    for seed in range(5):
        assert jsonschema.Draft202012Validator(inner).is_valid(json.loads(instance(outer, seed)))
        encoded = instance({**outer, "contentEncoding": "base64"}, seed)
        assert jsonschema.Draft202012Validator(inner).is_valid(json.loads(b64decode(encoded)))
