"""Makes OpenAPI 3.1 documents: schemas out of the pydantic models that validate, and the frame around them.

Not in the face of `wire`: only who is asked for a document needs it.
"""

from collections.abc import Mapping
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from mockllm import __version__
from mockllm.core import Level

Json = dict[str, Any]

OPENAPI = "3.1.0"
REFERENCE = "#/components/schemas/"
BOUNDS = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
"""What pydantic calls the bounds of a number that it checks after a function of ours, and what JSON Schema does."""

MAPS = ("properties", "$defs", "patternProperties")
"""Keywords whose keys are names; everywhere else keys are keywords."""

HINT: Json = {"x-mockllm-hint": {"description": "What to change, in a sentence.", "schema": {"type": "string"}}}


def schemas(*models: type[BaseModel]) -> dict[str, Json]:
    """Returns the schemas of models and of all they are made of, by name."""
    modes: list[Any] = [(model, "validation") for model in models]
    _, found = models_json_schema(modes, ref_template=REFERENCE + "{model}")
    return {name: tidy(schema) for name, schema in sorted(found["$defs"].items())}


def tidy(schema: Any) -> Any:
    """Drops titles that repeat a name and nulls that stand for "left out"; gives bounds their JSON Schema names."""
    if isinstance(schema, list):
        return [tidy(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept: Json = {}
    key: str
    for key, value in schema.items():
        if key == "title" or (key == "default" and value is None):
            continue
        if key in MAPS:
            kept[key] = {name: tidy(item) for name, item in value.items()}
        elif key in ("default", "const", "enum"):
            kept[key] = value
        else:
            kept[BOUNDS.get(key, key)] = tidy(value)
    return kept


def described(schema: Json, words: Mapping[str, str]) -> Json:
    """Gives the properties of an object their descriptions."""
    properties = {name: {**value, "description": words[name]} for name, value in schema["properties"].items()}
    return {**schema, "properties": properties}


def ref(model: type[BaseModel]) -> Json:
    return {"$ref": REFERENCE + model.__name__}


def json_of(*models: type[BaseModel]) -> Json:
    """The content of a JSON body of one of these shapes."""
    shapes = [ref(model) for model in models]
    return {"application/json": {"schema": shapes[0] if len(shapes) == 1 else {"anyOf": shapes}}}


def events_of(chunk: type[BaseModel]) -> Json:
    """The content of a stream; the schema is that of one event, read as an object of its fields."""
    data = {
        "description": "A chunk as JSON text, or [DONE] at the end.",
        "type": "string",
        "anyOf": [{"const": "[DONE]"}, {"contentMediaType": "application/json", "contentSchema": ref(chunk)}],
    }
    event = {"type": "object", "required": ["data"], "properties": {"data": data}}
    return {"text/event-stream": {"schema": {"description": "Each event of the stream.", **event}}}


def answer(description: str, *content: Json, headers: Mapping[str, Json] | None = None) -> Json:
    merged = {kind: value for each in content for kind, value in each.items()}
    return {"description": description, **({"headers": dict(headers)} if headers else {}), "content": merged}


def refusal(description: str, *models: type[BaseModel]) -> Json:
    return answer(description, json_of(*models), headers=HINT)


def health(answered: type[BaseModel], refused: type[BaseModel]) -> Json:
    """The operation that says whether the server is up; it needs no key."""
    return {
        "operationId": "health",
        "summary": "Says that the server is up.",
        "security": [],
        "responses": {
            "200": answer("It is.", json_of(answered)),
            "400": refusal("A wrong header of mockllm's own.", refused),
        },
    }


def header(description: str, kind: str = "string", *, always: bool = False) -> Json:
    return {"description": description, "required": always, "schema": {"type": kind}}


def parameter(place: str, name: str, description: str, schema: Json, **more: Any) -> Json:
    return {"name": name, "in": place, "description": description, "required": False, "schema": schema, **more}


OURS = (
    parameter(
        "header",
        "x-mockllm-fidelity",
        "How faithful this answer shall be: to the reference, to the real service, or taking what can be understood."
        " This document describes requests at `contract`; the other levels accept more.",
        {"type": "string", "enum": list(get_args(Level)), "default": "contract"},
    ),
    parameter(
        "header",
        "x-mockllm-namespace",
        "Keeps one test's traffic apart from another's.",
        {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"},
    ),
)
"""Request headers of mockllm's own, which every path takes."""


def document(
    *,
    title: str,
    description: str,
    paths: Mapping[str, Json],
    components: Mapping[str, Json],
) -> Json:
    """Puts a document together; every operation also takes our headers, and a key where one is set."""
    return {
        "openapi": OPENAPI,
        "info": {"title": title, "version": __version__, "description": description},
        "paths": {path: {method: operation(each) for method, each in item.items()} for path, item in paths.items()},
        "components": {
            "schemas": dict(components),
            "securitySchemes": {
                "key": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "Needed where the server was started with --api-key.",
                }
            },
        },
    }


def operation(given: Json) -> Json:
    """A path that takes no key says so with `security: []`."""
    parameters = [*given.get("parameters", ()), *OURS]
    return {"security": [{"key": []}, {}], **given, "parameters": parameters}
