"""Rules about tools, and about choosing one; `functions` and `function_call` are the older spelling of both."""

from collections.abc import Iterator, Mapping
from typing import Any

from mockllm.core import Fault

Place = tuple[str | int, ...]


def bad_parameters(body: Mapping[str, Any]) -> Iterator[Fault]:
    """The parameters of a function have the structure the reference asks for (`tools[].function.parameters`)."""
    for place, function in tools(body):
        yield from bad_structure((*place, "parameters"), function)


def bad_function_parameters(body: Mapping[str, Any]) -> Iterator[Fault]:
    """The same for `functions`."""
    for place, function in functions(body):
        yield from bad_structure((*place, "parameters"), function)


def repeated_tools(body: Mapping[str, Any]) -> Iterator[Fault]:
    """No two tools have one name."""
    yield from _repeated(tools(body))


def repeated_functions(body: Mapping[str, Any]) -> Iterator[Fault]:
    """No two functions have one name."""
    yield from _repeated(functions(body))


def impossible_choice(body: Mapping[str, Any]) -> Iterator[Fault]:
    """A tool can be demanded only where one is offered, and only one of those (Fireworks reference, `tool_choice`)."""
    choice = body["tool_choice"]
    names = offered(body)
    if names is None:
        return
    if choice in ("required", "any") and not names:
        yield Fault(
            loc=("tool_choice",), kind="value_error", message=f"tool_choice {choice!r} requires tools", value=choice
        )
    elif isinstance(choice, dict):
        named = choice.get("function", choice)
        yield from _absent("tool_choice", named.get("name") if isinstance(named, dict) else None, names, choice)


def impossible_call(body: Mapping[str, Any]) -> Iterator[Fault]:
    """`function_call` becomes a `tool_choice`, so it obeys the same rule (Fireworks reference, `function_call`)."""
    call = body["function_call"]
    names = offered(body)
    if names is not None and isinstance(call, dict):
        yield from _absent("function_call", call.get("name"), names, call)


def offered(body: Mapping[str, Any]) -> list[str] | None:
    """The names of all tools and functions, or None where one cannot be read."""
    names: list[str] = []
    for field in ("tools", "functions"):
        given = body.get(field)
        if given is not None and not isinstance(given, list):
            return None
        for item in given or ():
            if field == "tools" and isinstance(item, dict):
                if "function" not in item:
                    continue
                item = item["function"]
            name = item.get("name") if isinstance(item, dict) else None
            if not isinstance(name, str):
                return None
            names.append(name)
    return names


def _absent(field: str, name: Any, names: list[str], value: Any) -> Iterator[Fault]:
    if isinstance(name, str) and name not in names:
        yield Fault(
            loc=(field,),
            kind="value_error",
            message=f"{field} names the function {name!r}, which is not in tools",
            value=value,
        )


def tools(body: Mapping[str, Any]) -> Iterator[tuple[Place, Mapping[str, Any]]]:
    given = body.get("tools")
    for index, tool in enumerate(given if isinstance(given, list) else ()):
        if isinstance(tool, dict) and isinstance(tool.get("function"), dict):
            yield ("tools", index, "function"), tool["function"]


def functions(body: Mapping[str, Any]) -> Iterator[tuple[Place, Mapping[str, Any]]]:
    given = body.get("functions")
    for index, function in enumerate(given if isinstance(given, list) else ()):
        if isinstance(function, dict):
            yield ("functions", index), function


def _repeated(functions: Iterator[tuple[Place, Mapping[str, Any]]]) -> Iterator[Fault]:
    seen: set[str] = set()
    for place, function in functions:
        name = function.get("name")
        if not isinstance(name, str):
            continue
        if name in seen:
            yield Fault(
                loc=(*place, "name"),
                kind="value_error",
                message=f"the name {name!r} stands for another function already",
                value=name,
            )
        seen.add(name)


def bad_structure(place: Place, function: Mapping[str, Any]) -> Iterator[Fault]:
    """Checks what the reference says of the schema's top; a schema that leaves `type` out is let through.

    Clients send `{}` for a function without parameters.
    """
    schema = function.get("parameters")
    if not isinstance(schema, dict):
        return
    if "type" in schema and schema["type"] != "object":
        yield Fault(
            loc=(*place, "type"),
            kind="literal_error",
            message="Input should be 'object'",
            value=schema["type"],
            context={"expected": "'object'"},
        )
    properties = schema.get("properties", {})
    if not isinstance(properties, dict):
        yield Fault(
            loc=(*place, "properties"),
            kind="dict_type",
            message="Input should be a valid dictionary",
            value=properties,
        )
    required = schema.get("required", [])
    if not isinstance(required, list):
        yield Fault(loc=(*place, "required"), kind="list_type", message="Input should be a valid list", value=required)
        return
    for index, name in enumerate(required):
        if not isinstance(name, str):
            yield Fault(
                loc=(*place, "required", index),
                kind="string_type",
                message="Input should be a valid string",
                value=name,
            )
