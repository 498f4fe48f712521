"""Schemas that are grown around a value, so that each is known to be met by something."""

import re
from typing import Any

import jsonschema
from hypothesis import strategies as st

NAMES = ["name", "age", "city", "email", "tags", "price", "is_open", "created_at", "a", "b", "x-1", "Ü"]
SCALARS: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1000, 1000),
    st.integers(-40, 40).map(lambda quarters: quarters / 4),
    st.text("abcXYZ019 -_é", max_size=8),
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=8,
)
OTHER_SCHEMAS: st.SearchStrategy[Any] = st.sampled_from(
    [
        {"type": "string", "minLength": 30},
        {"type": "integer", "minimum": 5000},
        {"type": "object", "required": ["never"]},
        {"type": "array", "minItems": 5},
        {"type": "null"},
        {"const": "something else"},
        {"type": "boolean"},
        {"type": "number", "multipleOf": 7, "exclusiveMaximum": -1000},
    ]
)


@st.composite
def grown(draw: st.DrawFn) -> tuple[Any, Any]:
    """Draws a value and a schema that it meets."""
    value = draw(VALUES)
    schema = around(draw, value, 3)
    if draw(st.booleans()):
        schema = {"$defs": {"it": schema}, "$ref": "#/$defs/it"}
    assert meets(value, schema)
    return value, schema


def meets(value: Any, schema: Any) -> bool:
    found: bool = jsonschema.Draft202012Validator(schema).is_valid(value)
    return found


def around(draw: st.DrawFn, value: Any, depth: int) -> Any:
    """Draws a schema that a value meets."""
    schema = own(draw, value, depth)
    if depth <= 0 or draw(st.integers(0, 2)):
        return schema
    other = draw(OTHER_SCHEMAS)
    match draw(st.sampled_from(["allOf", "anyOf", "oneOf", "not", "if", "else"])):
        case "allOf":
            return {"allOf": [schema, around(draw, value, depth - 1)]}
        case "anyOf":
            return {"anyOf": draw(st.permutations([schema, other, around(draw, value, depth - 2)]))}
        case "oneOf" if not meets(value, other):
            return {"oneOf": draw(st.permutations([schema, other]))}
        case "not" if not meets(value, other):
            return {**schema, "not": other}
        case "if":
            return {"if": around(draw, value, depth - 2), "then": schema}
        case "else" if not meets(value, other):
            return {"if": other, "else": schema, "then": {"type": "null"}}
    return schema


def own(draw: st.DrawFn, value: Any, depth: int) -> dict[str, Any]:
    """Draws keywords for the kind of value it is."""
    if draw(st.integers(0, 5)) == 0:
        return draw(st.sampled_from([{"const": value}, {"enum": [value]}, {"enum": [value, "other", 5, [1]]}]))
    if value is None:
        return {"type": draw(st.sampled_from(["null", ["null", "string"]]))}
    if isinstance(value, bool):
        return {"type": "boolean"}
    if isinstance(value, (int, float)):
        return number(draw, value)
    if isinstance(value, str):
        return text(draw, value)
    if isinstance(value, list):
        return array(draw, value, depth)
    return mapping(draw, value, depth)


def some(draw: st.DrawFn, keywords: dict[str, Any]) -> dict[str, Any]:
    """Draws a part of an object."""
    return {name: keywords[name] for name in keywords if draw(st.booleans())}


def number(draw: st.DrawFn, value: float) -> dict[str, Any]:
    whole = float(value).is_integer()
    bounds = {
        "minimum": value - draw(st.sampled_from([0, 0.25, 1, 10])),
        "exclusiveMaximum": value + draw(st.sampled_from([0.25, 1, 10])),
        "multipleOf": draw(st.sampled_from([1, 0.5, 0.25])) if whole else 0.25,
    }
    return {"type": draw(st.sampled_from(["integer", "number"])) if whole else "number", **some(draw, bounds)}


def text(draw: st.DrawFn, value: str) -> dict[str, Any]:
    keywords = {
        "minLength": max(0, len(value) - draw(st.integers(0, 3))),
        "maxLength": len(value) + draw(st.integers(0, 5)),
        "pattern": draw(
            st.sampled_from(
                [
                    f"^{re.escape(value[:2])}",
                    f"{re.escape(value[-2:])}$",
                    f"^.{{0,{len(value) + 2}}}$",
                    "^[a-cX-Z019 _é-]*$",
                    f"^(?:{re.escape(value)}|zzz)$",
                ]
            )
        ),
    }
    return {"type": "string", **some(draw, keywords)}


def array(draw: st.DrawFn, value: list[Any], depth: int) -> dict[str, Any]:
    keywords: dict[str, Any] = {
        "minItems": max(0, len(value) - draw(st.integers(0, 2))),
        "maxItems": len(value) + draw(st.integers(0, 3)),
    }
    first = draw(st.integers(0, len(value)))
    keywords["prefixItems"] = [around(draw, item, depth - 1) for item in value[:first]] or [{}]
    keywords["items"] = {"anyOf": [around(draw, item, depth - 1) for item in value] or [{"type": "integer"}]}
    if value:
        keywords["contains"] = around(draw, value[-1], depth - 1)
    if meets(value, {"uniqueItems": True}):
        keywords["uniqueItems"] = True
    return {"type": "array", **some(draw, keywords)}


def mapping(draw: st.DrawFn, value: dict[str, Any], depth: int) -> dict[str, Any]:
    properties = {name: around(draw, inner, depth - 1) for name, inner in value.items()}
    required = draw(st.lists(st.sampled_from(list(value)), unique=True)) if value else []
    keywords: dict[str, Any] = {
        "properties": properties | ({"never": {"type": "string"}} if draw(st.booleans()) else {}),
        "required": required,
        "minProperties": max(0, len(value) - draw(st.integers(0, 2))),
        "maxProperties": len(value) + draw(st.integers(0, 2)),
        "propertyNames": {"maxLength": 12},
    }
    if len(value) > 1:
        names = list(value)
        keywords["dependentRequired"] = {names[0]: [names[1]]}
        keywords["dependentSchemas"] = {names[0]: {"properties": {names[1]: properties[names[1]]}}}
    schema = {"type": "object", **some(draw, keywords)}
    if "properties" in schema and draw(st.booleans()):
        schema[draw(st.sampled_from(["additionalProperties", "unevaluatedProperties"]))] = False
    return schema
