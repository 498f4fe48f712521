"""Schemas that can't be used: what is said of them, where, and that it takes no time."""

from typing import Any

import pytest

from mockllm.schemas import Schema, SchemaProblem, read
from mockllm.schemas.problem import Contradiction
from mockllm.seeds import chances


def nested(levels: int, keyword: str, inner: Any, **more: Any) -> Any:
    for _ in range(levels):
        inner = {keyword: inner, **more}
    return inner


def doubled(levels: int, keyword: str) -> dict[str, Any]:
    """Each level refers to the next one twice."""
    places = {
        f"l{level}": {keyword: [{"$ref": f"#/$defs/l{level - 1}"}] * 2} if level else {"type": "string"}
        for level in range(levels)
    }
    return {"$defs": places, "$ref": f"#/$defs/l{levels - 1}"}


UNREADABLE: list[tuple[Any, tuple[str | int, ...]]] = [
    (3, ()),
    ([], ()),
    (None, ()),
    ("string", ()),
    ({"type": "strin"}, ("type",)),
    ({"type": 5}, ("type",)),
    ({"properties": {"a": 3}}, ("properties", "a")),
    ({"properties": []}, ("properties",)),
    ({"properties": {"a": {"minimum": "3"}}}, ("properties", "a", "minimum")),
    ({"items": {"pattern": "(["}}, ("items", "pattern")),
    ({"required": "a"}, ("required",)),
    ({"allOf": []}, ("allOf",)),
    ({"anyOf": [{}, {"maxLength": -1}]}, ("anyOf", 1, "maxLength")),
    ({"multipleOf": 0}, ("multipleOf",)),
    ({"properties": {"a": {"$ref": "#/$defs/b"}}}, ("properties", "a", "$ref")),
    ({"items": {"$ref": "#there"}}, ("items", "$ref")),
    ({"items": {"$ref": "https://example.com/schema.json"}}, ("items", "$ref")),
    ({"items": {"$ref": "other.json#/a"}}, ("items", "$ref")),
    ({"a": 5, "$ref": "#/a"}, ("$ref",)),
    ({"$schema": "http://json-schema.org/draft-04/schema#", "if": 3}, ("if",)),
    ({"$schema": "http://json-schema.org/draft-04/schema#", "dependentSchemas": 3}, ("dependentSchemas",)),
    ({"maximum": float("inf")}, ()),
    ({"const": "\ud800"}, ()),
]

UNSATISFIABLE: list[tuple[Any, tuple[str | int, ...]]] = [
    (False, ()),
    ({"not": {}}, ("not",)),
    ({"enum": []}, ("enum",)),
    ({"type": "integer", "minimum": 5, "maximum": 3}, ("maximum",)),
    ({"type": "integer", "exclusiveMinimum": 3, "exclusiveMaximum": 4}, ()),
    ({"type": "integer", "minimum": 1, "maximum": 6, "multipleOf": 7}, ()),
    ({"type": "string", "minLength": 3, "maxLength": 2}, ("maxLength",)),
    ({"type": "string", "pattern": "^a{3}$", "maxLength": 2}, ("pattern",)),
    ({"type": "string", "pattern": "^a{3}$", "minLength": 5}, ("pattern",)),
    ({"type": "string", "pattern": "^a+$", "minLength": 2, "allOf": [{"pattern": "b"}]}, ("allOf", 0, "pattern")),
    (
        {"type": "string", "pattern": "^a+$", "not": {"pattern": "^a{2,9}$"}, "minLength": 2, "maxLength": 9},
        ("pattern",),
    ),
    ({"type": "string", "pattern": "^(?=.*b)a*$"}, ("pattern",)),
    ({"type": "string", "pattern": "^(?<=a)b"}, ("pattern",)),
    ({"type": "string", "format": "date", "maxLength": 5}, ("format",)),
    ({"type": "string", "format": "email", "maxLength": 2}, ("format",)),
    ({"type": "string", "format": "uuid", "minLength": 40}, ("format",)),
    ({"type": "string", "format": "time", "pattern": r"^\d\d:\d\d$"}, ("pattern",)),
    ({"type": "string", "format": "email", "pattern": "^[^@]+$"}, ("pattern",)),
    ({"type": "string", "format": "date", "pattern": "^2023-02-29$"}, ("pattern",)),
    (
        {
            "type": "object",
            "properties": {"on": {"type": "string", "format": "date", "maxLength": 5}},
            "required": ["on"],
        },
        ("properties", "on", "format"),
    ),
    ({"type": "number", "exclusiveMinimum": 0.5, "exclusiveMaximum": 0.5000000000000001}, ("exclusiveMaximum",)),
    ({"type": "string", "format": "uri", "enum": ["not a uri"]}, ("enum",)),
    ({"type": "string", "enum": [1, 2]}, ("enum",)),
    ({"type": "string", "const": 1}, ("const",)),
    ({"allOf": [{"type": "string"}, {"type": "integer"}]}, ("allOf", 1, "type")),
    ({"allOf": [{"const": 1}, {"const": 2}]}, ("allOf", 1, "const")),
    ({"type": "array", "minItems": 2, "maxItems": 1}, ("maxItems",)),
    ({"type": "array", "items": False, "minItems": 1}, ("items",)),
    ({"type": "array", "prefixItems": [{}], "items": False, "minItems": 2}, ("items",)),
    ({"type": "array", "items": {"type": "boolean"}, "uniqueItems": True, "minItems": 3}, ("items",)),
    ({"type": "array", "contains": {"enum": []}}, ("contains", "enum")),
    ({"type": "object", "required": ["a"], "additionalProperties": False}, ("required",)),
    ({"type": "object", "required": ["a"], "properties": {"a": False}}, ("required",)),
    ({"type": "object", "required": ["a"], "properties": {"a": {"enum": []}}}, ("properties", "a", "enum")),
    ({"type": "object", "required": ["a", "b"], "maxProperties": 1}, ("required",)),
    (
        {"type": "object", "properties": {"a": {}}, "additionalProperties": False, "minProperties": 2},
        ("minProperties",),
    ),
    ({"type": "object", "required": ["ab"], "propertyNames": {"maxLength": 1}}, ("propertyNames",)),
    ({"anyOf": [{"enum": []}, {"type": "string", "minLength": 2, "maxLength": 1}]}, ("anyOf",)),
    ({"oneOf": [{"type": "string"}, {"type": "string"}], "type": "string"}, ("oneOf",)),
    ({"type": "string", "not": {"type": "string"}}, ("not", "type")),
    ({"const": "a", "not": {"enum": ["a", "b"]}}, ("const",)),
    ({"type": "boolean", "not": {"enum": [True, False]}}, ()),
    (
        {"type": "object", "properties": {"next": {"$ref": "#"}}, "required": ["next"]},
        ("properties", "next"),
    ),
    ({"type": "array", "items": {"$ref": "#"}, "minItems": 1}, ("items",)),
    (
        {
            "type": "object",
            "properties": {
                "a": {"type": "object", "properties": {"b": {"minimum": 2, "maximum": 1, "type": "number"}}}
            },
            "required": ["a"],
            "allOf": [{"properties": {"a": {"required": ["b"]}}}],
        },
        ("properties", "a", "properties", "b", "maximum"),
    ),
]

HOSTILE: dict[str, Any] = {
    "a reference to itself": {"$ref": "#"},
    "a branch back to itself": {"anyOf": [{"$ref": "#"}, {"type": "string"}]},
    "a circle": {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"allOf": [{"$ref": "#/$defs/a"}]}}},
    "a billion items": {"type": "array", "minItems": 10**9},
    "a million letters": {"type": "string", "minLength": 10**6},
    "a billion properties": {"type": "object", "minProperties": 10**9},
    "a million in two levels": {
        "type": "array",
        "minItems": 1000,
        "items": {"type": "array", "minItems": 1000, "items": {"type": "integer"}},
    },
    "all of, doubled": doubled(60, "allOf"),
    "any of, doubled": doubled(60, "anyOf"),
    "too deep": nested(400, "items", {}),
    "a pattern too large": {"type": "string", "pattern": "^((a{100}){100}){100}$"},
    "a pattern too deep": {"type": "string", "pattern": "(" * 5000 + "a" + ")" * 5000},
    "values too deep": nested(90, "items", {}, type="array", minItems=1),
    "properties, doubled": {
        "$defs": {
            f"l{level}": {
                "allOf": [{"properties": {"x": {"$ref": f"#/$defs/l{level - 1}"}}, "required": ["x"], "type": "object"}]
                * 2
            }
            if level
            else {"type": "string"}
            for level in range(45)
        },
        "$ref": "#/$defs/l44",
    },
    "too large": {"enum": ["x" * 1000] * 2000},
}

BULKY: dict[str, Any] = {
    "a billion letters allowed": {"type": "string", "maxLength": 10**9},
    "a billion items allowed": {"type": "array", "maxItems": 10**9, "items": {"type": "string"}},
    "an optional billion": {"type": "object", "properties": {"a": {"type": "array", "minItems": 10**9}}},
    "catastrophic pattern": {"type": "string", "pattern": "^(a+)+$", "minLength": 40},
    "bushy recursion": {"type": "object", "properties": {c: {"$ref": "#"} for c in "abcdefgh"}},
    "thousands of properties": {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(3000)}},
    "hundreds of alternatives": {
        "anyOf": [{"type": "object", "properties": {"k": {"const": n}}, "required": ["k"]} for n in range(500)]
    },
    "a chain of dependents": {
        "type": "object",
        "properties": {f"a{n}": {} for n in range(60)},
        "dependentSchemas": {f"a{n}": {"required": [f"a{n + 1}"]} for n in range(60)},
    },
    "not, eighty times": nested(80, "not", {"type": "string"}),
    "far too many decimals": {"type": "number", "multipleOf": 1e-300},
}

HARD: dict[str, Any] = {
    "a puzzle without solution": {
        "type": "object",
        "allOf": [
            *[
                {"anyOf": [{"properties": {f"a{n}": {"const": v}}, "required": [f"a{n}"]} for v in (1, 2)]}
                for n in range(30)
            ],
            {"not": {"properties": {"a0": {"enum": [1, 2]}}}},
        ],
    },
    "a pattern that looks ahead in vain": {"type": "string", "pattern": "^(?=(a+)+b$)a*c$"},
}


@pytest.mark.parametrize(("schema", "place"), UNREADABLE, ids=repr)
def test_an_unreadable_schema_is_refused_with_its_place(schema: Any, place: tuple[str | int, ...]) -> None:
    """The place is that of the fault."""
    found = read(schema)
    assert isinstance(found, SchemaProblem)
    assert found.place == place
    assert found.message


@pytest.mark.parametrize(("schema", "place"), UNSATISFIABLE, ids=repr)
def test_an_unsatisfiable_schema_is_refused_with_its_place(schema: Any, place: tuple[str | int, ...]) -> None:
    """The place is that of a keyword that has a part in it."""
    found = read(schema)
    assert isinstance(found, SchemaProblem)
    assert found.place == place


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_schema_is_refused(name: str) -> None:
    """It is a problem of the schema, found without hanging."""
    assert isinstance(read(HOSTILE[name]), SchemaProblem)


@pytest.mark.parametrize("name", BULKY)
def test_a_schema_that_only_looks_hostile_is_met(name: str) -> None:
    """What may be huge is small."""
    found = read(BULKY[name])
    assert isinstance(found, Schema)
    assert found.accepts(found.instance(chances(name)))


@pytest.mark.parametrize("name", HARD)
def test_the_search_ends(name: str) -> None:
    """Where we neither find a value nor see that there is none, we give up, and say so once."""
    found = read(HARD[name])
    assert isinstance(found, SchemaProblem)
    assert found.place[0] in ("allOf", "pattern")


def test_a_problem_shows_the_value() -> None:
    """Whoever reads it sees what stands at the place."""
    found = read({"properties": {"a": {"type": "strin"}}})
    assert isinstance(found, SchemaProblem)
    assert found.value == "strin"
    assert "strin" in found.message


def test_an_instance_is_no_part_of_the_schema() -> None:
    """Changing an instance changes neither the next one nor what the schema allows."""
    found = read({"const": {"a": [1]}})
    assert isinstance(found, Schema)
    found.instance(chances(1))["a"].append(2)
    assert found.instance(chances(1)) == {"a": [1]}


def test_what_is_kept_holds_no_frames() -> None:
    """A contradiction that is remembered doesn't keep alive what was at hand when it was found."""
    with pytest.raises(Contradiction) as caught:
        raise Contradiction(("a",), "nothing", 1, proved=False)
    bare = caught.value.bare()
    assert bare.__traceback__ is None
    assert (bare.place, bare.message, bare.value, bare.proved) == (("a",), "nothing", 1, False)
