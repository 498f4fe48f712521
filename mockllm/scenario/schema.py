"""The JSON Schema of the scenario file, for editors.

Where a mapping or something else may stand, it says first which of them: so an editor names the key that is wrong.
"""

from collections.abc import Sequence
from typing import Any

from mockllm.faults import examples

from .closed import DIALECTS
from .file_models import ScenarioFile
from .reply_models import CallEntry
from .schema_conditions import conditions, operators
from .schema_rules import rules

DRAFT = "https://json-schema.org/draft/2020-12/schema"
REFERENCES = "#/$defs/{model}"
CONDITIONS = "Conditions"
ORDER = ("object", "array", "boolean", "integer", "number", "string")
"""In which kinds of value are told apart; what is of none is held against the last."""

Schema = dict[str, Any]

ONE_CALL: Schema = {
    "minProperties": 1,
    "maxProperties": 1,
    "additionalProperties": {"type": ["object", "string"]},
    "description": "{tool: arguments}, where a text is sent as it is.",
}
CALL: Schema = {
    "if": {"type": "object"},
    "then": {"if": {"required": ["name"]}, "then": {"$ref": "#/$defs/CallEntry"}, "else": ONE_CALL},
    "else": {"type": "string", "minLength": 1, "description": "A tool's name; its arguments are generated."},
}
FAULT: Schema = {
    "if": {"type": "object"},
    "then": {"$ref": "#/$defs/Fault"},
    "else": {
        "type": "string",
        "pattern": rf"^\s*({'|'.join((*examples(), 'rate', 'how'))})\s*(=[^;]*)?(;.*)?$",
        "description": "A fault's name, or drop_after=3 chunks.",
    },
}


def schema(dialects: Sequence[str] = DIALECTS) -> Schema:
    """Returns the schema, made of the models that read the files."""
    made = ScenarioFile.model_json_schema(ref_template=REFERENCES)
    definitions = made.pop("$defs")
    call = CallEntry.model_json_schema(ref_template=REFERENCES)
    definitions.update(call.pop("$defs", {}), CallEntry=call)
    whole = tidied({**made, "$defs": dict(sorted(definitions.items()))})
    for name, definition in whole["$defs"].items():
        refine(definition["properties"], dialects)
        definition.update(rules(name, definition["properties"]))
    refine(whole["properties"], dialects)
    whole["$defs"].update({CONDITIONS: conditions(dialects), "Operators": operators(), "Fault": fault()})
    return {"$schema": DRAFT, "title": "mockllm scenario file", **whole}


def fault() -> Schema:
    """What a mapping under `fault` looks like."""
    known = {name: {"description": f"Such as {example}."} for name, example in examples().items()}
    options = {
        "rate": {"description": "How often it happens, from 0 to 1."},
        "how": {"description": "How a dropped connection ends: close or reset.", "enum": ["close", "reset"]},
    }
    return {"type": "object", "minProperties": 1, "additionalProperties": False, "properties": {**known, **options}}


def refine(properties: Schema, dialects: Sequence[str]) -> None:
    """Says what the models leave open, since others read it."""
    for name in ("when", "expect"):
        if name in properties and "additionalProperties" in properties[name]:
            properties[name] = {"$ref": f"#/$defs/{CONDITIONS}", "description": properties[name]["description"]}
    if "tool_calls" in properties:
        properties["tool_calls"]["items"] = CALL
    if "dialect" in properties:
        properties["dialect"]["enum"] = list(dialects)
    if "fault" in properties:
        several = {"type": "array", "minItems": 1, "items": FAULT}
        properties["fault"].update({"if": {"type": "array"}, "then": several, "else": FAULT})


def branched(arms: Sequence[Schema]) -> Schema:
    """Makes a choice by the kind of value of a choice between forms; as it was, where two have one kind."""
    kinds = {kind(arm): arm for arm in arms}
    if len(kinds) < len(arms) or not kinds.keys() <= {*ORDER}:
        return {"anyOf": list(arms)}
    first, *others = sorted(arms, key=lambda arm: ORDER.index(kind(arm)))
    if not others:
        return first
    return {"if": {"type": kind(first)}, "then": first, "else": branched(others)}


def kind(arm: Schema) -> str:
    return "object" if "$ref" in arm else str(arm.get("type"))


def tidied(value: Any) -> Any:
    """Leaves out what pydantic adds for others than people: titles, and defaults that stand for nothing.

    Choices between forms are made such between kinds of value.
    """
    if isinstance(value, list):
        return [tidied(item) for item in value]
    if not isinstance(value, dict):
        return value
    made: Schema = {
        key: {name: tidied(inner) for name, inner in item.items()} if key in ("properties", "$defs") else tidied(item)
        for key, item in value.items()
        if not (key == "default" and item is None) and not (key == "title" and isinstance(item, str))
    }
    return {**branched(made.pop("anyOf")), **made} if "anyOf" in made else made
