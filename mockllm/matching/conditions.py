"""Conditions that a request meets, or differs from."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from .clauses import Clause, Search, searches
from .difference import Difference
from .keys import Key, keys_of, may_fit
from .show import quote
from .subject import Subject
from .tell import tell


class Conditions:
    """The mapping under `when` or `expect`; all of it has to hold. `fields` is how it was written."""

    __slots__ = ("_keys", "_searches", "clauses", "fields")

    def __init__(self, fields: Mapping[str, Any], clauses: Sequence[Clause]) -> None:
        self.fields = fields
        self.clauses = tuple(clauses)
        self._searches: tuple[Search, ...] | None = None
        self._keys: tuple[tuple[Key, ...], ...] | None = None

    @property
    def keys(self) -> tuple[tuple[Key, ...], ...]:
        """For each clause, keys one of which fits whenever it holds; none where no such are known."""
        if self._keys is None:
            self._keys = tuple(keys_of(clause) for clause in self.clauses)
        return self._keys

    def holds(self, subject: Subject) -> bool:
        """Says whether there is no difference; raises MatchingTimeout, as all that looks at a subject."""
        for clause in self.clauses:  # noqa: SIM110 - `all` with a generator takes twice as long, for every request
            if not clause.holds(subject):
                return False
        return True

    def lacks(self, subject: Subject) -> int:
        """Counts the differences without putting them into words, which is a hundred times as fast."""
        return sum(1 for _ in self._failing(subject))

    def differences(self, subject: Subject, *, hints: bool = True) -> Iterator[Difference]:
        """Yields what keeps the conditions from holding, in the order of writing; hints take longest."""
        return (tell(clause, subject, hints=hints) for clause in self._failing(subject))

    def captures(self, subject: Subject) -> Mapping[str, str]:
        """The groups of regexes that were found, by name and by number; of two with one name, the first."""
        if self._searches is None:
            self._searches = tuple(search for clause in self.clauses for search in searches(clause))
        found = [match for search in self._searches if (match := search.found(subject))]
        groups: dict[str, str | None] = {}
        for match in found:
            numbered = {str(number): match.group(number) for number in range(match.re.groups + 1)}
            for name, text in {**match.groupdict(), **numbered}.items():
                if groups.get(name) is None:
                    groups[name] = text
        return MappingProxyType({name: text or "" for name, text in groups.items()})

    def _failing(self, subject: Subject) -> Iterator[Clause]:
        """Yields the clauses that do not hold; many texts that cannot be there are not looked for."""
        for clause, keys in zip(self.clauses, self.keys, strict=True):
            if (keys and not any(may_fit(key, subject) for key in keys)) or not clause.holds(subject):
                yield clause

    def __repr__(self) -> str:
        return f"Conditions({quote(self.fields)})"


EVERYTHING = Conditions(MappingProxyType({}), ())
"""Conditions that hold for every request."""
