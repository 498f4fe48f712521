"""What may still follow once a text has begun: patterns and their opposites, derived by one character after the other.

A remainder is a language of endings, kept once and known by its number (Brzozowski's derivatives). A look ahead is an
`and` with what follows it. What a look behind finds is followed beside it and handed in, as `Here`.
"""

from math import inf
from typing import NamedTuple

from .alphabet import Alphabet
from .characters import EVERYTHING
from .pattern_parts import Again, Choice, Group, Look, OneOf, Part, Repeat, Row, Start

MOST_WORK = 20_000
"""Steps for one graph: some tens of milliseconds."""

DEEPEST = 100
NEVER = -1

NOTHING, END, ANYTHING = 0, 1, 2
ANY = Repeat(OneOf(EVERYTHING), 0, inf)

Key = tuple[str, int, int, float, tuple[int, ...]]


class Tired(Exception):  # noqa: N818 - no error: what was found until then counts
    """More was asked than is fair."""


class Here(NamedTuple):
    """Where a text stands: whether at its start, and which looks behind see what they look for."""

    start: bool
    seen: int


class Remains:
    """All remainders met so far, and how they derive."""

    def __init__(self, alphabet: Alphabet) -> None:
        self._alphabet = alphabet
        self._keys: list[Key] = []
        self._numbers: dict[Key, int] = {}
        self._parts: list[Part] = []
        self._part_numbers: dict[Part, int] = {}
        self._derived: dict[tuple[int, int, Here], int] = {}
        self._fronts: dict[int, frozenset[int]] = {}
        self.behind: dict[Part, int] = {}
        """The place of each look behind."""
        self._work = 0
        self._depth = 0
        for kind in ("nothing", "end", "anything"):
            self._number((kind, 0, 0, 0, ()))

    def after(self, part: Part, rest: int) -> int:
        """Returns what is left where a part comes first, and then the rest."""
        if rest == NOTHING:
            return NOTHING
        if isinstance(part, Row):
            for inner in reversed(part.parts):
                rest = self.after(inner, rest)
            return rest
        if isinstance(part, Group):
            return self.after(part.part, rest)
        if isinstance(part, Repeat):
            return self._times(part.part, part.low, part.high, rest)
        if isinstance(part, Again):
            return self.after(ANY, rest)
        if type(part) is Part:
            return rest
        return self._number(("part", self._part(part), 0, 0, (rest,)))

    def either(self, options: set[int]) -> int:
        options.discard(NOTHING)
        if ANYTHING in options:
            return ANYTHING
        return self._joined("or", options, NOTHING)

    def both(self, options: set[int]) -> int:
        options.discard(ANYTHING)
        if NOTHING in options:
            return NOTHING
        return self._joined("and", options, ANYTHING)

    def opposite(self, remainder: int) -> int:
        if remainder in (NOTHING, ANYTHING):
            return ANYTHING if remainder == NOTHING else NOTHING
        kind, _, _, _, inner = self._keys[remainder]
        return inner[0] if kind == "not" else self._number(("not", 0, 0, 0, (remainder,)))

    def ends(self, remainder: int, here: Here) -> bool:
        """Says whether a text may end here."""
        self._enter()
        found = self._ends(remainder, here)
        self._depth -= 1
        return found

    def _ends(self, remainder: int, here: Here) -> bool:
        kind, first, low, _, inner = self._keys[remainder]
        match kind:
            case "end" | "anything":
                return True
            case "nothing":
                return False
            case "or":
                return any(self.ends(one, here) for one in inner)
            case "and":
                return all(self.ends(one, here) for one in inner)
            case "not":
                return not self.ends(inner[0], here)
            case "times":
                return self.ends(self.after(self._parts[first], inner[0]) if low else inner[0], here)
        part, rest = self._parts[first], inner[0]
        if isinstance(part, OneOf):
            return False
        if isinstance(part, Choice):
            return any(self.ends(self.after(option, rest), here) for option in part.options)
        if isinstance(part, Start):
            return here.start and self.ends(rest, here)
        if isinstance(part, Look):
            return self._sees(part, here) and self.ends(rest, here)
        return self.ends(rest, here)

    def derive(self, remainder: int, letter: int, here: Here) -> int:
        """Returns what is left after a character of a class."""
        key = (remainder, letter, here)
        found = self._derived.get(key)
        if found is None:
            found = self._derived[key] = self._derive(remainder, letter, here, NEVER)
        return found

    def fronts(self, remainder: int) -> frozenset[int]:
        """Returns the sets of classes that make a difference to what comes next."""
        found = self._fronts.get(remainder)
        if found is None:
            self._enter()
            found = self._fronts[remainder] = self._seek_fronts(remainder)
            self._depth -= 1
        return found

    def _derive(self, remainder: int, letter: int, here: Here, barred: int) -> int:
        """`barred` is a repeat that must not come again before a character has been taken."""
        self._enter()
        found = self._derived_from(remainder, letter, here, barred)
        self._depth -= 1
        return found

    def _derived_from(self, remainder: int, letter: int, here: Here, barred: int) -> int:
        if remainder == barred or remainder in (NOTHING, END):
            return NOTHING
        if remainder == ANYTHING:
            return ANYTHING
        kind, first, low, high, inner = self._keys[remainder]
        match kind:
            case "or":
                return self.either({self._step(one, letter, here, barred) for one in inner})
            case "and":
                return self.both({self._step(one, letter, here, barred) for one in inner})
            case "not":
                return self.opposite(self.derive(inner[0], letter, here))
            case "times":
                return self._derive_times(first, low, high, inner[0], letter, here, barred)
        part, rest = self._parts[first], inner[0]
        if isinstance(part, OneOf):
            return rest if self._alphabet.bits(part.spans) >> letter & 1 else NOTHING
        if isinstance(part, Choice):
            return self.either({self._step(self.after(option, rest), letter, here, barred) for option in part.options})
        if isinstance(part, Start):
            return self._step(rest, letter, here, barred) if here.start else NOTHING
        if isinstance(part, Look) and part.behind:
            return self._step(rest, letter, here, barred) if self._sees(part, here) else NOTHING
        if isinstance(part, Look):
            ahead = self.derive(self.after(part.part, ANYTHING), letter, here)
            ahead = self.opposite(ahead) if part.negative else ahead
            return self.both({ahead, self._step(rest, letter, here, barred)})
        return NOTHING  # the end of the text, and yet a character

    def _enter(self) -> None:
        """Counts a step, and how deep it lies within others, so that it's never left to Python's own limit."""
        self._work += 1
        self._depth += 1
        if self._work > MOST_WORK or self._depth > DEEPEST:
            raise Tired

    def _step(self, remainder: int, letter: int, here: Here, barred: int) -> int:
        return (
            self.derive(remainder, letter, here) if barred == NEVER else self._derive(remainder, letter, here, barred)
        )

    def _derive_times(self, first: int, low: int, high: float, rest: int, letter: int, here: Here, barred: int) -> int:
        part = self._parts[first]
        again = self._times(part, max(low - 1, 0), high - 1, rest)
        if low:
            return self._step(self.after(part, again), letter, here, barred)
        once = self._step(self.after(part, again), letter, here, barred if part.least else again)
        return self.either({once, self._step(rest, letter, here, barred)})

    def _sees(self, part: Look, here: Here) -> bool:
        """Says whether a look behind, or one ahead at the end of the text, holds."""
        seen = (
            bool(here.seen >> self.behind[part] & 1)
            if part.behind
            else self.ends(self.after(part.part, ANYTHING), here)
        )
        return seen != part.negative

    def _seek_fronts(self, remainder: int) -> frozenset[int]:
        kind, first, _, _, inner = self._keys[remainder]
        if kind in ("or", "and", "not", "nothing", "end", "anything"):
            return frozenset().union(*map(self.fronts, inner))
        part = self._parts[first]
        if kind == "times":
            return self.fronts(self.after(part, END)) | self.fronts(inner[0])
        if isinstance(part, OneOf):
            return frozenset((self._alphabet.bits(part.spans),))
        if isinstance(part, Choice):
            return frozenset().union(*(self.fronts(self.after(option, inner[0])) for option in part.options))
        if isinstance(part, Look) and not part.behind:
            return self.fronts(self.after(part.part, ANYTHING)) | self.fronts(inner[0])
        return self.fronts(inner[0])

    def _times(self, part: Part, low: int, high: float, rest: int) -> int:
        if high < 1 or part.most == 0:
            return self.after(part, rest) if low else rest
        return self._number(("times", self._part(part), low, high, (rest,)))

    def _joined(self, kind: str, options: set[int], none: int) -> int:
        flat: set[int] = set()
        for option in options:
            inner = self._keys[option]
            flat.update(inner[4] if inner[0] == kind else (option,))
        if len(flat) <= 1:
            return flat.pop() if flat else none
        return self._number((kind, 0, 0, 0, tuple(sorted(flat))))

    def _part(self, part: Part) -> int:
        number = self._part_numbers.get(part)
        if number is None:
            number = self._part_numbers[part] = len(self._parts)
            self._parts.append(part)
        return number

    def _number(self, key: Key) -> int:
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._keys)
            self._keys.append(key)
        return number
