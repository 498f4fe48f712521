"""Finds which of many texts are contained in another one, without looking for each of them."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain

LENGTH = 4
"""How long the pieces are by which texts are found; shorter ones are looked for one by one."""

FEW = 24
"""So many texts are looked for one by one: faster than looking at every place of a text."""

MOST_PLACES = 32
"""How far into a text its rarest piece is sought."""

KEPT = 64
KEPT_FROM = 2000
"""Texts from this length on are remembered with what was found: system prompts come with every request."""

MOST_TOLD_APART = 256
"""Where pieces have more characters than that at one of their places, any character may stand there."""

OTHER_CASES = {"\u0130": "i", "\u017f": "s", "\u212a": "k"}
"""All characters beyond ASCII that are the other case of a letter of ASCII."""

COMMON = {letter: 26 - place for place, letter in enumerate(" etaoinshrdlucmfwypvbgkqjx")}
"""How common letters are in texts, roughly."""


Link = tuple[str, int, "Link | None"]
"""A text with the position that belongs to it, and the next of those that are found by the same piece."""


class Parts:
    """Texts with the positions that belong to each; `found` returns the positions of those that a text contains.

    Each text has a rare piece of it in a table, and a regex finds the places at which such a piece can begin.
    """

    __slots__ = ("_kept", "_pieces", "_places", "_single")

    def __init__(self, positions: Mapping[str, Sequence[int]], counts: Mapping[str, int]) -> None:
        few = len(positions) <= FEW
        alone = {text for text in positions if few or len(text) < LENGTH}
        self._single = [(text, positions[text]) for text in positions if text in alone]
        self._pieces: dict[str, Link] = {}
        for text, found in positions.items():
            if text not in alone:
                piece = rarest(text, counts)
                for position in found:
                    self._pieces[piece] = (text, position, self._pieces.get(piece))
        self._places = like(self._pieces) if self._pieces else None
        self._kept: dict[str, list[int]] = {}

    def found(self, text: str) -> list[int]:
        """Positions in no order."""
        if len(text) < KEPT_FROM:
            return self._find(text)
        kept = self._kept.get(text)
        if kept is None:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            kept = self._kept[text] = self._find(text)
        return kept

    def found_in_any_case(self, text: str) -> list[int]:
        """The same for texts of ASCII in lower case."""
        return self.found(folded(text))

    def _find(self, text: str) -> list[int]:
        found: list[int] = []
        for single, positions in self._single:
            if single in text:
                found += positions
        for piece in self._pieces_of(text, self._places) if self._places else ():
            link: Link | None = self._pieces[piece]
            while link is not None:
                part, position, link = link
                if part in text:
                    found.append(position)
        return found

    def _pieces_of(self, text: str, places: re.Pattern[str]) -> set[str]:
        table = self._pieces
        return {piece for piece in places.findall(text) if piece in table}


def folded(text: str) -> str:
    """A text in lower case, in which everything is ASCII that a regex takes for it with the flag i."""
    if not text.isascii():
        for other, letter in OTHER_CASES.items():
            text = text.replace(other, letter)
    return text.lower()


def pieces(text: str) -> list[str]:
    """The pieces of a text, of its beginning if it is long."""
    return [text[place : place + LENGTH] for place in range(min(len(text) - LENGTH + 1, MOST_PLACES))]


def every_piece(texts: Iterable[str]) -> frozenset[str]:
    """All pieces of all texts."""
    found: set[str] = set()
    for text in texts:
        found.update(map("".join, zip(*[text[at:] for at in range(LENGTH)], strict=False)))
    return frozenset(found)


def count(texts: Iterable[str]) -> Counter[str]:
    """How many of the texts have each piece."""
    return Counter(chain.from_iterable([set(pieces(text)) for text in texts]))


def rarest(text: str, counts: Mapping[str, int]) -> str:
    """The piece that few texts have, beginning with a letter that is rare, since every such place is looked at."""
    return min([(2 * counts[piece] + COMMON.get(piece[0], 0), piece) for piece in pieces(text)])[1]


def like(table: Iterable[str]) -> re.Pattern[str]:
    """A regex that finds every piece, overlapping ones too, whose characters those of the table have in their places.

    That leaves few to be looked up, which takes longest where the table is large. It looks for one character of a
    set, which is what regexes are fastest at, and back at where that stands.
    """
    first, *others = [one_of(set(characters)) for characters in zip(*table, strict=True)]
    return re.compile(f"{first}(?<=(?=(.{''.join(others)})).)", re.DOTALL)


def one_of(characters: Collection[str]) -> str:
    if len(characters) > MOST_TOLD_APART:
        return "."
    return f"[{''.join(map(re.escape, sorted(characters)))}]"
