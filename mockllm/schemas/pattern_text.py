"""Texts that a pattern matches, between a least and a most length."""

from collections.abc import Callable
from math import ceil, inf

from .characters import shown
from .lists import WORDS
from .pattern import read_pattern
from .pattern_parts import Again, Choice, End, Group, Look, OneOf, Part, PatternError, Repeat, Row, Start

Chance = Callable[[], float]

USUAL_MORE = 4
"""How often more than it must a part is repeated that may be repeated without end."""

LONGEST_WORD = 8
WORDY = 0.8


def text_for(pattern: str, least: float, most: float, chance: Chance) -> str:
    """Returns a text of a length between two bounds that the pattern is meant to match; whether it does, is checked
    elsewhere. Raises `PatternError` where there is none, or none that we find."""
    part = read_pattern(pattern)
    option = _fitting(part.options, 0, most, chance) if isinstance(part, Choice) else part
    after, before = not _ends(option), not _begins(option)
    need = least
    if (after or before) and option.most < least:
        need = option.most
    text = _Writer(chance).write(option, need, most)
    missing = int(least) - len(text)
    if missing > 0:
        if not after and not before:
            raise PatternError("the pattern's texts are too short")
        filler = "".join(_letter(chance) for _ in range(missing))
        text = text + filler if after else filler + text
    return text


def lengths(pattern: str) -> tuple[float, float]:
    """Returns the least and the most characters of a text that the pattern matches."""
    part = read_pattern(pattern)
    options = part.options if isinstance(part, Choice) else [part]
    return part.least, max(option.most if _begins(option) and _ends(option) else inf for option in options)


def _begins(part: Part) -> bool:
    """Says whether a part only matches at the start of a text."""
    if isinstance(part, Row):
        seen = [inner for inner in part.parts if not isinstance(inner, Look)]
        return bool(seen) and _begins(seen[0])
    if isinstance(part, Choice):
        return all(map(_begins, part.options))
    return _begins(part.part) if isinstance(part, Group) else isinstance(part, Start)


def _ends(part: Part) -> bool:
    """Says whether a part only matches at the end of a text."""
    if isinstance(part, Row):
        seen = [inner for inner in part.parts if not isinstance(inner, Look)]
        return bool(seen) and _ends(seen[-1])
    if isinstance(part, Choice):
        return all(map(_ends, part.options))
    return _ends(part.part) if isinstance(part, Group) else isinstance(part, End)


class _Writer:
    """Writes the parts of one text; knows what its groups stood for."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._said: dict[int | str, str] = {}

    def write(self, part: Part, least: float, most: float) -> str:
        least, most = max(least, part.least), min(most, part.most)
        if least > most:
            raise PatternError("no text of the length wanted matches the pattern")
        if isinstance(part, OneOf):
            characters = shown(part.spans)
            if not characters:
                raise PatternError("a class without characters")
            return characters[int(self._chance() * len(characters))]
        if isinstance(part, Row):
            return self._row(part.parts, least, most)
        if isinstance(part, Choice):
            return self.write(_fitting(part.options, least, most, self._chance), least, most)
        if isinstance(part, Repeat):
            return self._repeat(part, least, most)
        if isinstance(part, Group):
            text = self._said[part.name] = self.write(part.part, least, most)
            return text
        return self._said.get(part.name, "") if isinstance(part, Again) else ""

    def _row(self, parts: list[Part], least: float, most: float) -> str:
        rest_least = sum(part.least for part in parts)
        rest_most = sum(part.most for part in parts if part.most < inf)
        endless = sum(part.most == inf for part in parts)
        said: list[str] = []
        for part in parts:
            rest_least -= part.least
            if part.most == inf:
                endless -= 1
            else:
                rest_most -= part.most
            text = self.write(part, 0 if endless else least - rest_most, most - rest_least)
            said.append(text)
            least -= len(text)
            most -= len(text)
        return "".join(said)

    def _repeat(self, part: Repeat, least: float, most: float) -> str:
        inner = part.part
        low = max(part.low, ceil(least / inner.most) if inner.most and least > 0 else 0)
        high = min(part.high, most // inner.least) if inner.least else part.high
        if low > high:
            raise PatternError("no number of repeats has the length wanted")
        top = min(high, max(low, part.low + USUAL_MORE) + (USUAL_MORE if low == 0 else 0))
        if isinstance(inner, OneOf):
            word = self._word(inner, low, high, least) if low <= LONGEST_WORD else None
            if word is not None:
                return word
        count = int(low + int(self._chance() * (top - low + 1)))
        if isinstance(inner, OneOf):
            characters = shown(inner.spans)
            if not characters and count:
                raise PatternError("a class without characters")
            return "".join(characters[int(self._chance() * len(characters))] for _ in range(count))
        return self._row([inner] * count, least, most)

    def _word(self, part: OneOf, low: float, high: float, least: float) -> str | None:
        """A class that takes all small letters, some times over, is best filled with a word."""
        if high < 3 or not any(start <= 97 and end >= 122 for start, end in part.spans):
            return None
        if self._chance() > WORDY:
            return None
        fitting = [word for word in WORDS if max(low, least) <= len(word) <= high]
        return fitting[int(self._chance() * len(fitting))] if fitting else None


def _fitting(options: list[Part], least: float, most: float, chance: Chance) -> Part:
    fitting = [option for option in options if option.least <= most and option.most >= least]
    if not fitting:
        raise PatternError("no alternative has the length wanted")
    return fitting[int(chance() * len(fitting))]


def _letter(chance: Chance) -> str:
    return chr(97 + int(chance() * 26))
