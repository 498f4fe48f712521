"""Schemas out of pydantic models: they say what the models check, in JSON Schema's words and no others."""

from typing import Annotated, Any, Literal

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mockllm.wire import Boolean, Integer, Number, Text, arm
from mockllm.wire.openapi import REFERENCE, document, schemas

ABSENT: Any = None


class Inner(BaseModel):
    """Something inside."""

    model_config = ConfigDict(extra="forbid")

    title: Text
    default: Text = ABSENT
    ge: Integer = 5


class Outer(BaseModel):
    """Something outside."""

    whole: Annotated[Integer, Field(ge=0, le=100)] | None = None
    above: Annotated[Integer, Field(gt=0, lt=5)] = ABSENT
    share: Annotated[Number, Field(ge=0, le=1)] = 1.0
    flag: Boolean = False
    word: Literal["a", "b"] = "a"
    union: Annotated[Text, arm("str")] | Annotated[list[Inner], Field(max_length=2), arm("list[Inner]")] = ABSENT
    table: dict[str, Annotated[Integer, Field(ge=-1, le=1)]] = ABSENT


FOUND = schemas(Outer)
VALIDATOR = Draft202012Validator({"$ref": f"{REFERENCE}Outer", "components": {"schemas": FOUND}})


def test_what_a_model_is_made_of_has_schemas_too() -> None:
    """By the models' names."""
    assert list(FOUND) == ["Inner", "Outer"]


def test_bounds_have_their_names() -> None:
    """Also those that stand behind a function of ours, for which pydantic has other words."""
    properties = FOUND["Outer"]["properties"]
    assert properties["whole"]["anyOf"][0] == {"type": "integer", "minimum": 0, "maximum": 100}
    assert properties["above"] == {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 5}
    assert properties["table"]["additionalProperties"] == {"type": "integer", "minimum": -1, "maximum": 1}


def test_names_are_left_alone() -> None:
    """A property may be called what elsewhere is a keyword to be tidied."""
    assert FOUND["Inner"]["properties"] == {
        "title": {"type": "string"},
        "default": {"type": "string"},
        "ge": {"type": "integer", "default": 5},
    }


def test_marks_of_arms_do_not_show() -> None:
    """Neither their names nor the character they begin with."""
    assert "arm" not in str(FOUND)
    assert "\\x00" not in str(FOUND)


@pytest.mark.parametrize(
    "value",
    [
        {}, {"whole": None}, {"whole": 10.0}, {"whole": 0}, {"whole": 100}, {"share": 1}, {"union": "x"}, {"union": []},
        {"union": [{"title": "x"}]}, {"table": {"a": -1}}, {"flag": True}, {"other": 1},
        {"whole": 101}, {"whole": -1}, {"whole": True}, {"whole": 0.5}, {"whole": "1"}, {"above": 0}, {"above": 5},
        {"above": None}, {"share": 1.5}, {"share": None}, {"share": "1"}, {"flag": 1}, {"flag": "true"}, {"word": "c"},
        {"union": None}, {"union": [{}]}, {"union": [{"title": "x", "more": 1}]}, {"union": [{"title": "x"}] * 3},
        {"table": {"a": 2}}, {"table": {"a": None}}, {"table": []}, [], "x", None,
    ],
)  # fmt: skip
def test_schema_and_model_agree(value: Any) -> None:
    """What the one takes the other takes."""
    try:
        Outer.model_validate(value)
    except ValidationError:
        taken = False
    else:
        taken = True
    assert VALIDATOR.is_valid(value) is taken


def test_every_operation_takes_our_headers_and_a_key() -> None:
    """Beside its own parameters; one that needs no key says so."""
    own = {"name": "provider", "in": "query", "schema": {}}
    paths: dict[str, Any] = {"/a": {"get": {"parameters": [own]}}, "/b": {"get": {"security": []}}}
    said = document(title="t", description="d", paths=paths, components={})["paths"]
    names = [each["name"] for each in said["/a"]["get"]["parameters"]]
    assert names == ["provider", "x-mockllm-fidelity", "x-mockllm-namespace"]
    assert said["/a"]["get"]["security"] == [{"key": []}, {}]
    assert said["/b"]["get"]["security"] == []
