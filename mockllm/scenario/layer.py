"""A scenario made ready to be searched."""

import heapq
from collections.abc import Iterator, Sequence

from mockllm.core import Plan
from mockllm.matching import Index

from .script import Rule, Scenario, Script
from .spot import Spot, spots
from .views import Start, Views

STARTS: tuple[Start, ...] = ("first_user", "last_user")


class Layer:
    """The rules of a scenario, and an index over them; `name` tells the layers of a server apart."""

    def __init__(self, name: str, scenario: Scenario) -> None:
        self.name = name
        self.scenario = scenario
        self.played: dict[tuple[int, int], Plan] = {}
        """The plans of replies that are the same for every request, by the ids of their rule and script."""
        self._spots: dict[tuple[int, int], Spot] = {}
        self._plain = Part(scenario.rules, None)
        self._begun = [part for start in STARTS if (part := Part(scenario.rules, start))]

    def matching(self, views: Views) -> Iterator[Rule]:
        """Yields the rules whose conditions hold, in their order."""
        if not self._begun:
            return self._plain.rules(views)
        found = [self._plain.places(views), *[part.places(views) for part in self._begun]]
        return map(self.scenario.rules.__getitem__, heapq.merge(*found))

    def spot(self, rule: Rule, script: Script) -> Spot:
        """Returns where in its rule a reply stands."""
        key = id(rule), id(script)
        if key not in self._spots:
            self._spots |= {(id(rule), number): spot for number, spot in spots(rule)}
        return self._spots[key]


class Part:
    """Those rules of a scenario that look at the same view: as it is now, or as it was when a conversation began."""

    def __init__(self, rules: Sequence[Rule], start: Start | None) -> None:
        self._start = start
        self._places = [place for place, rule in enumerate(rules) if begin(rule) == start]
        self._rules = [rules[place] for place in self._places]
        self._index = Index([rule.when for rule in self._rules])

    def __bool__(self) -> bool:
        return bool(self._rules)

    def rules(self, views: Views) -> Iterator[Rule]:
        """Yields the rules that hold."""
        return map(self._rules.__getitem__, self._holding(views))

    def places(self, views: Views) -> Iterator[int]:
        """Yields the places of the rules that hold."""
        return map(self._places.__getitem__, self._holding(views))

    def _holding(self, views: Views) -> Iterator[int]:
        if self._start is None:
            return self._index.holding(views.now)
        begun = views.beginning(self._start)
        return iter(()) if begun is None else self._index.holding(begun.subject)


def begin(rule: Rule) -> Start | None:
    return rule.start if rule.turns else None
