"""Which of the functions on offer a message asks for, and which part of the message belongs to which.

Words are compared, nothing is understood. A function is asked for where a message has its name, if that can be no word
of a sentence, or where one clause has words that speak for it (`profile`) and count `ENOUGH` together: one telling word
of the name, or two of the description. Each clause asks for the one function that fits it best; where none does, the
message as a whole may.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from mockllm.core import Tool

from .profile import Profile, profile, words_in

ENOUGH = 4

READ_CHARACTERS = 4000
"""How much of a message is compared, half of it at its beginning and half at its end."""

MOST_CLAUSES = 24
CLAUSE = re.compile(r"[,;:.?!]+(?=\s|$)|\n|\s(?:and|then|plus|also)\s", re.IGNORECASE)

IDENTIFIER = re.compile(r"[_-]|[a-z][A-Z]")
"""What tells a name that can be no word of a sentence."""

FOLLOWING_UP = re.compile(r"\W*(?:and\b|(?:what|how) about\b|same for\b|now\b)", re.IGNORECASE)
FOLLOW_UP_WORDS = 8


class Concern(NamedTuple):
    """A function that is asked for, and the part of the message that does so."""

    tool: Tool
    part: str


def concerns(message: str, tools: Sequence[Tool]) -> tuple[Concern, ...]:
    """Returns the functions a message asks for, each once, in the order in which it does so."""
    text = _ends(message)
    found = words_in(text)
    profiles = [one for tool in tools if (one := profile(tool)).counts.keys() & found or tool.name in text]
    if not profiles:
        return ()
    starts = _named(text, profiles)
    for start, clause in _clauses(text):
        if best := _best(profiles, words_in(clause)):
            starts.setdefault(best.name, (start, best))
    if not starts and (best := _best(profiles, found)):
        starts[best.name] = (0, best)
    order = sorted(starts.values(), key=lambda entry: entry[0])
    cuts = [0, *[start for start, _ in order[1:]], len(text)]
    return tuple(
        [Concern(tool, text[start:end]) for (_, tool), (start, end) in zip(order, pairwise(cuts), strict=False)]
    )


def likeliest(message: str, tools: Sequence[Tool]) -> Tool:
    """The function that fits a message best, however badly; the first of several."""
    found = words_in(_ends(message))
    return max(tools, key=lambda tool: profile(tool).score(found))


def touched(message: str, tools: Sequence[Tool]) -> list[Tool]:
    """The functions a message has any word in common with."""
    found = words_in(_ends(message))
    return [tool for tool in tools if profile(tool).score(found)]


def follows_up(message: str) -> bool:
    """Says whether a message goes on with what was talked of before, as in "And in Tokyo?"."""
    return FOLLOWING_UP.match(message) is not None and len(message.split()) <= FOLLOW_UP_WORDS


def _named(text: str, profiles: Sequence[Profile]) -> dict[str, tuple[int, Tool]]:
    """The functions whose names stand in the text, with their places."""
    found: dict[str, tuple[int, Tool]] = {}
    for one in profiles:
        name = one.tool.name
        if name in text and IDENTIFIER.search(name):
            place = re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)
            if place:
                found.setdefault(name, (place.start(), one.tool))
    return found


def _clauses(text: str) -> list[tuple[int, str]]:
    """The clauses of a text, each with where it begins; the last takes what is left of a long one."""
    cuts = [0, *[cut.end() for cut in CLAUSE.finditer(text)][: MOST_CLAUSES - 1], len(text)]
    return [(start, text[start:end]) for start, end in pairwise(cuts)]


def _best(profiles: Sequence[Profile], found: frozenset[str]) -> Tool | None:
    best = max(profiles, key=lambda one: one.score(found))
    return best.tool if best.score(found) >= ENOUGH else None


def _ends(text: str) -> str:
    if len(text) <= READ_CHARACTERS:
        return text
    return f"{text[: READ_CHARACTERS // 2]}\n{text[-READ_CHARACTERS // 2 :]}"
