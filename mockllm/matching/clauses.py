"""Conditions for fields, and conditions made of conditions. Each says whether it holds for a request."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mockllm.errors import MatchingTimeout

from .fields import Field
from .operators import Operator
from .pattern import Pattern
from .subject import Subject

if TYPE_CHECKING:
    import regex


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """Holds when one of the field's values is accepted."""

    field: Field
    operator: Operator

    def holds(self, subject: Subject) -> bool:
        accepts = self.operator.accepts
        for value in subject.values(self.field):  # noqa: SIM110 - any() with a generator takes three times as long
            if accepts(value):
                return True
        return False


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """Holds when a regex is found in one of the field's values."""

    field: Field
    operator: Pattern

    def holds(self, subject: Subject) -> bool:
        return self.found(subject) is not None

    def found(self, subject: Subject) -> "regex.Match[str] | None":
        """What it found; each is searched once for a request, and one that took too long is not tried again."""
        hits = subject.hits
        if self not in hits:
            if subject.budget.left_s <= 0:  # nothing is searched any more, and nothing need be remembered
                return self._search(subject)
            try:
                hits[self] = self._search(subject)
            except MatchingTimeout as error:
                hits[self] = error
        found: regex.Match[str] | MatchingTimeout | None = hits[self]
        if isinstance(found, MatchingTimeout):
            raise found.with_traceback(None)
        return found

    def _search(self, subject: Subject) -> "regex.Match[str] | None":
        return self.operator.search(subject.values(self.field), self.field.name, subject.budget)


@dataclass(frozen=True, slots=True, eq=False)
class Exists:
    """Holds when the request has the field, or has it not."""

    field: Field
    there: bool

    def holds(self, subject: Subject) -> bool:
        return bool(subject.values(self.field)) is self.there


@dataclass(frozen=True, slots=True, eq=False)
class AnyOf:
    """Holds when one of them does."""

    field: Field
    clauses: "tuple[Clause, ...]"

    def holds(self, subject: Subject) -> bool:
        return any(clause.holds(subject) for clause in self.clauses)


@dataclass(frozen=True, slots=True, eq=False)
class AllOf:
    """Holds when all of them do."""

    field: Field
    clauses: "tuple[Clause, ...]"

    def holds(self, subject: Subject) -> bool:
        return all(clause.holds(subject) for clause in self.clauses)


@dataclass(frozen=True, slots=True, eq=False)
class Not:
    """Holds when the other does not."""

    field: Field
    clause: "Clause"

    def holds(self, subject: Subject) -> bool:
        return not self.clause.holds(subject)


Clause = Leaf | Search | Exists | AnyOf | AllOf | Not


def searches(clause: Clause) -> Iterator[Search]:
    """The regexes of a clause that can have captured something when it holds."""
    match clause:
        case Search():
            yield clause
        case AnyOf() | AllOf():
            for each in clause.clauses:
                yield from searches(each)
        case Leaf() | Exists() | Not():
            pass
