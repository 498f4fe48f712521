"""A JSON Schema in a prompt's text: how clients ask for JSON of a form where the service is not told the schema."""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, NoReturn

from mockllm.core import Message, Request

MARK = '"properties"'
"""What has to stand in a text that holds a schema; the one thing that is looked for in every request."""

MOST_TRIES = 50
MOST_TEXTS = 6
READ_CHARACTERS = 100_000
SPEAKERS = ("system", "developer")

LEAD_CHARACTERS = 60
EXAMPLE = "example"

CHOICES = ("anyOf", "oneOf", "allOf")


class Prompted(NamedTuple):
    """A schema that a prompt holds and wants an answer of.

    `block` says whether in a block of code; `asked` is what the user said beside schemas.
    """

    schema: dict[str, Any]
    block: bool
    asked: str


def may_prompt(messages: Sequence[Message]) -> bool:
    """Says whether a schema may stand where one is obeyed without `response_format`; this costs next to nothing."""
    return any(map(_has_mark, _orders(messages)))


def prompted(request: Request) -> Prompted | None:
    """Returns the schema of an answer that the system or the user's last message tells the model to give, if one does.

    A text that has both, schema and order, comes first, the user's before the system's.
    """
    if not may_prompt(request.messages):
        return None
    from .telling import refuses, talks, tells, wants_block  # few requests need it

    parts = [_split(text) for text in _orders(request.messages)]
    user = request.last("user")
    asked = parts[0].words if user else ""
    if refuses(asked):
        return None
    telling = [tells(part.words) for part in parts]
    both = [part.schema for part, told in zip(parts, telling, strict=True) if told and part.schema is not None]
    if not both and any(telling) and not talks(asked):
        both = [part.schema for part in parts if part.schema is not None]
    return Prompted(both[0], any(wants_block(part.words) for part in parts), asked) if both else None


def schema_in(texts: Iterable[str]) -> dict[str, Any] | None:
    """Returns the JSON object in the texts that describes an object with properties: the first that is no example."""
    return next((found for text in texts if (found := _split(text, describes_object).schema) is not None), None)


def describes_object(value: Any) -> bool:
    """Says whether a JSON value is the schema of an object, rather than an example of one."""
    if not isinstance(value, dict) or value.get("type", "object") != "object":
        return False
    if "$defs" in value and isinstance(value.get("$ref"), str):  # as pydantic writes a model that holds itself
        return True
    properties = value.get("properties")
    return isinstance(properties, dict) and all(isinstance(inner, dict | bool) for inner in properties.values())


def describes_value(value: Any) -> bool:
    """Says whether a JSON value is the schema of an object, of a list, or of one of its own definitions."""
    if describes_object(value):
        return True
    if not isinstance(value, dict):
        return False
    if value.get("type") == "array":
        return isinstance(value.get("items"), dict)
    return "$defs" in value and any(isinstance(value.get(name), list) for name in CHOICES)


class _Parts(NamedTuple):
    schema: dict[str, Any] | None
    words: str


def _has_mark(text: str) -> bool:
    return text.find(MARK, 0, READ_CHARACTERS) >= 0


def _orders(messages: Sequence[Message]) -> list[str]:
    """The texts that orders stand in: the user's last message, then the system's, the latest first."""
    user: list[str] = []
    system: list[str] = []
    for message in reversed(messages):
        if message.role == "user":
            if not user:
                user.append(message.text)
        elif message.role in SPEAKERS and len(system) < MOST_TEXTS:
            system.append(message.text)
    return user + system


def _split(text: str, describes: Callable[[Any], bool] = describes_value) -> _Parts:
    """A text's schema, and its words without any schemas."""
    found: list[tuple[bool, dict[str, Any]]] = []
    words: list[str] = []
    end = 0
    for start, stop, value in _schemas(text[:READ_CHARACTERS], describes):
        words.append(text[end:start])
        found.append((EXAMPLE in text[max(end, start - LEAD_CHARACTERS) : start].lower(), value))
        end = stop
    words.append(text[end:READ_CHARACTERS])
    return _Parts(min(found, key=lambda one: one[0])[1] if found else None, "\n\n".join(words))


def _schemas(text: str, describes: Callable[[Any], bool]) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """The schemas in a text, each with its place."""
    at = 0
    for _ in range(MOST_TRIES):
        at = text.find("{", at)
        if at < 0 or text.find(MARK, at) < 0:
            return
        try:
            value, stop = _read(text, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        if describes(value):
            yield at, stop, value if "properties" not in value else {"type": "object", **value}
            at = stop
        else:  # one may be wrapped in it
            at = at + 1 if MARK in text[at:stop] else stop


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _finite(digits: str) -> float:
    value = float(digits)
    return value if math.isfinite(value) else _refuse(digits)


_read = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite).raw_decode
