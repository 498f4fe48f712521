"""What a single value can be held against; a regex is in `pattern`.

`accepts` decides about a value; `covers` says that an operator accepts whatever another one does, when it is sure.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, Literal, Protocol

from .values import part, same

GAP = "\uffff"
"""Stands for any text at all where a pattern is held against another one; it is no character."""


class Operator(Protocol):
    """A condition for one value."""

    def accepts(self, value: Any) -> bool: ...
    def covers(self, other: "Operator") -> bool: ...


@dataclass(frozen=True, slots=True)
class Equals:
    """Takes one value, its type included."""

    value: Any

    def accepts(self, value: Any) -> bool:
        return same(self.value, value)

    def covers(self, other: Operator) -> bool:
        return isinstance(other, Equals) and same(self.value, other.value)


@dataclass(frozen=True, slots=True)
class Contains:
    """Takes texts with this text in them."""

    text: str

    def accepts(self, value: Any) -> bool:
        return self.text in value

    def covers(self, other: Operator) -> bool:
        example = typical(other)
        return example is not None and GAP not in self.text and self.text in example


@dataclass(frozen=True, slots=True)
class Glob:
    """Takes texts that begin with the first piece, end with the last one, and have the others in between, in order."""

    pieces: tuple[str, ...]

    def accepts(self, value: Any) -> bool:
        if not isinstance(value, str):
            return False
        first, *middle, last = self.pieces
        end = len(value) - len(last)
        if end < len(first) or not (value.startswith(first) and value.endswith(last)):
            return False
        return reduce(lambda at, piece: at if at < 0 else _after(value, piece, at, end), middle, len(first)) >= 0

    def covers(self, other: Operator) -> bool:
        example = typical(other)
        return example is not None and GAP not in str(self) and self.accepts(example)

    def __str__(self) -> str:
        return "*".join(self.pieces)


def _after(value: str, piece: str, start: int, end: int) -> int:
    at = value.find(piece, start, end)
    return at if at < 0 else at + len(piece)


@dataclass(frozen=True, slots=True)
class Has:
    """Takes a text with this text in it, a list with this element, an object with this key."""

    value: Any

    def accepts(self, value: Any) -> bool:
        if isinstance(value, str):
            return isinstance(self.value, str) and self.value in value
        if isinstance(value, list | tuple):
            return any(same(self.value, element) for element in value)
        return isinstance(value, Mapping) and isinstance(self.value, str) and self.value in value

    def covers(self, other: Operator) -> bool:
        if isinstance(other, Has):
            return same(self.value, other.value)
        return isinstance(other, Equals) and self.accepts(other.value)


Comparison = Literal["gt", "gte", "lt", "lte"]
SIGNS: Mapping[Comparison, str] = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}


@dataclass(frozen=True, slots=True)
class Compare:
    """Takes numbers on one side of a bound."""

    how: Comparison
    bound: float

    def accepts(self, value: Any) -> bool:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        match self.how:
            case "gt":
                return value > self.bound
            case "gte":
                return value >= self.bound
            case "lt":
                return value < self.bound
            case "lte":
                return value <= self.bound

    def covers(self, other: Operator) -> bool:
        if isinstance(other, Equals):
            return self.accepts(other.value)
        if not isinstance(other, Compare) or self.how[0] != other.how[0]:
            return False
        if other.bound == self.bound:
            return self.how == other.how or self.how.endswith("e")
        return self.accepts(other.bound)


@dataclass(frozen=True, slots=True)
class Partial:
    """Takes values that have all of this in them."""

    value: Any

    def accepts(self, value: Any) -> bool:
        return part(self.value, value)

    def covers(self, other: Operator) -> bool:
        return isinstance(other, Partial | Equals) and part(self.value, other.value)


def typical(operator: Operator) -> str | None:
    """A text that stands for all that an operator takes: what it leaves open is a gap; None where there is none."""
    match operator:
        case Equals(value) if isinstance(value, str):
            example = value
        case Contains(text):
            return None if GAP in text else f"{GAP}{text}{GAP}"
        case Glob(pieces):
            return None if GAP in str(operator) else GAP.join(pieces)
        case _:
            return None
    return None if GAP in example else example
