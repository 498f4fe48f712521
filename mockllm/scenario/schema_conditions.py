"""The part of the JSON Schema that says what stands under `when` and `expect`."""

from collections.abc import Mapping, Sequence
from typing import Any

from mockllm.matching import FIELDS, GROUPS, OPERATORS

from .body_fields import BODY_FIELDS
from .closed import FORMATS

Schema = dict[str, Any]

OPERATORS_IN_OBJECTS: Schema = {"if": {"type": "object"}, "then": {"$ref": "#/$defs/Operators"}}

WHAT_FIELDS_ARE: Mapping[str, str] = {
    "model": "The model, as it is asked for or by the last part of its name.",
    "dialect": "The API: fireworks or gateway.",
    "provider": "The gateway's provider.",
    "user": "The last user message.",
    "system": "All system messages.",
    "any_message": "One of the messages.",
    "assistant": "The last message of the model.",
    "turn": "The number of user messages so far.",
    "step": "The number of the call since the last user message, from 1.",
    "message_count": "The number of messages.",
    "tools": "Tools that are offered, others allowed.",
    "tool_choice": "none, auto, required, or the name of the tool.",
    "tool_result": "The last result of a tool: bare, the tool's name; else {name, contains, json, …}.",
    "has_tool_result": "Whether there is a tool's result since the last user message.",
    "response_format": "The format that is asked for: text, json_object, json_schema or grammar.",
    "stream": "Whether the answer is to be streamed.",
    "namespace": "The namespace of the request.",
    "header": "Headers by their names.",
    "query": "Parameters of the URL by their names.",
    "body": "Parts of the body by their JSONPaths.",
}
WHAT_OPERATORS_ARE: Mapping[str, str] = {
    "equals": "It is the same.",
    "contains": "This is in it.",
    "regex": "The regex is found, written bare or as /…/i.",
    "glob": "The whole text fits, * being any text.",
    "any_of": "One of these holds.",
    "all_of": "All of these hold.",
    "not": "This does not hold.",
    "gt": "It is greater.",
    "gte": "It is not less.",
    "lt": "It is less.",
    "lte": "It is not greater.",
    "exists": "Whether it was sent.",
    "json": "All of this is in it.",
    "name": "The tool's name; of tool_result only.",
}
TYPES: Mapping[str, Sequence[str]] = {"text": ["string"], "name": ["string"], "number": ["number"], "flag": ["boolean"]}
LEAST: Mapping[str, int] = {"turn": 0, "step": 1}


def conditions(dialects: Sequence[str]) -> Schema:
    """Returns what a mapping of conditions looks like."""
    known = {name: {**of_field(name, dialects), "description": WHAT_FIELDS_ARE.get(name, name)} for name in FIELDS}
    for name in GROUPS:
        known[name] = {"type": "object", "description": WHAT_FIELDS_ARE[name], **members(name)}
    body = {
        name: {**OPERATORS_IN_OBJECTS, "description": f"The body's field {name}."}
        for name in BODY_FIELDS
        if name not in known
    }
    return {
        "type": "object",
        "properties": {**known, **body},
        "additionalProperties": False,
        "description": f"All of it has to hold. A bare value, /a regex/i, or operators: {', '.join(OPERATORS)}.",
    }


def operators() -> Schema:
    """Returns what a mapping of operators looks like."""
    kinds: Mapping[str, Schema] = {
        **{key: {"type": "number"} for key in ("gt", "gte", "lt", "lte")},
        **{key: {"type": "array", "minItems": 1} for key in ("any_of", "all_of")},
        "exists": {"type": "boolean"},
    }
    return {
        "type": "object",
        "minProperties": 1,
        "additionalProperties": False,
        "properties": {
            name: {**kinds.get(name, {}), "description": WHAT_OPERATORS_ARE.get(name, name)}
            for name in (*OPERATORS, "name")
        },
    }


def of_field(name: str, dialects: Sequence[str]) -> Schema:
    words = {"dialect": dialects, "response_format": FORMATS}.get(name)
    item: Schema = {}
    if words is not None:
        item = {"if": {"type": "string", "pattern": "[*/]"}, "else": {"enum": list(words)}}
    elif name in LEAST:
        item = {"minimum": LEAST[name]}
    items: Schema = {"items": {**OPERATORS_IN_OBJECTS, "else": item}} if item else {}
    either: Schema = {"if": {"type": "array"}, "then": {"minItems": 1, **items}, "else": item}
    return {"type": [*TYPES[FIELDS[name].kind], "array", "object"], **OPERATORS_IN_OBJECTS, "else": either}


def members(group: str) -> Schema:
    if group == "body":
        return {"propertyNames": {"pattern": r"^\$"}, "additionalProperties": OPERATORS_IN_OBJECTS}
    bare = {"type": ["string", "number", "array", "object"]}
    return {"additionalProperties": {**bare, **OPERATORS_IN_OBJECTS}}
