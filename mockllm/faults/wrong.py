"""Makes a value break its schema: one wrong type, a key too few or too many, or a text that ends too early."""

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal, get_args

from mockllm.core import Chance

from .validity import Validity

Way = Literal["wrong_type", "missing_key", "extra_key", "truncated"]
WAYS: tuple[Way, ...] = get_args(Way)
Place = tuple[str | int, ...]

MOST_TRIED = 500
EXTRA = "unexpected"
OTHERS: tuple[Any, ...] = ("wrong", 7, [], {}, True, 0.5, None)
"""Something of each type."""


def spoilt(value: Any, text: str, way: Way | None, validity: Validity, chance: Chance) -> str:
    """Returns JSON, or the beginning of some, that the schema does not allow; where in it the fault is, is chance.

    A way that the schema leaves open does not count, so the others are tried after it.
    """
    ways = shuffled(WAYS, chance) if way is None else [way, *[other for other in WAYS if other != way]]
    for tried in ways:
        if tried == "truncated":
            return truncated(text, chance)
        for count, wrong in enumerate(MAKERS[tried](value, chance)):
            if not validity.accepts(wrong):
                return json.dumps(wrong, ensure_ascii=False)
            if count >= MOST_TRIED:
                break
    raise AssertionError("a text can always be truncated")


def wrong_types(value: Any, chance: Chance) -> Iterator[Any]:
    """Puts something of another type in place of a part, parts of parts first."""
    others = shuffled(OTHERS, chance)
    for place in inner_first(value, chance):
        old = type(at(value, place))
        for other in others:
            if type(other) is not old:
                yield changed(value, place, other)


def missing_keys(value: Any, chance: Chance) -> Iterator[Any]:
    for place in inner_first(value, chance):
        part = at(value, place)
        if isinstance(part, dict):
            for key in shuffled(tuple(part), chance):
                yield changed(value, place, {name: item for name, item in part.items() if name != key})


def extra_keys(value: Any, chance: Chance) -> Iterator[Any]:
    for place in inner_first(value, chance):
        part = at(value, place)
        if isinstance(part, dict):
            name = EXTRA
            while name in part:
                name += "_"
            yield changed(value, place, {**part, name: True})


def truncated(text: str, chance: Chance) -> str:
    """Cuts a text so that it is no JSON."""
    place = int(chance() * len(text))
    while place and is_json(text[:place]):
        place -= 1
    return text[:place]


MAKERS: Mapping[Way, Callable[[Any, Chance], Iterator[Any]]] = MappingProxyType(
    {"wrong_type": wrong_types, "missing_key": missing_keys, "extra_key": extra_keys}
)


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def inner_first(value: Any, chance: Chance) -> list[Place]:
    """Returns the places of a value's parts in an order of chance, and its own place after them."""
    found: list[Place] = []
    waiting: list[tuple[Place, Any]] = [((), value)]
    while waiting and len(found) < MOST_TRIED:
        place, part = waiting.pop(0)
        if place:
            found.append(place)
        if isinstance(part, dict):
            waiting.extend(((*place, name), item) for name, item in part.items())
        elif isinstance(part, list):
            waiting.extend(((*place, number), item) for number, item in enumerate(part))
    return [*shuffled(tuple(found), chance), ()]


def at(value: Any, place: Place) -> Any:
    for step in place:
        value = value[step]
    return value


def changed(value: Any, place: Place, part: Any) -> Any:
    """Returns a value with another part at a place; the one that was given stays as it is."""
    if not place:
        return part
    copied = copy.deepcopy(value)
    at(copied, place[:-1])[place[-1]] = part
    return copied


def shuffled(items: tuple[Any, ...], chance: Chance) -> list[Any]:
    """Returns items in an order that depends on chance and nothing else."""
    left = list(items)
    return [left.pop(int(chance() * len(left))) for _ in items]
