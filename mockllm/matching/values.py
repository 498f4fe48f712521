"""When two JSON values are the same, and when one is a part of the other."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple


class Absent:
    """What stands for a value that is not there, since null is one."""

    __slots__ = ()


ABSENT = Absent()


class Gap(NamedTuple):
    """A place at which a value is not what was wanted."""

    path: str
    wanted: Any
    got: Any


def same(one: Any, other: Any) -> bool:
    """Says whether two values are equal as JSON has it: true is not 1, but 1 is 1.0."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    return bool(one == other)


def part(wanted: Any, whole: Any) -> bool:
    """Says whether all that is wanted is there: every key of an object, every element of a list in any place."""
    return next(missing(wanted, whole), None) is None


def missing(wanted: Any, whole: Any, path: str = "$") -> Iterator[Gap]:
    """Yields where something wanted is not there."""
    if isinstance(wanted, Mapping) and isinstance(whole, Mapping):
        for key, value in wanted.items():
            if key in whole:
                yield from missing(value, whole[key], f"{path}.{key}")
            else:
                yield Gap(f"{path}.{key}", value, ABSENT)
    elif isinstance(wanted, list | tuple) and isinstance(whole, list | tuple):
        for place, value in enumerate(wanted):
            if not any(part(value, element) for element in whole):
                yield Gap(f"{path}[{place}]", value, whole)
    elif not same(wanted, whole):
        yield Gap(path, wanted, whole)
