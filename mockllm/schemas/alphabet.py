"""The characters patterns tell apart: so many classes, of each of which any character is as good as another."""

from collections.abc import Iterable, Iterator
from functools import cached_property

from .characters import LAST, Span, shown
from .pattern_parts import Choice, Group, Look, OneOf, Part, Repeat, Row

FAVOURS: tuple[tuple[str, str, int], ...] = (("a", "z", 24), ("0", "9", 6), ("A", "Z", 4))
"""How likely a class is that holds such a letter."""

PRINTED = 1.0
STRANGE = 0.01


class Alphabet:
    """Classes of characters, and sets of them as bits."""

    def __init__(self, parts: Iterable[Part]) -> None:
        distinct = dict.fromkeys(one.spans for part in parts for one in within(part) if isinstance(one, OneOf))
        edges = {0, LAST + 1}
        for spans in distinct:
            for low, high in spans:
                edges.update((low, high + 1))
        borders = sorted(edges)
        starts = {start: place for place, start in enumerate(borders)}
        marks = [0] * (len(borders) - 1)
        for place, spans in enumerate(distinct):
            for low, high in spans:
                for at in range(starts[low], starts[high + 1]):
                    marks[at] |= 1 << place
        classes: dict[int, list[Span]] = {}
        for at, mark in enumerate(marks):
            classes.setdefault(mark, []).append((borders[at], borders[at + 1] - 1))
        self._spans = [tuple(spans) for spans in classes.values()]
        self._sets = {
            spans: sum(1 << number for number, mark in enumerate(classes) if mark >> place & 1)
            for place, spans in enumerate(distinct)
        }
        self.everything = (1 << len(self._spans)) - 1

    def bits(self, spans: tuple[Span, ...]) -> int:
        """Returns a set of characters that a pattern names as the classes it is made of."""
        return self._sets[spans]

    @cached_property
    def shown(self) -> list[tuple[str, float]]:
        """The characters we write of each class, and how readily."""
        found = []
        for spans in self._spans:
            characters = "".join(shown(spans))
            found.append((characters, _favour(characters)))
        return found


def within(part: Part) -> Iterator[Part]:
    """Yields all parts of a part, those inside others first, itself last."""
    if isinstance(part, Row):
        inner = part.parts
    elif isinstance(part, Choice):
        inner = part.options
    else:
        inner = [part.part] if isinstance(part, (Repeat, Group, Look)) else []
    for one in inner:
        yield from within(one)
    yield part


def _favour(characters: str) -> float:
    for low, high, favour in FAVOURS:
        number = sum(low <= character <= high for character in characters)
        if number:
            return favour * number / (ord(high) - ord(low) + 1)
    return PRINTED / 8 * min(len(characters), 8) if characters.isprintable() and characters.isascii() else STRANGE
