"""How values are written into a text, and what of them goes into JSON.

A text stands as it is, and every other value as JSON writes it: `true`, `null`, `[1,2]`. Nothing vanishes silently: of
a null one sees that it is one; `{{ tool_result.note or "" }}` says otherwise.
"""

import datetime
import json
import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from decimal import Decimal
from types import GeneratorType
from typing import Any

from mockllm.errors import TemplateError


class Settled(ABC):
    """Something that stands for a JSON value without being one: a helper that was not called, a moment."""

    @abstractmethod
    def settled(self) -> Any:
        """Returns the value."""

    def __str__(self) -> str:
        return write(self.settled())


class Verbatim:
    """A value that was read from a text, and is written as it was there."""

    verbatim: str


def write(value: Any) -> str:
    """Writes a value into a text."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Verbatim):
        return value.verbatim
    value = plain(value)
    if isinstance(value, str):
        return value
    return dump(value)


def dump(value: Any, indent: int | None = None) -> str:
    """Writes a JSON value, without blanks unless indented."""
    separators = (",", ":") if indent is None else (",", ": ")
    return json.dumps(value, ensure_ascii=False, separators=separators, indent=indent)


def plain(value: Any) -> Any:
    """Returns a value as JSON knows it; raises TemplateError for one that has no place there."""
    match value:
        case None | bool():
            return value
        case str():
            return str(value)
        case int():
            return int(value)
        case float() if math.isfinite(value):
            return float(value)
        case Mapping():
            return {_key(key): plain(item) for key, item in value.items()}
        case list() | tuple() | range() | GeneratorType() | Iterator():
            return [plain(item) for item in value]
        case Settled():
            return plain(value.settled())
        case datetime.date() | datetime.time():
            return value.isoformat()
        case Decimal() | datetime.timedelta():
            return str(value)
    str(value)  # what is not there says so itself when it is written
    raise TemplateError(refusal(value))


def _key(key: Any) -> str:
    return key if isinstance(key, str) else write(key)


def refusal(value: Any) -> str:
    """Says of a value that it has no place in JSON."""
    if isinstance(value, float):
        return f"gives {value}, which JSON has no number for"
    name = getattr(value, "__name__", None)
    if name and callable(value):
        return f"gives the function `{name}`, not a value: call it, `{name}()`"
    kind = type(value).__name__
    return f"gives a {kind}, which has no place in a text or in JSON"
