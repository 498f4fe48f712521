"""Texts that meet several patterns at once, break others, and have a length: found by search, not by luck."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from .alphabet import Alphabet, within
from .graph import explore
from .pattern import read_pattern
from .pattern_parts import Again, PatternError
from .remains import ANY

Chance = Callable[[], float]

MOST_KEPT = 256
MOST_STEPS = 100_000
"""How many states times lengths are looked at."""

LOOSE = 6
"""How many characters more than it must a text has at the most."""

LOOSELY_READ = re.compile(r"\\[pPGK]|\(\?[a-z-]*[imsx]|\(\?>|[*+?}]\+")
"""What we read for more or less than it stands for: properties, flags, what isn't taken back."""


class Crossing:
    """What was found out about some patterns."""

    def __init__(self, patterns: Sequence[str], broken: Sequence[str]) -> None:
        parts = [read_pattern(pattern) for pattern in patterns]
        against = [read_pattern(pattern) for pattern in broken]
        alphabet = Alphabet([ANY, *parts, *against])
        graph = explore(alphabet, parts, against)
        again = any(isinstance(inner, Again) for part in (*parts, *against) for inner in within(part))
        self._sure: Final = graph.whole and not again and not any(map(LOOSELY_READ.search, (*patterns, *broken)))
        """Whether what isn't found isn't there."""
        self._shown: Final = alphabet.shown
        self._edges: Final = graph.edges
        self._before: Final = _turned(graph.edges)
        self._reach: Final = [set(graph.ends)]
        """At each length, the states from which a text of that length is left."""

    def draw(self, least: float, most: float, chance: Chance) -> str | None:
        """Returns a text of a length between two bounds; None if none was found."""
        lengths = self._lengths(int(least), most)
        if not lengths:
            return None
        left = lengths[int(chance() * len(lengths))]
        state = 0
        said: list[str] = []
        while left:
            left -= 1
            state, characters = self._onward(state, self._reach[left], chance)
            said.append(characters[int(chance() * len(characters))])
        return "".join(said)

    def has_length(self, least: float, most: float) -> bool | None:
        """Says whether there is a text of a length between two bounds; None where that isn't known."""
        if self._lengths(int(least), most):
            return True
        # a longer text than this goes round in some state, and without that round it would be one too
        longest = int(min(most, least + len(self._edges)))
        return False if self._sure and self._know(longest) else None

    def _onward(self, state: int, open_states: set[int], chance: Chance) -> tuple[int, str]:
        """Draws the next state and the characters that lead to it."""
        options = [
            (favour, target, characters)
            for letters, target in self._edges[state]
            if target in open_states
            for at, (characters, favour) in enumerate(self._shown)
            if letters >> at & 1 and characters
        ]
        drawn = chance() * sum(option[0] for option in options)
        for favour, target, characters in options:
            drawn -= favour
            if drawn < 0:
                return target, characters
        return options[-1][1:]

    def _lengths(self, least: int, most: float) -> list[int]:
        """The lengths to choose from: the shortest ones there are."""
        found: list[int] = []
        length = least
        last = least + len(self._edges)
        while length <= min(most, found[0] + LOOSE if found else last) and self._know(length):
            if 0 in self._reach[length]:
                found.append(length)
            length += 1
        return found

    def _know(self, length: int) -> bool:
        """Finds out from where a text of a length is left, if that takes no longer than is fair."""
        reach = self._reach
        while len(reach) <= length:
            if len(reach) * len(self._edges) > MOST_STEPS:
                return False
            states = {source for target in reach[-1] for source in self._before[target]}
            reach.append(reach[-1] if states == reach[-1] else states)
        return True


@lru_cache(MOST_KEPT)
def crossing(patterns: tuple[str, ...], broken: tuple[str, ...]) -> Crossing | None:
    """Returns what there is to know about patterns that are met and others that are broken at once; None where one of
    them has something we don't know."""
    try:
        return Crossing(patterns, broken)
    except (PatternError, RecursionError):
        return None


def _turned(edges: list[list[tuple[int, int]]]) -> list[list[int]]:
    """The states that lead to each state."""
    before: list[list[int]] = [[] for _ in edges]
    for source, onward in enumerate(edges):
        for target in dict.fromkeys([target for _, target in onward]):
            before[target].append(source)
    return before
