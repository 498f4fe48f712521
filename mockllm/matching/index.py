"""Finds those of many conditions that hold, without trying all of them.

Of each, the clause that fewest others share is its key: a value that a field has to equal, or a text that it has to
contain. Only conditions whose key fits are tried, and those that have none.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from heapq import merge
from typing import Any, NamedTuple

from .clauses import AllOf, AnyOf, Clause, Leaf, Search
from .conditions import Conditions
from .fields import Field
from .grams import LENGTH, Parts, count, pieces
from .implied import as_text
from .literal import literal
from .operators import Contains, Equals, Glob
from .pattern import Pattern
from .subject import Subject

SCALARS = (str, int, float, bool, type(None))


class Key(NamedTuple):
    """Where a condition is found: `value` equals the field's or is contained in it, in any case if it is folded."""

    field: Field
    exact: bool
    value: Any
    folded: bool = False

    @property
    def group(self) -> "Group":
        return self.field.key, self.exact, self.folded


Group = tuple[str, bool, bool]


class Index:
    """Conditions in order; it holds what was made of them once, and nothing of any request but long texts."""

    __slots__ = ("_conditions", "_exact", "_parts", "_rest")

    def __init__(self, conditions: Sequence[Conditions]) -> None:
        self._conditions = tuple(conditions)
        chosen, counts = choose(self._conditions)
        self._rest = [position for position, keys in enumerate(chosen) if not keys]
        fields: dict[Group, Field] = {}
        tables: dict[Group, dict[Any, list[int]]] = defaultdict(lambda: defaultdict(list))
        for position, keys in enumerate(chosen):
            for key in keys:
                fields[key.group] = key.field
                tables[key.group][key.value].append(position)
        self._exact = [(fields[group], dict(table)) for group, table in tables.items() if group[1]]
        self._parts = [
            (fields[group], Parts(table, counts[group]), group[2]) for group, table in tables.items() if not group[1]
        ]

    def holding(self, subject: Subject) -> Iterator[int]:
        """Yields the positions of the conditions that hold, in order, each looked for when it is asked for."""
        conditions = self._conditions
        for position in merge(self.keyed(subject.values), self._rest) if self._rest else self.keyed(subject.values):
            if conditions[position].holds(subject):
                yield position

    def keyed(self, values: Callable[[Field], Sequence[Any]]) -> list[int]:
        """The positions whose key fits values, in order."""
        found: list[int] = []
        for field, table in self._exact:
            for value in values(field):
                if isinstance(value, SCALARS):
                    found += table.get(value, ())
        for field, parts, folded in self._parts:
            for value in values(field):
                if isinstance(value, str):
                    found += parts.found_in_any_case(value) if folded else parts.found(value)
        return sorted(set(found)) if len(found) > 1 else found

    @property
    def rest(self) -> Sequence[int]:
        """The positions of conditions that have no key."""
        return self._rest


def choose(conditions: Sequence[Conditions]) -> tuple[list[tuple[Key, ...]], dict[Group, Counter[str]]]:
    """Returns the keys of each, one of which fits when it holds, and how common pieces are in each field's texts."""
    offers = [[keys for clause in each.clauses if (keys := keys_of(clause))] for each in conditions]
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


def keys_of(clause: Clause) -> tuple[Key, ...]:
    """Keys one of which fits whenever the clause holds; none where no such are known."""
    match clause:
        case Leaf(field, Equals(value)):
            return (Key(field, exact=True, value=value),) if isinstance(value, SCALARS) else ()
        case Leaf(field, operator) | Search(field, operator):
            return _part_of(field, as_text(operator))
        case AnyOf(_, clauses):
            found = [keys_of(each) for each in clauses]
            return tuple(key for keys in found for key in keys) if all(found) else ()
        case AllOf(_, clauses):
            return next((keys for each in clauses if (keys := keys_of(each))), ())
        case _:
            return ()


def _part_of(field: Field, operator: Any) -> tuple[Key, ...]:
    match operator:
        case Contains(text):
            return (Key(field, exact=False, value=text),)
        case Glob(pieces) if longest := max(pieces, key=len):
            return (Key(field, exact=False, value=longest),)
        case Pattern(pattern, flags) if found := literal(pattern, flags):
            folded = "i" in flags
            if folded and not found.isascii():
                return ()
            return (Key(field, exact=False, value=found.lower() if folded else found, folded=folded),)
        case _:
            return ()
