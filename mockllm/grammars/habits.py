"""How characters of a set are drawn so that a person could have written them: as words, numbers, blanks or letters."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Literal

from .characters import Ranges, holds, is_blank
from .words import HAN, WORDS

LOOKED_AT = 64
"""At most so many characters of a large set are looked at, evenly spaced."""

FOREIGN_SHARE = 4
"""Letters of other scripts are drawn from a set of which they are at least a quarter."""

FEWEST_WORDS = 16
"""A set that spells fewer of the words isn't one for words."""

ASCII_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ASCII_DIGITS = "0123456789"
PLAIN = "a0A \n"

category = unicodedata.ucd_3_2_0.category  # one edition of Unicode for all Pythons: same seed, same characters


@dataclass(frozen=True, slots=True, kw_only=True)
class Habit:
    """What is drawn from a set of characters.

    `words` can be spelled with it, in rising length, and `joint` may stand between them; `readable` are the characters
    to draw from where no word is written. `kind` says what a run of them is.
    """

    kind: Literal["words", "number", "blank", "letters"]
    ranges: Ranges
    readable: str
    words: tuple[str, ...] = ()
    joint: str = ""

    def spelling(self, text: str) -> str:
        """Returns a text in capitals or small letters as the set has them, or nothing if it hasn't."""
        for written in (text, text.lower(), text.upper()):
            if all(holds(self.ranges, letter) for letter in written):
                return written
        return ""

    def draw(self, chance: Callable[[], float]) -> str:
        """Draws one character."""
        return self.readable[int(chance() * len(self.readable))]


@lru_cache(maxsize=1024)
def habit_of(ranges: Ranges) -> Habit:
    """Looks at a set of characters."""
    if is_blank(ranges):
        blanks = [chr(code) for first, last in ranges for code in range(first, last + 1)]
        best = next((blank for blank in (" ", "\n", "\t") if blank in blanks), blanks[0])
        return Habit(kind="blank", ranges=ranges, readable=best)
    letters = "".join(letter for letter in ASCII_LETTERS if holds(ranges, letter))
    digits = "".join(digit for digit in ASCII_DIGITS if holds(ranges, digit))
    if digits and not letters and not _foreign(ranges):
        return Habit(kind="number", ranges=ranges, readable=digits)
    words = _words(frozenset(letters))
    joint = next((joint for joint in (" ", "_", "-") if holds(ranges, joint)), "")
    readable = letters + digits if letters else digits + _foreign(ranges) or _signs(ranges)
    if words:
        return Habit(kind="words", ranges=ranges, readable=readable, words=words, joint=joint)
    lower = "".join(letter for letter in readable if letter.lower() == letter)
    if letters and len(lower) * 2 >= len(readable):  # both cases of few letters, as in hexadecimal numbers
        readable = lower
    return Habit(kind="letters", ranges=ranges, readable=readable)


def plainest_letter(ranges: Ranges) -> str:
    """Returns one character of a set, a common one if there is any, without looking at many."""
    return next((letter for letter in PLAIN if holds(ranges, letter)), chr(ranges[-1][0]))


def _words(letters: frozenset[str]) -> tuple[str, ...]:
    """Returns the words that the letters spell, in small letters or else in capitals."""
    for written in (WORDS, tuple(word.upper() for word in WORDS)):
        words = tuple(word for word in written if letters.issuperset(word))
        if len(words) >= FEWEST_WORDS:
            return words
    return ()


def _foreign(ranges: Ranges) -> str:
    """Returns letters of other scripts, if the set is made for them and isn't simply a large one."""
    sample = _sample(ranges)
    foreign = "".join(letter for letter in sample if letter > "\x7f" and category(letter)[0] == "L")
    if len(foreign) * FOREIGN_SHARE < len(sample):
        return ""
    common = "".join(letter for letter in HAN if holds(ranges, letter))
    return "".join(letter for letter in foreign if not common or letter < "\u4e00" or letter > "\u9fff") + common


def _signs(ranges: Ranges) -> str:
    """Returns the most readable characters of a set without letters and digits."""
    signs = "".join(sign for sign in map(chr, range(0x21, 0x7F)) if holds(ranges, sign))
    sample = _sample(ranges)
    for kinds in ("LMNPS", "LMNPSZ"):
        signs = signs or "".join(sign for sign in sample if category(sign)[0] in kinds)
    if signs:
        return signs
    return "".join(sign for sign in sample if category(sign) in ("Cn", "Zl", "Zp")) or "".join(sample)


@lru_cache(maxsize=64)
def _sample(ranges: Ranges) -> tuple[str, ...]:
    """Returns characters of a set, all of a small one."""
    size = sum(last - first + 1 for first, last in ranges)
    step = max(1, size // LOOKED_AT)
    return tuple(islice((chr(code) for first, last in ranges for code in range(first, last + 1, step)), 2 * LOOKED_AT))
