"""When two JSON values are the same, and how to have one twice.

`1` and `1.0` are the same, `1` and `true` aren't, and the order of keys doesn't matter.
"""

from collections.abc import Hashable
from typing import Any


def key_of(value: Any) -> Hashable:
    """Returns something that is equal for the same JSON values and for no others."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return ("literal", str(value))
    if isinstance(value, list):
        return ("array", *map(key_of, value))
    if isinstance(value, dict):
        return ("object", *sorted((name, repr(key_of(inner))) for name, inner in value.items()))
    return ("number", value)


def copied(value: Any) -> Any:
    """Returns a value that is the same but shares nothing that can be changed."""
    if isinstance(value, list):
        return [copied(inner) for inner in value]
    if isinstance(value, dict):
        return {name: copied(inner) for name, inner in value.items()}
    return value
