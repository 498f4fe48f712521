"""Finds those of many conditions that hold, without trying all of them.

Of each, the clause that fewest others share is its key: a value that a field has to equal, or a text that it has to
contain. Only conditions whose key fits are tried, and those that have none.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from heapq import merge
from typing import Any, NamedTuple

from .clauses import Clause, Leaf
from .conditions import Conditions
from .fields import Field
from .grams import LENGTH, Parts, count, pieces
from .keys import SCALARS, Group, Key, is_known_by_key
from .subject import Subject


class Found(NamedTuple):
    """The positions that belong to the values of a field, and to texts that may be contained in them.

    Most values belong to one condition; the others to which a value belongs are `more`.
    """

    field: Field
    exact: Mapping[Any, int]
    more: Mapping[Any, Sequence[int]]
    texts: Sequence[tuple[Parts, bool]]

    def add(self, values: Sequence[Any], found: list[int]) -> None:
        _, exact, more, texts = self
        for value in values:
            if exact and isinstance(value, SCALARS) and (position := exact.get(value)) is not None:
                found.append(position)
                if more:
                    found += more.get(value, ())
            if texts and isinstance(value, str):
                for parts, folded in texts:
                    found += parts.found_in_any_case(value) if folded else parts.found(value)


class Index:
    """Conditions in order; it holds what was made of them once, and nothing of any request but long texts."""

    __slots__ = ("_fields", "_left", "_rest")

    def __init__(self, conditions: Sequence[Conditions]) -> None:
        chosen, counts = choose(conditions)
        self._left = [*left_to_ask(conditions, chosen)]
        self._rest = [position for position, key in enumerate(chosen) if key is None]
        fields: dict[str, Field] = {}
        exact: dict[str, dict[Any, list[int]]] = defaultdict(lambda: defaultdict(list))
        texts: dict[Group, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        for position, offer in enumerate(chosen):
            for key in offer.keys if offer else ():
                fields[key.field.key] = key.field
                table = exact[key.field.key] if key.exact else texts[key.group]
                table[key.value].append(position)
        parts: dict[str, list[tuple[Parts, bool]]] = defaultdict(list)
        for (name, folded), positions in texts.items():
            parts[name].append((Parts(positions, counts[name, folded]), folded))
        self._fields = {
            key: Found(
                field,
                {value: first for value, (first, *_) in exact[key].items()},
                {value: tuple(more) for value, (_, *more) in exact[key].items() if more},
                tuple(parts[key]),
            )
            for key, field in fields.items()
        }

    def holding(self, subject: Subject) -> Iterator[int]:
        """Yields the positions of the conditions that hold, in order, each looked for when it is asked for."""
        found: list[int] = []
        for each in self._fields.values():
            each.add(subject.values(each.field), found)
        if len(found) > 1:
            found = sorted(set(found))
        left = self._left
        for position in merge(found, self._rest) if self._rest else found:
            for clause in left[position]:
                if not clause.holds(subject):
                    break
            else:
                yield position

    def like(self, values: Mapping[str, Sequence[Any]]) -> list[int]:
        """The positions whose key fits one of the values that are given for the keys of fields, in order."""
        found: list[int] = []
        for key, given in values.items():
            if key in self._fields:
                self._fields[key].add(given, found)
        return sorted(set(found))

    @property
    def rest(self) -> Sequence[int]:
        """The positions of conditions that have no key."""
        return self._rest


class Offer(NamedTuple):
    """The keys of a clause, which is one of several by its place."""

    place: int
    keys: tuple[Key, ...]


def choose(conditions: Sequence[Conditions]) -> tuple[list[Offer | None], dict[Group, Counter[str]]]:
    """Returns the keys of each, one of which fits when it holds, and how common pieces are in each field's texts."""
    offers = [[Offer(place, keys) for place, keys in enumerate(each.keys) if keys] for each in conditions]
    every = [key for offer in offers for _, keys in offer for key in keys]
    exact = Counter((key.field.key, key.value) for key in every if key.exact)
    texts: dict[Group, list[str]] = defaultdict(list)
    for key in every:
        if not key.exact:
            texts[key.group].append(key.value)
    counts = {group: count(found) for group, found in texts.items()}
    short = {group: Counter(found) for group, found in texts.items()}

    def cost(offer: Offer) -> int:
        return sum(shared(key) for key in offer.keys)

    def shared(key: Key) -> int:
        if key.exact:
            return exact[key.field.key, key.value]
        if len(key.value) < LENGTH:
            return short[key.group][key.value]
        return min(counts[key.group][piece] for piece in pieces(key.value))

    return [min(offer, key=cost) if len(offer) > 1 else next(iter(offer), None) for offer in offers], counts


def left_to_ask(conditions: Sequence[Conditions], chosen: Sequence[Offer | None]) -> Iterator[tuple[Clause, ...]]:
    """Yields of each what its keys leave open when one of them fits; what many leave open is the same object."""
    known: dict[Any, tuple[Clause, ...]] = {}
    for each, offer in zip(conditions, chosen, strict=True):
        clauses = each.clauses
        if offer is not None and is_known_by_key(clauses[offer.place]):
            clauses = (*clauses[: offer.place], *clauses[offer.place + 1 :])
        yield known.setdefault(tuple(map(identity, clauses)), clauses) if clauses else ()


def identity(clause: Clause) -> object:
    """The same for clauses that ask for the same text, which those are told by that are asked for most."""
    if isinstance(clause, Leaf) and is_known_by_key(clause):
        return clause.field.key, clause.operator
    return clause
