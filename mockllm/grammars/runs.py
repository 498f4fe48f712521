"""Writes runs of characters of one set: words, numbers, blanks."""

from bisect import bisect_right
from collections.abc import Callable

from .habits import Habit

MOST_WORDS = 3
ROOM_PER_WORD = 32
"""So many words there are at most, and one more for so much room."""

MORE_DIGITS = 3
MORE_LETTERS = 5
"""How much longer than it must be a run is at most; words may come to more."""


def run(habit: Habit, low: int, high: int | None, slack: int, chance: Callable[[], float], begun: str) -> str:
    """Writes at least `low` and at most `high` characters, if it can be not more than the slack beyond `low`.

    `begun` is the rest of a word whose first letter stands already before the run.
    """
    room = low + slack if high is None else min(low + slack, high)
    if room == 0:
        return ""
    if habit.kind == "words":
        return words(habit, low, high, room, chance, habit.spelling(begun.rstrip()))
    more = 1 if habit.kind == "blank" else MORE_DIGITS if habit.kind == "number" else MORE_LETTERS
    length = low + int(chance() * (min(room - low, more) + 1))
    if habit.kind == "blank":
        return habit.readable * length
    readable, size = habit.readable, len(habit.readable)
    text = "".join([readable[int(chance() * size)] for _ in range(length)])
    if habit.kind == "number" and length > 1 and low and text[0] == "0" and size > 1:
        return readable[1 + int(chance() * (size - 1))] + text[1:]
    return text


def words(habit: Habit, low: int, high: int | None, room: int, chance: Callable[[], float], begun: str) -> str:
    """Writes words, the last of which is cut where it must be."""
    joint = habit.joint
    left = 1 + int(chance() * (MOST_WORDS + room // ROOM_PER_WORD)) if joint == " " else 1
    if begun and room > low:  # is finished if there is any slack
        room = max(room, len(begun) if high is None else min(len(begun), high))
    left -= bool(begun)
    text = begun
    while left > 0 or len(text) < low:
        free = room - len(text) - (len(joint) if text else 0)
        if free < 1 or (free == 1 and len(text) >= low and text):
            break
        word = pick(habit.words, free, chance)
        text = f"{text}{joint}{word}" if text else word
        left -= 1
    if len(text) < low:
        text += pick(habit.words, 1, chance)[0]
    return text[:room]


def pick(words: tuple[str, ...], longest: int, chance: Callable[[], float]) -> str:
    """Draws a word that fits, or else one to be cut."""
    fitting = bisect_right(words, longest, key=len) or len(words)
    return words[int(chance() * fitting)]
