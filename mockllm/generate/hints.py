"""What results of functions offer for the arguments of a call, written as a person would say it: `order_id: "A-17"`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .profile import split
from .turn import Result, read_value

MOST_HINTS = 40
MOST_ITEMS = 5
MOST_DEPTH = 4
LONGEST = 190
"""Longer values are not taken over."""

PREFIX = 4
"""How many letters names need to share to mean the same, as `temp` and `temperature` do."""

ANSWERS = frozenset(
    {"answer", "body", "content", "description", "explanation", "message", "output", "response", "result", "summary",
     "text"}
)  # fmt: skip
"""What a property is called that holds all of what is to be said."""

IDENTIFYING = frozenset(
    {"code", "id", "identifier", "key", "number", "path", "ref", "reference", "slug", "token", "url", "uri", "uuid"}
)

Field = tuple[str, Any]


def for_result(results: Sequence[Result], said: str, schema: Any) -> str:
    """Hints for a schema's properties: values by their names, what is said of it all, then whatever there is."""
    fields = [field for result in reversed(results) for field in _fields("", read_value(result.text), 0)][:MOST_HINTS]
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    lines = [
        f"{name}: {_quoted(value)}"
        for name, wanted in (properties.items() if isinstance(properties, Mapping) else ())
        if (value := _meant(name, wanted, fields, said)) is not None
    ]
    lines += [f"{name}: {_quoted(value)}" if name else str(value)[:LONGEST] for name, value in fields]
    return "\n".join(lines)


def for_next_call(results: Sequence[Result]) -> str:
    """Hints for a call of another function: what names things, such as an id, and nothing else."""
    fields = [field for result in reversed(results) for field in _fields("", read_value(result.text), 0)][:MOST_HINTS]
    return "\n".join([
        f"{name}: {_quoted(value)}" for name, value in fields if not IDENTIFYING.isdisjoint(split(name)[-1:])
    ])  # fmt: skip


def _fields(name: str, value: Any, depth: int) -> Iterator[Field]:
    """The values in a result, each with the name of its field; lists stand under the name of what holds them."""
    if depth <= MOST_DEPTH:
        if isinstance(value, Mapping):
            for key, inner in list(value.items())[:MOST_HINTS]:
                yield from _fields(key, inner, depth + 1)
        elif isinstance(value, list):
            for inner in value[:MOST_ITEMS]:
                yield from _fields(name, inner, depth + 1)
        elif value is not None and value != "":
            yield name, value


def _meant(name: str, wanted: Any, fields: Sequence[Field], said: str) -> Any:
    """The value that a property of this name stands for, None where there is none."""
    words = split(name)
    for alike in (_is_same, _is_akin):
        for field, value in fields:
            if alike(split(field), words):
                return value
    kind = wanted.get("type") if isinstance(wanted, Mapping) else None
    if not words or words[-1] not in ANSWERS:
        return None
    if kind == "string":
        return said
    numbers = [value for _, value in fields if isinstance(value, int | float) and not isinstance(value, bool)]
    return numbers[0] if kind in ("integer", "number") and numbers else None


def _is_same(field: Sequence[str], words: Sequence[str]) -> bool:
    return field == words != []


def _is_akin(field: Sequence[str], words: Sequence[str]) -> bool:
    """Says whether the names have a word in common, or the beginning of one."""
    pairs = [(one, other) for one in field for other in words]
    return any(one == other or (one[:PREFIX] == other[:PREFIX] and len(one[:PREFIX]) == PREFIX) for one, other in pairs)


def _quoted(value: Any) -> str:
    if isinstance(value, str):
        line = " ".join(value[:LONGEST].split()).replace('"', "'")
        return f'"{line}"'
    return str(value).lower() if isinstance(value, bool) else str(value)
