"""What a grammar is made of once it is read: a graph of parts, which `read` builds and nothing changes afterwards.

Parts are mutable only while they are built and settled; graphs of them may be cyclic and very deep, so nothing walks
them by recursion.
"""

from bisect import bisect_right
from collections.abc import Callable

from .characters import Ranges, is_blank
from .habits import Habit, habit_of

FIXED, FLEXIBLE, SHORT, BLANK = 0, 1, 2, 3
"""The roles of a part in a sequence: of one length, of any, of any but short, or white space between the others."""

MOST_SHORT = 16
"""What is short has at most so many alternatives and characters; it gets all the slack it can need, and no share."""


class Literal:
    """Text that stands as it is."""

    __slots__ = ("least", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.least = len(text)


class Letter:
    """One character of a set."""

    __slots__ = ("_habit", "least", "ranges")

    def __init__(self, ranges: Ranges) -> None:
        self.ranges = ranges
        self.least = 1
        self._habit: Habit | None = None

    @property
    def habit(self) -> Habit:
        """How such characters are drawn; found out when it is first needed."""
        if self._habit is None:
            self._habit = habit_of(self.ranges)
        return self._habit


class Sequence:
    """Parts one after the other: one alternative of a choice.

    `places` say where in the grammar each stands, for messages. `roles` come from the last part to the first, as they
    are laid on the writer's stack.
    """

    __slots__ = ("flexible", "least", "parts", "places", "roles")

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.places: list[int] = []
        self.least = 0
        self.flexible = 0
        self.roles: list[tuple[Part, int]] = []


class Choice:
    """A rule or a group: alternatives, the shortest first once they are settled; only those that can end are left.

    `costs` are how much longer than the shortest each is at least; `main` is the alternative that nearly every letter
    of a text takes where the others are escapes. `core` are the parts of the shortest alternative that are not empty
    in its shortest sentence, and `plain` is what they come to, if one is all there is.
    """

    __slots__ = ("alternatives", "at", "blank", "core", "costs", "defined", "index", "least", "main", "name", "plain")

    def __init__(self, at: int, name: str | None = None) -> None:
        self.at = at
        self.name = name
        self.defined = False
        self.index = -1
        self.alternatives: list[Sequence] = []
        self.least = 0
        self.costs: list[int] = []
        self.blank = False
        self.core: list[Part] = []
        self.main: Sequence | None = None
        self.plain: Part | None = None

    def pick(self, slack: int, chance: Callable[[], float]) -> tuple[Sequence, int]:
        """Draws evenly one of the alternatives that the slack allows, and says how much slack it leaves."""
        costs = self.costs
        count = len(costs) if costs[-1] <= slack else bisect_right(costs, slack)
        drawn = int(chance() * count) if count > 1 else 0
        return self.alternatives[drawn], slack - costs[drawn]


class Repeat:
    """A part again and again, from `low` to `high` times; `high` is None where there is no end to it."""

    __slots__ = ("blank", "high", "index", "least", "letter", "low", "odds", "part", "plain")

    def __init__(self, part: "Part", low: int, high: int | None) -> None:
        self.part = part
        self.low = low
        self.high = high
        self.index = -1
        self.least = 0
        self.blank = False
        self.letter: Letter | None = None
        self.odds = 0.5
        self.plain: Part | None = None


Compound = Choice | Repeat
Part = Literal | Letter | Choice | Repeat


def is_white(part: Literal | Letter) -> bool:
    """Says whether a literal or letter is white space; an empty literal is, too."""
    return part.text.isspace() or not part.text if isinstance(part, Literal) else is_blank(part.ranges)


def letter_of(part: Part) -> Letter | None:
    """Returns the letter that a part is, or mostly is, as what stands in a string mostly is no escape."""
    for _ in range(8):  # rules that only name another
        if isinstance(part, Letter):
            return part
        if not isinstance(part, Choice) or not part.alternatives:
            return None
        sequence = part.main or part.alternatives[0]
        if len(sequence.parts) != 1 or (part.main is None and len(part.alternatives) > 1):
            return None
        part = sequence.parts[0]
    return None
