"""Numbers where floats end, or lie far apart."""

from typing import Any

import jsonschema_rs
import pytest

from mockllm.schemas import Schema, SchemaProblem, read
from mockllm.seeds import chances

EXTREMES: list[dict[str, Any]] = [
    {"minimum": 1e308},
    {"minimum": 1.7976931348623157e308},
    {"maximum": -1e308},
    {"type": "integer", "minimum": 1e308},
    {"exclusiveMinimum": 1e308},
    {"minimum": 5e-324, "maximum": 1e-323},
    {"exclusiveMinimum": 0, "maximum": 1e-300},
    {"minimum": -1e-300, "exclusiveMaximum": 0},
    {"exclusiveMinimum": 0.1, "exclusiveMaximum": 0.10000000000000003},
    {"minimum": 1e16, "exclusiveMaximum": 1.0000000000000004e16},
    {"minimum": 1.2345678901234567e17},
    {"maximum": 1e23, "minimum": 1e23},
    {"multipleOf": 1e308},
    {"multipleOf": 1e308, "exclusiveMinimum": 0},
    {"multipleOf": 1e-308, "minimum": 1},
    {"type": "integer", "minimum": 2**63, "maximum": 2**64},
    {"type": "integer", "minimum": 10**400},
]


@pytest.mark.parametrize("schema", EXTREMES, ids=lambda schema: repr(schema)[:60])
def test_a_number_is_found_where_floats_end(schema: dict[str, Any]) -> None:
    """The validator, which compares as floats are, agrees."""
    schema = {"type": "number", **schema}
    found = read(schema)
    assert isinstance(found, Schema), found
    validator = jsonschema_rs.Draft202012Validator(schema)
    for seed in range(10):
        assert validator.is_valid(found.instance(chances(seed)))


def test_a_gap_between_two_floats_is_a_problem() -> None:
    """What is written is read as a float again, so nothing lies there."""
    found = read({"type": "number", "exclusiveMinimum": 0.5, "exclusiveMaximum": 0.5000000000000001})
    assert isinstance(found, SchemaProblem)
    assert "float" in found.message
