"""The arguments of a call: valid for the function's parameters, taken from the conversation as far as they fit it."""

import json
from collections.abc import Callable, Collection, Mapping
from typing import Any

from mockllm.core import Tool, ToolCall
from mockllm.errors import SchemaError

from .sources import Source
from .turn import Deed, deed
from .wish import Wish

Chances = Callable[..., Callable[[], float]]
"""Gives the numbers to draw with for the purpose that its arguments name."""

MOST_TRIES = 6
"""How often arguments are drawn anew that were used before."""

SILENT = frozenset(
    {"type", "title", "description", "$schema", "$id", "$comment", "$defs", "definitions", "additionalProperties"}
)
"""Keywords that ask for no value, as those do that are empty."""

HINTED_TRIES = 3
"""How many of them keep to what the conversation says."""


def call(wish: Wish, done: Collection[Deed], chances: Chances) -> ToolCall:
    """Returns a call of a function, if possible one that was not `done` before."""
    tool = wish.tool
    parameters = object_schema(tool)
    written = "{}"
    for tried in range(MOST_TRIES if takes_anything(parameters) else 0):
        source = wish.source if tried < HINTED_TRIES else ()
        made = instance(parameters, source, chances("arguments", tool.name, tried))
        written = write(made)
        missed = wish.about is not None and tried < HINTED_TRIES and not is_about(made, wish.about)
        if not missed and deed(tool.name, written) not in done:
            break
    return ToolCall(id=None, name=tool.name, arguments=written)


def object_schema(tool: Tool) -> dict[str, Any]:
    """A function's parameters as a schema of an object, whatever they leave out."""
    parameters = dict(tool.parameters or {})
    kind = parameters.get("type", "object")
    if kind == "object" or (isinstance(kind, list) and "object" in kind):
        parameters["type"] = "object"
    return parameters


def takes_anything(parameters: Mapping[str, Any]) -> bool:
    """Says whether a function has parameters at all (Fireworks reference, `parameters`)."""
    return parameters["type"] != "object" or any(value for key, value in parameters.items() if key not in SILENT)


def instance(schema: Any, source: Source, chance: Callable[[], float]) -> Any:
    """A value valid for a schema, with what the texts say where it fits; raises SchemaError where there is none."""
    from mockllm.schemas import SchemaProblem, clues_of, read  # few requests need it

    found = read(schema)
    if isinstance(found, SchemaProblem):
        raise SchemaError(f"the schema cannot be read at {found.place!r}: {found.message}")
    return found.instance(chance, clues_of(*source or ("",)))


def is_about(value: Any, thing: Any) -> bool:
    """Says whether a thing stands in a value: what may be left out may have been."""
    if isinstance(value, Mapping):
        return any(is_about(inner, thing) for inner in value.values())
    if isinstance(value, list):
        return any(is_about(inner, thing) for inner in value)
    return bool(value == thing)


def write(value: Any) -> str:
    """Writes JSON as models do: in one line, with a space behind commas and colons."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair, from a schema that has one
        return json.dumps(value)
    return text
