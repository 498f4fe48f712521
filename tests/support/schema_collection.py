"""Schemas as people and libraries write them, each with a name: all of them can be met."""

from datetime import date, datetime
from enum import StrEnum
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field


class Size(StrEnum):
    SMALL = "small"
    LARGE = "large"


class Address(BaseModel):
    street: str
    city: str
    zip_code: str = Field(pattern=r"^\d{5}$")
    country: str = Field(min_length=2, max_length=2)


class Line(BaseModel):
    product_name: str
    quantity: int = Field(ge=1, le=20)
    unit_price: float = Field(gt=0, multiple_of=0.01)


class Order(BaseModel):
    order_id: UUID
    customer_name: str
    shipping: Address
    lines: list[Line] = Field(min_length=1, max_length=5)
    size: Size
    note: str | None = None
    ordered_on: date
    created_at: datetime
    tags: set[str] = Field(default_factory=set)


class Cat(BaseModel):
    kind: Literal["cat"]
    meows: int


class Dog(BaseModel):
    kind: Literal["dog"]
    barks: float


class Owner(BaseModel):
    pet: Cat | Dog = Field(discriminator="kind")
    spare: Cat | Dog | None


class Branch(BaseModel):
    name: str
    children: list["Branch"] = []


class Person(BaseModel):
    name: str
    age: int = Field(ge=0, lt=130)
    position: tuple[float, float]
    scores: dict[str, float]
    best_friend: "Person | None" = None


PYDANTIC: dict[str, Any] = {
    f"pydantic {model.__name__}": model.model_json_schema()
    for model in (Address, Line, Order, Cat, Owner, Branch, Person)
}


def closed(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An object as strict tools write it: all properties required, no others allowed."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
        **more,
    }


DRAFT_7 = "http://json-schema.org/draft-07/schema#"
DRAFT_4 = "http://json-schema.org/draft-04/schema#"

ZOD: dict[str, Any] = {
    "zod object": closed({"a": {"type": "string"}, "b": {"type": "number"}}, **{"$schema": DRAFT_7}),
    "zod tuple": {
        "$schema": DRAFT_7,
        "type": "array",
        "minItems": 2,
        "maxItems": 2,
        "items": [{"type": "string"}, {"type": "integer"}],
    },
    "zod tuple with rest": {"type": "array", "items": [{"type": "string"}], "additionalItems": {"type": "boolean"}},
    "zod closed tuple": {
        "type": "array",
        "items": [{"const": 1}, {"const": 2}],
        "additionalItems": False,
        "minItems": 2,
    },
    "zod nullable": closed(
        {"a": {"type": ["string", "null"]}, "b": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}
    ),
    "zod record": {"type": "object", "additionalProperties": {"type": "integer"}, "propertyNames": {"minLength": 3}},
    "zod discriminated union": {
        "anyOf": [closed({"t": {"const": "a"}, "x": {"type": "string"}}), closed({"t": {"const": "b"}})]
    },
    "zod lazy": {
        "$ref": "#/definitions/Node",
        "definitions": {
            "Node": closed(
                {"value": {"type": "integer"}, "next": {"anyOf": [{"$ref": "#/definitions/Node"}, {"type": "null"}]}}
            )
        },
        "$schema": DRAFT_7,
    },
    "zod refined string": {"type": "string", "minLength": 5, "maxLength": 9, "pattern": "^[a-z0-9_]+$"},
    "zod intersection": {
        "allOf": [
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
            {"type": "object", "properties": {"b": {"type": "number"}}, "required": ["b"]},
        ],
        "unevaluatedProperties": False,
    },
    "openapi nullable": {
        "type": "object",
        "properties": {"a": {"type": "string", "nullable": True}},
        "required": ["a"],
    },
    "draft 4 exclusive bounds": {"type": "integer", "minimum": 3, "exclusiveMinimum": True, "maximum": 5},
    "draft 4 id": {
        "$schema": DRAFT_4,
        "id": "http://x.test/a",
        "definitions": {"b": {"type": "null"}},
        "$ref": "#/definitions/b",
    },
    "draft 7 dependencies": {
        "type": "object",
        "properties": {"card": {"type": "string"}},
        "required": ["card"],
        "dependencies": {"card": ["address"], "address": {"properties": {"address": {"type": "integer"}}}},
    },
    "draft 7 reference with siblings": {
        "$schema": DRAFT_7,
        "definitions": {"s": {"type": "string"}},
        "properties": {"a": {"$ref": "#/definitions/s", "type": "array"}},
        "required": ["a"],
        "type": "object",
    },
}

TEXTS: dict[str, Any] = (
    {
        f"format {name}": {"type": "string", "format": name}
        for name in (
            "date",
            "time",
            "date-time",
            "duration",
            "email",
            "idn-email",
            "hostname",
            "ipv4",
            "ipv6",
            "uri",
            "iri",
            "uri-reference",
            "uri-template",
            "uuid",
            "regex",
            "json-pointer",
            "relative-json-pointer",
            "nonsense",
        )
    }
    | {
        f"pattern {pattern}": {"type": "string", "pattern": pattern}
        for pattern in (
            r"^[A-Z]{2}-\d{4}$",
            r"^(?:red|green|blue)$",
            r"^\+?[1-9]\d{1,14}$",
            r"[0-9]+",
            r"^[^\s@]+@[^\s@]+\.[^\s@]+$",
            r"^(?=.*[A-Z])(?=.*\d)[A-Za-z\d]{8,}$",
            r"^(?!foo)[a-z]{3}$",
            r"^(\w)\1$",
            r"^\p{Lu}\p{Ll}+$",
            r"^#(?:[0-9a-f]{3}){1,2}$",
            r"^(a|b(c|d)*)+$",
            r"^\u00e9+$",
            r"^.{3}$",
            r"^$",
            r"^\d{4}-(0[1-9]|1[0-2])$",
            r"^[\w.-]+/[\w.-]+$",
            r"^(?i)abc$",
            r"^[]a]+$",
            r"\bword\b",
            r"^x*y?z{2,}$",
        )
    }
    | {
        "pattern and length": {"type": "string", "pattern": "^[a-c]+$", "minLength": 12, "maxLength": 14},
        "open pattern and length": {"type": "string", "pattern": "x", "minLength": 12, "maxLength": 14},
        "two patterns": {"type": "string", "allOf": [{"pattern": "^a"}, {"pattern": "z$"}], "maxLength": 3},
        "email of few letters": {"type": "string", "format": "email", "maxLength": 8},
        "long address": {"type": "string", "format": "uri", "minLength": 90, "maxLength": 95},
        "long text": {"type": "string", "minLength": 2000, "maxLength": 2001},
        "no text": {"type": "string", "maxLength": 0},
        "not this text": {"type": "string", "enum": ["a", "b"], "not": {"const": "a"}},
        "no pattern": {"type": "string", "not": {"pattern": "[aeiou]"}, "minLength": 3},
    }
)

NUMBERS: dict[str, Any] = {
    "tenths": {"type": "number", "minimum": 0.15, "maximum": 0.45, "multipleOf": 0.1},
    "two multiples": {"type": "integer", "allOf": [{"multipleOf": 4}, {"multipleOf": 6}], "minimum": 13, "maximum": 24},
    "exclusive": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.001},
    "exclusive integers": {"type": "integer", "exclusiveMinimum": 3, "exclusiveMaximum": 5},
    "no integer": {"type": "number", "not": {"type": "integer"}},
    "far away": {"type": "integer", "minimum": 10**30},
    "below zero": {"type": "number", "maximum": -1000000},
    "fine multiple": {"type": "number", "multipleOf": 0.0001, "minimum": 1.00005, "maximum": 1.0002},
}

ARRAYS: dict[str, Any] = {
    "prefix": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "null"}], "items": False, "minItems": 2},
    "contains": {
        "type": "array",
        "contains": {"const": 7},
        "minContains": 2,
        "maxContains": 3,
        "items": {"type": "integer"},
    },
    "contains at most": {
        "type": "array",
        "items": {"enum": [1, 2]},
        "contains": {"const": 1},
        "maxContains": 1,
        "minItems": 4,
    },
    "contains none": {
        "type": "array",
        "contains": {"type": "string"},
        "minContains": 0,
        "maxContains": 0,
        "minItems": 2,
    },
    "unique few": {"type": "array", "items": {"enum": ["a", "b", "c"]}, "uniqueItems": True, "minItems": 3},
    "unique integers": {
        "type": "array",
        "items": {"type": "integer", "minimum": 1, "maximum": 6},
        "uniqueItems": True,
        "minItems": 6,
    },
    "many unique": {"type": "array", "items": {"type": "string"}, "uniqueItems": True, "minItems": 200},
    "unevaluated": {"type": "array", "prefixItems": [{"const": 1}], "unevaluatedItems": False, "minItems": 1},
    "nested": {"type": "array", "minItems": 2, "items": {"type": "array", "minItems": 2, "items": {"type": "boolean"}}},
    "two of them": {
        "type": "array",
        "allOf": [{"contains": {"const": "a"}}, {"contains": {"const": "b"}}],
        "items": {"type": "string"},
    },
    "not unique": {"type": "array", "not": {"uniqueItems": True}},
    "not empty": {"not": {"maxItems": 0}, "type": "array"},
}

OBJECTS: dict[str, Any] = {
    "patterns": {
        "type": "object",
        "patternProperties": {"^x-": {"type": "integer"}},
        "additionalProperties": False,
        "minProperties": 2,
    },
    "names": {"type": "object", "propertyNames": {"pattern": "^[a-z]{2}$"}, "minProperties": 3},
    "names of a set": {
        "type": "object",
        "propertyNames": {"enum": ["a", "b", "c"]},
        "minProperties": 3,
        "additionalProperties": {"type": "integer"},
    },
    "at most": {"type": "object", "properties": {c: {"type": "string"} for c in "abcdef"}, "maxProperties": 2},
    "at least": {
        "type": "object",
        "properties": {c: {"type": "string"} for c in "abcdef"},
        "minProperties": 6,
        "additionalProperties": False,
    },
    "dependent": {
        "type": "object",
        "properties": {"a": {}, "b": {}},
        "dependentRequired": {"a": ["b"], "b": ["c"]},
        "required": ["a"],
    },
    "dependent schemas": {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
        "required": ["a"],
        "dependentSchemas": {"a": {"required": ["b"], "properties": {"b": {"minimum": 500}}}},
    },
    "pattern and property": {
        "type": "object",
        "properties": {"ab": {"minimum": 5}},
        "patternProperties": {"^a": {"type": "integer", "maximum": 6}},
        "required": ["ab"],
    },
    "unevaluated over branches": {
        "type": "object",
        "anyOf": [
            {"properties": {"a": {"const": 1}}, "required": ["a"]},
            {"properties": {"b": {"const": 2}}, "required": ["b"]},
        ],
        "unevaluatedProperties": False,
    },
    "lacking": {"type": "object", "properties": {"a": {}, "b": {}}, "not": {"required": ["a"]}, "required": ["b"]},
    "false property": {"type": "object", "properties": {"a": False, "b": {"const": 1}}, "required": ["b"]},
    "only unmet option": {
        "type": "object",
        "properties": {"a": {"enum": []}, "b": {"type": "array", "minItems": 1, "maxItems": 0}},
    },
}

COMBINED: dict[str, Any] = {
    "one of overlapping": {"oneOf": [{"type": "integer", "minimum": 2}, {"type": "integer", "maximum": 4}]},
    "one of objects": {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "oneOf": [{"required": ["a"]}, {"required": ["b"]}],
    },
    "any of with base": {"type": "string", "anyOf": [{"minLength": 5}, {"type": "integer"}], "maxLength": 6},
    "if then else": {
        "type": "object",
        "properties": {"country": {"enum": ["US", "NL"]}, "code": {"type": "string"}},
        "required": ["country", "code"],
        "if": {"properties": {"country": {"const": "US"}}},
        "then": {"properties": {"code": {"pattern": "^[0-9]{5}$"}}},
        "else": {"properties": {"code": {"pattern": "^[0-9]{4} [A-Z]{2}$"}}},
    },
    "not any of": {"not": {"anyOf": [{"type": "string"}, {"type": "object"}, {"type": "null"}]}},
    "not an object of that kind": {
        "type": "object",
        "properties": {"k": {"enum": ["a", "b"]}},
        "required": ["k"],
        "not": {"properties": {"k": {"const": "a"}}},
    },
    "not all of": {"type": "integer", "not": {"allOf": [{"minimum": 3}, {"maximum": 100}]}},
    "double not": {"not": {"not": {"type": "string", "minLength": 4}}},
    "all of objects": {
        "allOf": [
            {"type": "object", "properties": {"a": {"minimum": 3}}, "required": ["a"]},
            {"properties": {"a": {"type": "integer", "maximum": 3}}},
        ]
    },
    "enum and type": {"enum": ["a", 1, None, [1], {"b": 2}], "type": ["array", "object"]},
    "many of one": {"oneOf": [closed({"k": {"const": f"v{place}"}}) for place in range(60)]},
    "many conditions": {
        "type": "object",
        "allOf": [
            {
                "if": {"required": [f"a{place}"]},
                "then": {"required": [f"b{place}"]},
                "else": {"required": [f"c{place}"]},
            }
            for place in range(20)
        ],
    },
    "tree": {
        "$defs": {
            "tree": closed({"v": {"type": "integer"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/tree"}}})
        },
        "$ref": "#/$defs/tree",
    },
    "expression": {
        "$defs": {
            "e": {
                "anyOf": [
                    {"type": "number"},
                    closed(
                        {
                            "op": {"enum": ["+", "*"]},
                            "args": {"type": "array", "items": {"$ref": "#/$defs/e"}, "minItems": 2},
                        }
                    ),
                ]
            }
        },
        "$ref": "#/$defs/e",
    },
    "dynamic": {
        "$id": "https://x.test/strings",
        "$ref": "list",
        "$defs": {
            "s": {"$dynamicAnchor": "T", "type": "string"},
            "list": {
                "$id": "list",
                "type": "array",
                "minItems": 2,
                "items": {"$dynamicRef": "#T"},
                "$defs": {"any": {"$dynamicAnchor": "T", "not": True}},
            },
        },
    },
    "anchor": {"$defs": {"a": {"$anchor": "here", "type": "boolean"}}, "$ref": "#here"},
    "pointer with escapes": {"$defs": {"a/b~c d": {"const": 5}}, "$ref": "#/$defs/a~1b~0c%20d"},
    "reference into a property": {
        "properties": {"a": {"type": "integer"}, "b": {"$ref": "#/properties/a"}},
        "required": ["b"],
        "type": "object",
    },
    "embedded resource": {
        "$id": "https://x.test/root",
        "$defs": {"n": {"$id": "n", "$ref": "#/$defs/q", "$defs": {"q": {"type": "string"}}}},
        "type": "array",
        "minItems": 1,
        "items": {"$ref": "n"},
    },
    "a schema for schemas": {
        "type": "object",
        "properties": {"schema": {"$ref": "https://json-schema.org/draft/2020-12/schema"}},
        "required": ["schema"],
    },
    "true": True,
    "empty": {},
}

SCHEMAS: dict[str, Any] = {**PYDANTIC, **ZOD, **TEXTS, **NUMBERS, **ARRAYS, **OBJECTS, **COMBINED}
