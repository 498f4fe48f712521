"""Keeps a huge body of nonsense from costing minutes and gigabytes.

Pydantic has no bound on the errors it collects, and a request of ten megabytes has room for five million.
"""

from collections.abc import Collection, Mapping
from typing import Any

BULKY_BYTES = 40_000
BULKY_NODES = 20_000
ITEMS = 50
KEYS = 100


def bulky(data: bytes) -> bool:
    """Whether a body has so many parts that its faults could be too many to report; each part follows a comma."""
    return len(data) > BULKY_BYTES and data.count(b",") > BULKY_NODES


def sample(body: Mapping[str, Any], known: Collection[str]) -> dict[str, Any]:
    """Returns a body's beginning: of every list and object the first items, and the keys that are known.

    Whatever is at fault in it is at fault in the body too, at the same place.
    """
    left = [BULKY_NODES]

    def cut(value: Any) -> Any:
        if isinstance(value, dict):
            kept = {}
            for position, (key, item) in enumerate(value.items()):
                if position < KEYS or key in known:
                    kept[key] = cut(item)
            return kept
        if isinstance(value, list):
            items: list[Any] = []
            for item in value[:ITEMS]:
                if items and left[0] <= 0:
                    break
                left[0] -= 1
                items.append(cut(item))
            return items
        return value

    result: dict[str, Any] = cut(body)
    return result
