"""Instances of a collection of schemas, judged by another validator."""

import json
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
from schema_collection import DRAFT_4, SCHEMAS

from mockllm.schemas import Schema, read
from mockllm.seeds import chances

SEEDS = 5


def judge(schema: Any) -> Any:
    """The other validator, or ours where a pattern is one that Python can't read."""
    text = json.dumps(schema)
    if "\\\\p" in text or "^(?i)" in text:
        return jsonschema_rs.validator_for(schema, validate_formats=True)
    kind = jsonschema.Draft202012Validator
    if isinstance(schema, dict):
        if '"items": [' in text or '"dependencies"' in text:
            kind = jsonschema.Draft7Validator
        if '"exclusiveMinimum": true' in text or schema.get("$schema") == DRAFT_4:
            kind = jsonschema.Draft4Validator
        kind = jsonschema.validators.validator_for(schema, kind)
    return kind(schema, format_checker=kind.FORMAT_CHECKER)


@pytest.mark.parametrize("name", SCHEMAS)
def test_instances_are_valid(name: str) -> None:
    """Whatever the seed, an instance is valid."""
    schema = SCHEMAS[name]
    found = read(schema)
    assert isinstance(found, Schema), found
    validator = judge(schema)
    for seed in range(SEEDS):
        value = found.instance(chances(name, seed))
        assert validator.is_valid(value), value
        assert found.accepts(value)


def test_the_collection_is_large() -> None:
    """So that nobody thins it out unnoticed."""
    assert len(SCHEMAS) >= 100


@pytest.mark.parametrize("name", ["pydantic Order", "tree", "pattern [0-9]+", "one of overlapping", "many unique"])
def test_the_same_chance_gives_the_same_instance(name: str) -> None:
    """Nothing but chance and clues is in an instance, not even what was asked before."""
    one, other = read(SCHEMAS[name]), read({**SCHEMAS[name], "$comment": "read anew"})
    assert isinstance(one, Schema)
    assert isinstance(other, Schema)
    for seed in range(3):
        one.instance(chances("warm", seed))
    assert json.dumps(one.instance(chances(1))) == json.dumps(other.instance(chances(1)))


@pytest.mark.parametrize("name", ["pydantic Order", "expression", "pattern [0-9]+", "pydantic Person"])
def test_chance_makes_a_difference(name: str) -> None:
    """Twenty seeds don't give one instance."""
    found = read(SCHEMAS[name])
    assert isinstance(found, Schema)
    assert len({json.dumps(found.instance(chances(name, seed))) for seed in range(20)}) > 5
