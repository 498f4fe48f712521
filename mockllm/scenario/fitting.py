"""Where a request wants a JSON value, and whether a value is what it wants."""

from typing import Any, NamedTuple

from mockllm.core import Request


class Target(NamedTuple):
    """A place for a value: the arguments of `tool`, or the content; `schema` is what it has to obey, if anything.

    `asked_by` says what of the request asks for it.
    """

    tool: str | None
    schema: Any
    asked_by: str


def target(request: Request) -> Target:
    """Returns where a value goes: the arguments of the tool that has to be called, else the content."""
    choice, tools = request.tool_choice, request.tools
    if choice.mode == "named":
        forced = next((tool for tool in tools if tool.name == choice.name), None)
    else:
        forced = tools[0] if choice.mode == "required" and len(tools) == 1 else None
    if forced is not None:
        return Target(forced.name, forced.parameters, f"the tool {forced.name}")
    form = request.response_format
    if form.kind in ("json_object", "json_schema"):
        return Target(None, form.schema, "response_format")
    return Target(None, None, "nothing")


def misfit(value: Any, schema: Any) -> str | None:
    """Says in which way a value breaks a schema, and where; None where it obeys it."""
    if schema is None or schema is True:
        return None
    from mockllm.schemas import SchemaProblem, TooMuch, read  # only scripts of JSON need it

    found = read(schema)
    if isinstance(found, SchemaProblem):
        return f"the schema itself cannot be read at {found.place!r}: {found.message}"
    try:
        return found.complaint(value)
    except TooMuch as error:
        return f"it cannot be checked: {error}"


def breach(value: Any, schema: Any) -> str | None:
    """The same for values that need not obey: None also where the schema cannot tell."""
    if not schema:
        return None
    from mockllm.schemas import SchemaProblem, TooMuch, read

    found = read(schema)  # known again in microseconds, since clients offer the same tools again and again
    try:
        return None if isinstance(found, SchemaProblem) else found.complaint(value)
    except TooMuch:
        return None
