"""What an operator, a filter or a method would make, known before it makes it."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from string import Formatter
from typing import Any

from .budget import MOST_BITS, MOST_NUMBER, MOST_RANGE, BreachError, Budget
from .weighing import weigh
from .written import Settled, write

WIDTH = re.compile(r"\d{1,4}")
WIDE = re.compile(r"\d{5,}")
PERCENT_WIDTH = re.compile(r"%[^a-zA-Z%]*(?:\*|\d{5,})")

TOO_WIDE = "fills in a text with a width that is too great, or told apart from the text"

MOST_INDENT = 16

MOST_WRAPPED = 10_000
"""Characters of a text whose lines are wrapped, which takes the square of its length in time."""


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
    """Bounds `%` between numbers; where it fills in a text, `filling` does."""
    del budget
    _bits(max(size_bits(left), size_bits(right)))


def numbers(args: Iterable[Any], most: int = MOST_NUMBER) -> None:
    """Bounds the numbers a method or filter is called with, where they are widths and counts."""
    for arg in args:
        if isinstance(arg, (int, float)) and abs(arg) > most:
            raise BreachError(f"is called with a number beyond {most}")


def replacing(budget: Budget, text: str, old: Any = "", new: Any = "", *_: Any, **__: Any) -> None:
    """Bounds `replace`."""
    old = str(old)
    places = text.count(old) if old else len(text) + 1
    budget.grow(len(text) + places * len(str(new)))


def joining(budget: Budget, between: str, parts: Any) -> None:
    """Bounds `join`; its parts may be texts, or values that are yet to be written."""
    if isinstance(parts, str):
        budget.look(len(parts))
        budget.grow(len(parts) * (1 + len(between)))
        return
    weigh(budget, parts)
    budget.grow(sum(map(size, parts)) + len(between) * len(parts))


def indenting(budget: Budget, text: str, width: Any = 4, *_: Any, **__: Any) -> None:
    """Bounds the filter `indent`."""
    budget.grow(len(text) + (text.count("\n") + 1) * (width if isinstance(width, int) else len(str(width))))


def wrapping(budget: Budget, text: str, width: Any = 79, break_long_words: Any = True, wrapstring: Any = "", *_: Any,
             **__: Any) -> None:  # fmt: skip
    """Bounds the filter `wordwrap`."""
    del break_long_words
    if len(text) > MOST_WRAPPED:
        raise BreachError(f"wraps a text of more than {MOST_WRAPPED} characters")
    lines = len(text) // max(int(width), 1) + text.count("\n") + 1
    budget.grow(len(text) + lines * 2 * len(str(wrapstring or "")) + lines * len(text) // 16)


def fields(budget: Budget, text: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, Any]:
    """Bounds `format`, whose widths stand in the text; returns what it is to be called with."""
    count, width = 0, 0
    for _, field, spec, _ in Formatter().parse(text):
        if field is None:
            continue
        if "." in field or "[" in field:
            raise BreachError("looks into a value from within the text that is filled in: pass it the value itself")
        if WIDE.search(spec or "") or "{" in (spec or ""):
            raise BreachError(TOO_WIDE)
        count += 1
        width += sum(map(int, WIDTH.findall(spec or "")))
    written = [_field(budget, arg) for arg in args], {key: _field(budget, arg) for key, arg in kwargs.items()}
    longest = max(map(size, (*written[0], *written[1].values())), default=0)
    budget.grow(len(text) + width + count * longest)
    return written


def filling(budget: Budget, text: str, values: Any) -> Any:
    """Bounds `%` where it fills in a text; returns what the text is to be filled in with."""
    if PERCENT_WIDTH.search(text):
        raise BreachError(TOO_WIDE)
    filled: Any
    if isinstance(values, tuple):
        filled = tuple(_field(budget, value) for value in values)
        longest = max(map(size, filled), default=0)
    elif isinstance(values, Mapping):
        filled = {key: _field(budget, value) for key, value in values.items()}
        longest = max(map(size, filled.values()), default=0)
    else:
        filled = _field(budget, values)
        longest = size(filled)
    budget.grow(len(text) + sum(map(int, WIDTH.findall(text))) + text.count("%") * longest)
    return filled


def _field(budget: Budget, value: Any) -> Any:
    """Returns a number as it is, since the text may say how to write it, and of all else what is written."""
    value = value.settled() if isinstance(value, Settled) else value
    if isinstance(value, (int, float, Decimal)) and not isinstance(value, bool):
        return value
    weigh(budget, value)
    return write(value)


def method(budget: Budget, name: str, owner: str, args: Sequence[Any]) -> None:
    """Bounds the methods of texts."""
    numbers(args)
    if name == "replace" and len(args) >= 2:
        replacing(budget, owner, *args)
    elif name == "join" and args:
        joining(budget, owner, args[0])
    elif name == "expandtabs":
        budget.grow(len(owner) + owner.count("\t") * (args[0] if args and isinstance(args[0], int) else 8))
    budget.grow(len(owner))


def span(*args: int) -> range:
    """Is `range`, but short."""
    numbers_of = range(*args)
    try:
        short = len(numbers_of) <= MOST_RANGE
    except OverflowError:
        short = False
    if not short:
        raise BreachError(f"counts over a range of more than {MOST_RANGE}")
    return numbers_of


span.__name__ = "range"  # which is what templates, and errors, call it


def size(value: Any) -> int:
    """How much a value takes, in characters or items; anything small is 1."""
    if isinstance(value, int):
        return 1 + value.bit_length() // 3
    return len(value) if isinstance(value, (str, bytes, list, tuple, dict)) else 1


def size_bits(value: Any) -> int:
    return value.bit_length() if isinstance(value, int) else 0


def number(value: Any) -> None:
    """Bounds a whole number that was made."""
    _bits(size_bits(value))


def _bits(bits: int) -> None:
    if bits > MOST_BITS:
        raise BreachError(f"makes a number of more than {MOST_BITS} bits")


OPERATORS: Mapping[str, Callable[[Budget, Any, Any], None]] = {
    "*": multiply,
    "**": power,
    "+": add,
    "%": percent,
}

TEXT_FILTERS: Mapping[str, Callable[..., None]] = {
    "replace": replacing,
    "indent": indenting,
    "wordwrap": wrapping,
}
