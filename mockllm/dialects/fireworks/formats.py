"""What `response_format` asks for, and the rules about it."""

from collections.abc import Iterator, Mapping
from typing import Any

from mockllm.core import Fault, ResponseFormat
from mockllm.wire import read_json

Place = tuple[str | int, ...]

KINDS = ("text", "grammar", "json_schema", "json_object")
ENVELOPE = frozenset({"name", "description", "strict", "schema"})
"""The keys of OpenAI's form of `json_schema`; a schema says more than they do."""

NOT_UNDERSTOOD = "JSON Schema not supported: could not understand the instance `{}`."

UNDERSTOOD = (
    "type", "enum", "const", "$ref", "properties", "anyOf", "oneOf", "allOf", "prefixItems"
)  # fmt: skip
"""A subschema with none of these keywords is not understood: a GUESS from three messages (wire/fireworks.md 3.2)."""


def read_format(given: Mapping[str, Any]) -> ResponseFormat:
    """Reads a response format that the rules let through."""
    kind = given["type"]
    if kind == "grammar":
        return ResponseFormat(kind="grammar", grammar=given["grammar"])
    if kind == "text":
        return ResponseFormat(kind="text")
    return ResponseFormat(kind=kind, schema=_schema(given))


def incomplete(body: Mapping[str, Any]) -> Iterator[Fault]:
    """A schema or a grammar is there where the type asks for it, and a schema in a string is JSON.

    An empty grammar is there, and is none (`unusable`).
    """
    given = body["response_format"]
    kind = given.get("type") if isinstance(given, dict) else None
    if kind == "grammar" and given.get("grammar") is None:
        yield _missing(given, "grammar")
    if kind not in ("json_schema", "json_object"):
        return
    for key in ("schema", "json_schema"):
        if fault := _unreadable(key, given.get(key)):
            yield fault
            return
    if kind == "json_schema" and _schema(given) is None:
        yield _without_schema(given)


def unknown_type(body: Mapping[str, Any]) -> Iterator[Fault]:
    """The live service checks the type by hand, in these words (wire/fireworks.md 3.2)."""
    given = body["response_format"]
    kind = given.get("type") if isinstance(given, dict) else "text"
    if kind not in KINDS:
        yield _said(given, f"Invalid format type: {kind}. Must be one of: {', '.join(KINDS)}")


def with_tools(body: Mapping[str, Any]) -> Iterator[Fault]:
    """The live service takes a format or tools, not both, even where the format is text (wire/fireworks.md 3.2)."""
    given = body["response_format"]
    if given is not None and (body.get("tools") or body.get("functions")):
        yield _said(given, "You cannot specify response format and function call at the same time")


def not_understood(body: Mapping[str, Any]) -> Iterator[Fault]:
    """The live service names the first subschema that it can make nothing of (wire/fireworks.md 3.2)."""
    given = body["response_format"]
    if not isinstance(given, dict) or given.get("type") not in ("json_schema", "json_object"):
        return
    if unreadable(given):
        return
    schema = _schema(given)
    junk = _junk(schema) if schema is not None else None
    if junk is not None:
        yield _said(given, NOT_UNDERSTOOD.format(repr(junk)))


def unreadable(given: Mapping[str, Any]) -> bool:
    """Says whether a schema is no JSON or no object, which another rule reports."""
    return any(_unreadable(key, given.get(key)) for key in ("schema", "json_schema"))


def located(given: Mapping[str, Any]) -> tuple[Place, Any]:
    """The schema out of a string, and out of OpenAI's form, and where it, or the string, stands; None without one."""
    first, second = ("schema", "json_schema") if given.get("type") == "json_object" else ("json_schema", "schema")
    for key in (first, second):
        place: Place = ("response_format", key)
        value = _loaded(given.get(key))
        if key == "json_schema" and isinstance(value, dict):
            if _is_envelope(value):
                place = place if isinstance(given[key], str) else (*place, "schema")
                value = _loaded(value["schema"])
            elif ENVELOPE.issuperset(value):
                value = None
        if value is not None:
            return place, value
    return (), None


def _schema(given: Mapping[str, Any]) -> Any:
    return located(given)[1]


def _is_envelope(value: Any) -> bool:
    return isinstance(value, dict) and "schema" in value and ("name" in value or ENVELOPE.issuperset(value))


def _loaded(value: Any) -> Any:
    return read_json(value.encode())[0] if isinstance(value, str) else value


def _unreadable(key: str, value: Any) -> Fault | None:
    """Says what is wrong with a schema in a string, or with the one inside OpenAI's form."""
    place: tuple[str, ...] = ("response_format", key)
    if key == "json_schema" and _is_envelope(value):
        place, value = (*place, "schema"), value["schema"]
    sent = value
    if isinstance(value, str):
        value, error = read_json(value.encode())
        if error:
            return Fault(
                loc=place,
                kind="json_invalid",
                message=f"Invalid JSON: {error.message}",
                value=sent,
                context={"error": error.message},
            )
    if (value is not None or isinstance(sent, str)) and not isinstance(value, dict):
        return Fault(loc=place, kind="dict_type", message="Input should be a valid dictionary", value=sent)
    return None


def _junk(schema: Any) -> Any:
    """The first subschema, outermost first, that has no keyword the service understands."""
    if not isinstance(schema, dict):
        return None
    if not any(word in schema for word in UNDERSTOOD):
        return schema
    for word in ("properties", "$defs", "definitions"):
        inner = schema.get(word)
        for value in inner.values() if isinstance(inner, dict) else ():
            if (junk := _junk(value)) is not None:
                return junk
    for word in ("anyOf", "oneOf", "allOf", "prefixItems"):
        inner = schema.get(word)
        for value in inner if isinstance(inner, list) else ():
            if (junk := _junk(value)) is not None:
                return junk
    return _junk(schema.get("items"))


def _without_schema(given: Mapping[str, Any]) -> Fault:
    """Tells of a schema that is missing: at its place in OpenAI's form, or at the string that should hold it."""
    form = given.get("json_schema")
    if isinstance(form, str):
        return Fault(
            loc=("response_format", "json_schema"),
            kind="value_error",
            message="the schema cannot be used: it is missing (at schema)",
            value=form,
        )
    return _missing(given, "json_schema") if form is None else _missing(form, "json_schema", "schema")


def _missing(holder: Any, *way: str) -> Fault:
    return Fault(loc=("response_format", *way), kind="missing", message="Field required", value=holder)


def _said(given: Any, message: str) -> Fault:
    return Fault(loc=("response_format",), kind="value_error", message=message, value=given)
