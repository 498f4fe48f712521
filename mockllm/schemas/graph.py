"""All that can be said character by character where several patterns are met and others broken: a graph of states."""

from collections.abc import Sequence
from typing import NamedTuple

from .alphabet import Alphabet, within
from .pattern_parts import Look, Part
from .remains import ANY, ANYTHING, END, NOTHING, Here, Remains, Tired

MOST_STATES = 3_000

State = tuple[int, tuple[int, ...], bool]
"""What remains, what remains of the looks behind, and whether nothing was read yet."""


class Graph(NamedTuple):
    """States by number, the first of which is where a text begins."""

    edges: list[list[tuple[int, int]]]
    """From each state the classes of characters, as bits, that lead to another."""

    ends: list[int]
    """Where a text may end."""

    whole: bool
    """Whether all states were found."""


def explore(alphabet: Alphabet, parts: Sequence[Part], broken: Sequence[Part]) -> Graph:
    """Follows all characters from all states, the nearest first, as far as is fair."""
    return _Explorer(alphabet, parts, broken).graph()


class _Explorer:
    def __init__(self, alphabet: Alphabet, parts: Sequence[Part], broken: Sequence[Part]) -> None:
        self._remains = remains = Remains(alphabet)
        looks = self._behind([*parts, *broken])
        wanted = {self._found(part) for part in parts}
        wanted.update(remains.opposite(self._found(part)) for part in broken)
        self._states: list[State] = [(remains.both(wanted), looks, True)]
        self._places = {self._states[0]: 0}
        self._usable = sum(1 << at for at, (letters, _) in enumerate(alphabet.shown) if letters)

    def graph(self) -> Graph:
        edges: list[list[tuple[int, int]]] = []
        ends: list[int] = []
        whole = True
        try:
            for number, state in enumerate(self._states):  # grows while we read it
                here = self._here(state)
                if self._remains.ends(state[0], here):
                    ends.append(number)
                edges.append(self._onward(state, here))
                if len(self._states) > MOST_STATES:
                    raise Tired
        except Tired:
            whole = len(edges) == len(self._states)
            edges.extend([] for _ in range(len(self._states) - len(edges)))
        return Graph(edges, ends, whole)

    def _onward(self, state: State, here: Here) -> list[tuple[int, int]]:
        edges: list[tuple[int, int]] = []
        for letters in self._groups(state):
            letter = letters.bit_length() - 1
            left = self._remains.derive(state[0], letter, here)
            if left == NOTHING:
                continue
            target = (left, tuple([self._remains.derive(look, letter, here) for look in state[1]]), False)
            place = self._places.get(target)
            if place is None:
                place = self._places[target] = len(self._states)
                self._states.append(target)
            edges.append((letters, place))
        return edges

    def _groups(self, state: State) -> list[int]:
        """The classes of characters, those together that make no difference here."""
        groups = [self._usable]
        fronts = self._remains.fronts(state[0]).union(*map(self._remains.fronts, state[1]))
        for front in sorted(fronts):
            groups = [part for group in groups for part in (group & front, group & ~front) if part]
        return groups

    def _here(self, state: State) -> Here:
        seen = 0
        for place, look in enumerate(state[1]):
            if self._remains.ends(look, Here(state[2], seen)):
                seen |= 1 << place
        return Here(state[2], seen)

    def _found(self, part: Part) -> int:
        """A pattern may stand anywhere in a text."""
        return self._remains.after(ANY, self._remains.after(part, ANYTHING))

    def _behind(self, parts: Sequence[Part]) -> tuple[int, ...]:
        """Numbers the looks behind, those inside others first, and begins to follow them."""
        found: list[int] = []
        for look in [one for part in parts for one in within(part) if isinstance(one, Look) and one.behind]:
            self._remains.behind[look] = len(found)
            found.append(self._remains.after(ANY, self._remains.after(look.part, END)))
        return tuple(found)
