"""Finds those of many conditions that hold, without trying all of them.

Of each, the clause that fewest others share is its key: a value that a field has to equal, or a text that it has to
contain. Only conditions whose key fits are tried, and those that have none.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from heapq import merge
from typing import Any, NamedTuple

from .conditions import Conditions
from .fields import Field
from .grams import LENGTH, Parts, count, pieces
from .keys import SCALARS, Group, Key
from .subject import Subject


class Found(NamedTuple):
    """The positions that belong to the values of a field, and to texts that may be contained in them."""

    field: Field
    exact: Mapping[Any, Sequence[int]]
    texts: Sequence[tuple[Parts, bool]]

    def add(self, values: Sequence[Any], found: list[int]) -> None:
        for value in values:
            if self.exact and isinstance(value, SCALARS):
                found += self.exact.get(value, ())
            if self.texts and isinstance(value, str):
                for parts, folded in self.texts:
                    found += parts.found_in_any_case(value) if folded else parts.found(value)


class Index:
    """Conditions in order; it holds what was made of them once, and nothing of any request but long texts."""

    __slots__ = ("_conditions", "_fields", "_rest")

    def __init__(self, conditions: Sequence[Conditions]) -> None:
        self._conditions = tuple(conditions)
        chosen, counts = choose(self._conditions)
        self._rest = [position for position, keys in enumerate(chosen) if not keys]
        fields: dict[str, Field] = {}
        exact: dict[str, dict[Any, list[int]]] = defaultdict(lambda: defaultdict(list))
        texts: dict[Group, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        for position, keys in enumerate(chosen):
            for key in keys:
                fields[key.field.key] = key.field
                table = exact[key.field.key] if key.exact else texts[key.group]
                table[key.value].append(position)
        parts: dict[str, list[tuple[Parts, bool]]] = defaultdict(list)
        for group, positions in texts.items():
            parts[group.key].append((Parts(positions, counts[group]), group.folded))
        self._fields = {
            key: Found(field, dict(exact.get(key, ())), tuple(parts.get(key, ()))) for key, field in fields.items()
        }

    def holding(self, subject: Subject) -> Iterator[int]:
        """Yields the positions of the conditions that hold, in order, each looked for when it is asked for."""
        conditions = self._conditions
        for position in merge(self._keyed(subject), self._rest) if self._rest else self._keyed(subject):
            if conditions[position].holds(subject):
                yield position

    def like(self, values: Mapping[str, Sequence[Any]]) -> list[int]:
        """The positions whose key fits one of the values that are given for the keys of fields, in order."""
        found: list[int] = []
        for key, given in values.items():
            if key in self._fields:
                self._fields[key].add(given, found)
        return sorted(set(found))

    def _keyed(self, subject: Subject) -> list[int]:
        """The positions whose key fits a request, in order."""
        found: list[int] = []
        for each in self._fields.values():
            each.add(subject.values(each.field), found)
        return sorted(set(found)) if len(found) > 1 else found

    @property
    def rest(self) -> Sequence[int]:
        """The positions of conditions that have no key."""
        return self._rest


def choose(conditions: Sequence[Conditions]) -> tuple[list[tuple[Key, ...]], dict[Group, Counter[str]]]:
    """Returns the keys of each, one of which fits when it holds, and how common pieces are in each field's texts."""
    offers = [[keys for keys in each.keys if keys] for each in conditions]
    every = [key for offer in offers for keys in offer for key in keys]
    exact = Counter((key.field.key, key.value) for key in every if key.exact)
    texts: dict[Group, list[str]] = defaultdict(list)
    for key in every:
        if not key.exact:
            texts[key.group].append(key.value)
    counts = {group: count(found) for group, found in texts.items()}
    short = {group: Counter(found) for group, found in texts.items()}

    def cost(keys: tuple[Key, ...]) -> int:
        return sum(shared(key) for key in keys)

    def shared(key: Key) -> int:
        if key.exact:
            return exact[key.field.key, key.value]
        if len(key.value) < LENGTH:
            return short[key.group][key.value]
        return min(counts[key.group][piece] for piece in pieces(key.value))

    return [min(offer, key=cost) if len(offer) > 1 else next(iter(offer), ()) for offer in offers], counts
