"""That nothing can meet a schema is said only where it was proved, not where a search ended."""

from typing import Any

import jsonschema
import pytest

from mockllm.schemas import Schema, read
from mockllm.schemas.checker import Checker
from mockllm.schemas.claims import Claim, Wish
from mockllm.schemas.document import Document
from mockllm.schemas.settling import DEEPEST_PROOF, Allowance, Knowledge, Settler
from mockllm.seeds import chances

CLASH = {"type": "string", "allOf": [{"anyOf": [{"enum": [1]}, {"minimum": 4, "maximum": 2, "type": "integer"}]}]}


def deep(inner: dict[str, Any], levels: int) -> dict[str, Any]:
    """A schema so many required properties below others."""
    for _ in range(levels):
        inner = {"type": "object", "properties": {"a": inner}, "required": ["a"]}
    return inner


@pytest.mark.parametrize("levels", [2, DEEPEST_PROOF - 3, DEEPEST_PROOF + 3, DEEPEST_PROOF + 15])
@pytest.mark.parametrize("word", ["anyOf", "oneOf"])
def test_a_part_that_cannot_be_made_rules_out_only_its_branch(levels: int, word: str) -> None:
    """However deep in the branch it lies: the other branches are tried."""
    schema = {word: [deep(CLASH, levels), deep({"const": 7}, levels)]}
    found = read(schema)
    assert isinstance(found, Schema), found
    for seed in range(5):
        assert jsonschema.Draft202012Validator(schema).is_valid(found.instance(chances(seed)))


def test_what_a_spent_attempt_did_not_see_is_looked_at_again() -> None:
    """That one had to stop looking is kept by none for those who come after."""
    document = Document(CLASH, "2020-12")
    document.follow_all()
    knowledge = Knowledge(document, Checker(document))
    wish = Wish((Claim("meets", document.root),))
    assert Settler(knowledge, Allowance(10, 0)).impossible(wish) is None
    assert Settler(knowledge, Allowance(10, 1000)).impossible(wish) is not None
