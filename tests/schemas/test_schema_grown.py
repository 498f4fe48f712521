"""Any schema that can be met is met: schemas are grown around values."""

import json
from typing import Any

import jsonschema
from grown_schemas import grown
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from mockllm.schemas import Schema, clues_of, read
from mockllm.seeds import chances

PROMPT = 'Book 3 rooms in Oslo for Ada Lovelace, "with a view", ada@example.com, price 120.5, on 2026-05-04.'


@settings(
    max_examples=150,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a schema grown so doesn't shrink in minutes
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(grown(), st.integers(0, 1000), st.sampled_from(["", PROMPT]))
def test_a_schema_that_can_be_met_is_met(drawn: tuple[Any, Any], seed: int, prompt: str) -> None:
    """The instance is valid for the other validator too, and the same for the same seed."""
    _, schema = drawn
    found = read(schema)
    assert isinstance(found, Schema), found
    value = found.instance(chances(seed), clues_of(prompt))
    assert jsonschema.Draft202012Validator(schema).is_valid(value)
    assert json.dumps(found.instance(chances(seed), clues_of(prompt))) == json.dumps(value)
