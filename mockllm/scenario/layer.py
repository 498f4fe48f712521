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
        rules = scenario.rules
        self._plain = [place for place, rule in enumerate(rules) if not rule.turns]
        self._index = scenario.index or Index([rules[place].when for place in self._plain])
        self._begun = [part for start in STARTS if (part := Part(rules, start))]

    def matching(self, views: Views) -> Iterator[Rule]:
        """Yields the rules whose conditions hold, in their order."""
        places = self._index.holding(views.now)
        if self._begun:
            plain = map(self._plain.__getitem__, places)
            places = heapq.merge(plain, *[part.holding(views) for part in self._begun])
        return map(self.scenario.rules.__getitem__, places)

    def spot(self, rule: Rule, script: Script) -> Spot:
        """Returns where in its rule a reply stands."""
        key = id(rule), id(script)
        if key not in self._spots:
            self._spots |= {(id(rule), number): spot for number, spot in spots(rule)}
        return self._spots[key]


class Part:
    """The conversations of a scenario that look at the same view."""

    def __init__(self, rules: Sequence[Rule], start: Start) -> None:
        self._start = start
        self._places = [place for place, rule in enumerate(rules) if rule.turns and rule.start == start]
        self._index = Index([rules[place].when for place in self._places])

    def __bool__(self) -> bool:
        return bool(self._places)

    def holding(self, views: Views) -> Iterator[int]:
        """Yields the places of those that hold."""
        begun = views.beginning(self._start)
        return iter(()) if begun is None else map(self._places.__getitem__, self._index.holding(begun.subject))
