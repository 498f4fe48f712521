"""How deep a value is nested."""

from collections.abc import Mapping
from typing import Any

DEEPEST = 100
"""More levels than anybody writes, and few enough that everything can go through them step by step."""


def is_deep(value: Any) -> bool:
    """Says whether there are more levels than that, or no end of them, as where a YAML anchor holds itself."""
    if isinstance(value, str):
        return False
    level = [value] if _inner(value) else []
    for _ in range(DEEPEST):
        if not level:
            return False
        # each once, however often it is there: aliases can make a small file a huge value
        level = list({id(each): each for outer in level for each in _inner(outer) if _inner(each)}.values())
    return True


def _inner(value: Any) -> Any:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list | tuple) else ()
