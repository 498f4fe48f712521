"""A scenario made ready to be searched."""

import heapq
from collections.abc import Iterator

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
        self._plain = Part(rules, [place for place, rule in enumerate(rules) if not rule.turns])
        self._begun = [
            (start, part)
            for start in STARTS
            if (part := Part(rules, [place for place, rule in enumerate(rules) if rule.turns and rule.start == start]))
        ]

    def matching(self, views: Views) -> Iterator[Rule]:
        """Yields the rules whose conditions hold, in their order."""
        found = [self._plain.holding(views, None)] if self._plain else []
        found += [part.holding(views, start) for start, part in self._begun]
        places = found[0] if len(found) == 1 else heapq.merge(*found)
        return map(self.scenario.rules.__getitem__, places)

    def spot(self, rule: Rule, script: Script) -> Spot:
        """Returns where in its rule a reply stands."""
        key = id(rule), id(script)
        if key not in self._spots:
            self._spots |= {(id(rule), number): spot for number, spot in spots(rule)}
        return self._spots[key]


class Part:
    """Those rules of a scenario that look at the same view."""

    def __init__(self, rules: tuple[Rule, ...], places: list[int]) -> None:
        self._places = places
        self._index = Index([rules[place].when for place in places])

    def __bool__(self) -> bool:
        return bool(self._places)

    def holding(self, views: Views, start: Start | None) -> Iterator[int]:
        """Yields the places of the rules that hold."""
        if start is None:
            subject = views.now
        else:
            begun = views.beginning(start)
            if begun is None:
                return iter(())
            subject = begun.subject
        return map(self._places.__getitem__, self._index.holding(subject))
