"""Which draft of JSON Schema a schema is written in."""

from collections.abc import Iterator
from typing import Any, Literal

Draft = Literal["4", "6", "7", "2019-09", "2020-12"]

MARKS: tuple[tuple[str, Draft], ...] = (
    ("draft-04", "4"),
    ("draft-06", "6"),
    ("draft-07", "7"),
    ("2019-09", "2019-09"),
    ("2020-12", "2020-12"),
)


def draft_of(schema: Any) -> Draft:
    """Returns the draft a schema names, else the one its spelling is legal in, else the newest."""
    if not isinstance(schema, dict):
        return "2020-12"
    named = named_draft(schema)
    if named is not None:
        return named
    spelled: Draft = "2020-12"
    for inner in _objects(schema):
        if isinstance(inner.get("exclusiveMinimum"), bool) or isinstance(inner.get("exclusiveMaximum"), bool):
            return "4"
        if isinstance(inner.get("items"), list) or isinstance(inner.get("dependencies"), dict):
            spelled = "7"
    return spelled


def named_draft(schema: Any) -> Draft | None:
    """Returns the draft that `$schema` names, if it is one we know."""
    name = schema.get("$schema") if isinstance(schema, dict) else None
    if isinstance(name, str):
        for mark, draft in MARKS:
            if f"json-schema.org/draft/{mark}/" in name or f"json-schema.org/{mark}/" in name:
                return draft
    return None


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    """Yields all objects in a JSON value; a few may be no schemas (an example, say), which does no harm."""
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, dict):
            yield inner
            waiting.extend(inner.values())
        elif isinstance(inner, list):
            waiting.extend(inner)
