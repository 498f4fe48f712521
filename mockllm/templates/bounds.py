"""What an operator, a filter or a method would make, known before it makes it."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from typing import Any

from .budget import MOST_BITS, MOST_NUMBER, MOST_RANGE, BreachError, Budget

WIDE = re.compile(r"\d{5,}")
PERCENT_WIDTH = re.compile(r"%[^a-zA-Z%]*(?:\*|\d{5,})")
NESTED_FORMAT = re.compile(r"\{[^{}]*:[^{}]*\{")

MOST_INDENT = 16


def multiply(budget: Budget, left: Any, right: Any) -> None:
    """Bounds `*`: repeated texts and lists, and large numbers."""
    for sequence, count in ((left, right), (right, left)):
        if isinstance(sequence, (str, bytes, list, tuple)) and isinstance(count, int):
            budget.grow(len(sequence) * max(count, 0))
            return
    _bits(size_bits(left) + size_bits(right))


def power(_: Budget, left: Any, right: Any) -> None:
    """Bounds `**`."""
    if isinstance(left, int) and isinstance(right, int):
        _bits(size_bits(left) * abs(right) if abs(left) > 1 else 0)


def add(budget: Budget, left: Any, right: Any) -> None:
    """Bounds `+`: joined texts and lists."""
    if isinstance(left, (str, list, tuple)):
        budget.grow(size(left) + size(right))


def percent(budget: Budget, left: Any, right: Any) -> None:
    """Bounds `%`, where it fills in a text."""
    if isinstance(left, str):
        if PERCENT_WIDTH.search(left):
            raise BreachError("fills in a text with a width that is too great, or told apart from the text")
        budget.grow(len(left) + size(right))


def numbers(args: Iterable[Any]) -> None:
    """Bounds the numbers a method or filter is called with, since most of them are widths and counts."""
    for arg in args:
        if isinstance(arg, int) and abs(arg) > MOST_NUMBER:
            raise BreachError(f"is called with a number beyond {MOST_NUMBER}")


def replacing(budget: Budget, text: Any, old: Any, new: Any, *_: Any) -> None:
    """Bounds `replace`."""
    text, old = str(text), str(old)
    places = text.count(old) if old else len(text) + 1
    budget.grow(len(text) + places * len(str(new)))


def joining(budget: Budget, between: Any, parts: Any) -> None:
    """Bounds `join`."""
    if isinstance(parts, Sized) and isinstance(parts, Iterable) and isinstance(between, (str, bytes)):
        budget.grow(sum(size(part) for part in parts) + len(between) * len(parts))


def indenting(budget: Budget, text: Any, width: Any = 4, *_: Any, **__: Any) -> None:
    """Bounds the filter `indent`."""
    budget.grow(len(str(text)) + (str(text).count("\n") + 1) * (width if isinstance(width, int) else len(str(width))))


def wrapping(budget: Budget, text: Any, width: Any = 79, break_long_words: Any = True, wrapstring: Any = "", *_: Any,
             **__: Any) -> None:  # fmt: skip
    """Bounds the filter `wordwrap`."""
    del break_long_words
    lines = len(str(text)) // max(int(width), 1) + str(text).count("\n") + 1
    budget.grow(len(str(text)) + lines * 2 * len(str(wrapstring or "")))


def formatting(text: str) -> None:
    """Bounds `format`, whose widths stand in the text."""
    if WIDE.search(text) or NESTED_FORMAT.search(text):
        raise BreachError("fills in a text with a width that is too great, or told apart from the text")


def method(budget: Budget, name: str, owner: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
    """Bounds the methods of texts."""
    numbers((*args, *kwargs.values()))
    if name in ("format", "format_map"):
        formatting(str(owner))
    elif name == "replace" and len(args) >= 2:
        replacing(budget, owner, *args)
    elif name == "join" and args:
        joining(budget, owner, args[0])
    elif name == "translate" and args and isinstance(args[0], Mapping):
        budget.grow(len(owner) * max((size(part) for part in args[0].values()), default=1))
    elif name == "expandtabs":
        budget.grow(len(owner) + owner.count("\t") * (args[0] if args else 8))
    budget.grow(len(owner))


def span(*args: int) -> range:
    """Is `range`, but short."""
    numbers_of = range(*args)
    if len(numbers_of) > MOST_RANGE:
        raise BreachError(f"counts over a range of more than {MOST_RANGE}")
    return numbers_of


def size(value: Any) -> int:
    """How much a value takes, in characters or items; anything small is 1."""
    return len(value) if isinstance(value, (str, bytes, list, tuple, dict)) else 1


def size_bits(value: Any) -> int:
    return value.bit_length() if isinstance(value, int) else 0


def _bits(bits: int) -> None:
    if bits > MOST_BITS:
        raise BreachError(f"makes a number of more than {MOST_BITS} bits")


OPERATORS: Mapping[str, Callable[[Budget, Any, Any], None]] = {
    "*": multiply,
    "**": power,
    "+": add,
    "%": percent,
}

FILTERS: Mapping[str, Callable[..., None]] = {
    "replace": replacing,
    "indent": indenting,
    "wordwrap": wrapping,
    "format": lambda budget, text, *args, **kwargs: percent(budget, str(text), args or kwargs),
    "join": lambda budget, parts, between="", *_, **__: joining(budget, str(between), parts),
}
