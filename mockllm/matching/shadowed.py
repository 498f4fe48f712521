"""Finds conditions that are never reached among many, without comparing each with each."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from .clauses import AllOf, AnyOf, Clause, Leaf, Not, Search
from .conditions import Conditions
from .fields import FIELDS
from .implied import shadows
from .index import Index
from .operators import Equals, typical
from .pattern import as_text
from .show import quote

FEW = 50
"""Among so many conditions each is compared with each."""

MOST_TRIED = 200
"""Of the conditions without a key, so many are compared with each of the others."""

MOST_COMPARED = 500_000
"""How many of those that have the same key are compared in all: it may be one key that ten thousand share."""


def shadowed(conditions: Sequence[Conditions], index: Index | None = None) -> Iterator[tuple[int, int]]:
    """Yields the positions of conditions that are never reached, each with that of the first that shadows it.

    Sure of what it says; among many it may miss some that have nothing by which they can be found. An index of them
    need not be made if there is one already.
    """
    index = index or Index(conditions)
    rest = range(len(conditions)) if len(conditions) <= FEW else index.rest[:MOST_TRIED]
    first: dict[str, int] = {}
    left = MOST_COMPARED
    for position, later in enumerate(conditions):
        like = index.like(_examples(later)) if left > 0 else []
        left -= len(like)
        same = first.setdefault(quote(later.fields), position)
        for earlier in sorted({each for each in (*rest, *like, same) if each < position}):
            if shadows(conditions[earlier], later):
                yield position, earlier
                break


def _examples(conditions: Conditions) -> dict[str, list[Any]]:
    """For each field, values that stand for what its clauses take; whatever implies a key has it among them."""
    found: dict[str, list[Any]] = defaultdict(list)
    for clause in conditions.clauses:
        _collect(clause, found)
    return found


def _collect(clause: Clause, found: dict[str, list[Any]]) -> None:
    match clause:
        case Leaf(field, operator) | Search(field, operator):
            if field.name.startswith("tool_result"):
                found[FIELDS["has_tool_result"].key].append(True)
            example = typical(as_text(operator))
            if isinstance(operator, Equals):
                found[field.key].append(operator.value)
            elif example is not None:
                found[field.key].append(example)
        case AnyOf(_, clauses) | AllOf(_, clauses):
            for each in clauses:
                _collect(each, found)
        case Not(_, inner):
            _collect(inner, found)
        case _:
            pass
