"""The JSON Schema of the scenario file, for editors."""

from collections.abc import Mapping
from typing import Any

from mockllm.faults import names as fault_names
from mockllm.matching import FIELDS, GROUPS, OPERATORS

from .body_fields import BODY_FIELDS
from .file_models import ScenarioFile
from .reply_models import CallEntry

DRAFT = "https://json-schema.org/draft/2020-12/schema"
REFERENCES = "#/$defs/{model}"
CONDITIONS = "Conditions"

CALL: Mapping[str, Any] = {
    "anyOf": [
        {"type": "string", "minLength": 1, "description": "A tool's name; its arguments are generated."},
        {"$ref": "#/$defs/CallEntry"},
        {
            "type": "object",
            "minProperties": 1,
            "maxProperties": 1,
            "not": {"required": ["name"]},
            "additionalProperties": {"type": ["object", "string"]},
            "description": "{tool: arguments}, where a text is sent as it is.",
        },
    ]
}

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


def schema() -> dict[str, Any]:
    """Returns the schema, made of the models that read the files."""
    made = ScenarioFile.model_json_schema(ref_template=REFERENCES)
    definitions = made.pop("$defs")
    call = CallEntry.model_json_schema(ref_template=REFERENCES)
    definitions.update(call.pop("$defs", {}), CallEntry=call)
    definitions[CONDITIONS] = conditions()
    whole = tidied({**made, "$defs": dict(sorted(definitions.items()))})
    plain: dict[str, Any] = {"$schema": DRAFT, "title": "mockllm scenario file", **whole}
    for definition in (plain, *plain["$defs"].values()):
        refine(definition.get("properties", {}))
    return plain


def conditions() -> dict[str, Any]:
    """What stands under `when` and `expect`."""
    known = {name: {"description": WHAT_FIELDS_ARE.get(name, name)} for name in (*FIELDS, *GROUPS)}
    for name in GROUPS:
        known[name]["type"] = "object"
    operators = ", ".join(OPERATORS)
    body = {name: {"description": f"The body's field {name}."} for name in BODY_FIELDS if name not in known}
    return {
        "type": "object",
        "properties": {**known, **body},
        "additionalProperties": False,
        "description": f"All of it has to hold. A bare value, /a regex/i, or operators: {operators}.",
    }


def refine(properties: dict[str, Any]) -> None:
    """Says what the models leave open, since others read it."""
    for name in ("when", "expect"):
        if name in properties and "additionalProperties" in properties[name]:
            properties[name] = {"$ref": f"#/$defs/{CONDITIONS}", "description": properties[name]["description"]}
    if "tool_calls" in properties:
        properties["tool_calls"]["items"] = CALL
    if "fault" in properties:
        properties["fault"]["anyOf"] = [
            {"type": "string"},
            {"type": "object", "properties": {name: {} for name in (*fault_names(), "rate")}},
            {"type": "array", "items": {"type": ["string", "object"]}},
        ]


def tidied(value: Any) -> Any:
    """Leaves out what pydantic adds for others than people: titles, and defaults that stand for nothing."""
    if isinstance(value, list):
        return [tidied(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: {name: tidied(inner) for name, inner in item.items()} if key in ("properties", "$defs") else tidied(item)
        for key, item in value.items()
        if not (key == "default" and item is None) and not (key == "title" and isinstance(item, str))
    }
