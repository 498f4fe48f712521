"""Shows values in few characters: names bare, texts in quotes."""

import json
import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from .values import ABSENT

LONGEST = 120
WORD = re.compile(r"[^\W\d][\w.:/*@+-]*")
"""What needs no quotes: it cannot be taken for anything but a name."""

CONSTANTS = ("true", "false", "null", "absent", "nothing")
MOST = 40
"""How many elements are looked at, of however many there are."""

MOST_BITS = 4000
"""Python writes no numbers of more than 4300 digits, and nobody reads them."""


def show(value: Any, longest: int = LONGEST) -> str:
    """Writes a value much as JSON does, cut with … when it is long; only the keys of objects are bare."""
    return cut(_written(value, longest, bare=False), longest)


def show_name(value: Any, longest: int = LONGEST) -> str:
    """Writes a value whose texts are names: bare, unless they could be taken for something else."""
    return cut(_written(value, longest, bare=True), longest)


def cut(text: str, longest: int = LONGEST) -> str:
    """Cuts a text with … when it is long."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def quote(value: Any) -> str:
    """Writes a value as Python does, for who wrote it, also where that has no end."""
    try:
        return repr(value)
    except (ValueError, RecursionError):  # numbers of more digits than Python writes, and what is nested deeply
        return show(value)


def _written(value: Any, longest: int, *, bare: bool) -> str:
    if longest <= 0:  # nothing of it is seen, and there may be no end to what is nested
        return "…"
    match value:
        case str():
            beginning = value[: longest + 1]
            plain = bare and WORD.fullmatch(beginning) and beginning not in CONSTANTS
            return beginning if plain else json.dumps(beginning, ensure_ascii=False)
        case Mapping():
            inside = (
                f"{show_name(key, longest)}: {_written(each, longest - 1, bare=bare)}" for key, each in value.items()
            )
            return f"{{{joined(inside, longest)}}}"
        case list() | tuple():
            return f"[{joined((_written(each, longest - 1, bare=bare) for each in value), longest)}]"
        case int() if value.bit_length() > MOST_BITS:
            return hex(value)
        case bool() | None | int() | float():
            return json.dumps(value)
        case _ if value is ABSENT:
            return "absent"
        case _:
            return str(value)


def joined(parts: Iterable[str], longest: int, by: str = ", ") -> str:
    """Stops where nothing of the rest would be seen."""
    taken: list[str] = []
    length = 0
    for each in islice(parts, MOST + 1):
        if length > longest or len(taken) == MOST:
            return f"{by.join(taken)}{by}…"
        taken.append(each)
        length += len(each) + len(by)
    return by.join(taken)
