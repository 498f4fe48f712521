"""JSON text: read strictly, written compactly."""

import json
import re
from dataclasses import dataclass
from json.encoder import encode_basestring
from typing import Any

from pydantic_core import from_json, to_json

PLACE = re.compile(r" at line (\d+) column (\d+)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonError:
    """Why bytes are no JSON, and at which byte, counted from 0."""

    message: str
    position: int


def read_json(body: bytes) -> tuple[Any, JsonError | None]:
    """Reads one JSON value as RFC 8259 has it; of a key that stands twice the last wins.

    NaN, infinities, a byte order mark, invalid UTF-8, lone surrogates, and nesting past pydantic's bound are errors.
    """
    try:
        return from_json(body, allow_inf_nan=False), None
    except ValueError as error:
        return None, explain(str(error), body)


def explain(text: str, body: bytes) -> JsonError:
    """Says what Python's own reader says, as FastAPI does, unless that would take the text."""
    try:
        json.loads(body)
    except json.JSONDecodeError as error:
        return before_313(error)
    except (ValueError, RecursionError):
        pass
    place = PLACE.search(text)
    if not place:
        return JsonError(message=text, position=0)
    line, column = int(place[1]), int(place[2])
    start = 0
    for _ in range(line - 1):
        start = body.find(b"\n", start) + 1
    return JsonError(message=text[: place.start()], position=min(start + max(column - 1, 0), len(body)))


def before_313(error: json.JSONDecodeError) -> JsonError:
    """Python 3.13 has words of its own for a comma too many; here all versions say the same."""
    if not error.msg.startswith("Illegal trailing comma"):
        return JsonError(message=error.msg, position=error.pos)
    wanted = "property name enclosed in double quotes" if error.msg.endswith("object") else "value"
    rest = error.doc[error.pos + 1 :]
    return JsonError(message=f"Expecting {wanted}", position=len(error.doc) - len(rest.lstrip(" \t\r\n")))


def write_json(value: Any) -> bytes:
    """Writes a value without blanks between its tokens, characters outside ASCII as they are."""
    return to_json(value, inf_nan_mode="null")


def quote(text: str) -> str:
    """Writes a text as a JSON string, characters outside ASCII as they are."""
    return encode_basestring(text)
