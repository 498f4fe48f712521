"""Which of the functions on offer a message asks for, and which part of the message belongs to which.

Words are compared, nothing is understood. A function is asked for where a message has its name, if that can be no word
of a sentence, or where one clause has words that speak for it (`profile`) and count `ENOUGH` together: one telling word
of the name, or two of the description. Each clause asks for the one function that fits it best; where none does, the
message as a whole may.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from mockllm.core import Tool

from .profile import LITERALLY, VAGUE_WORDS, Profile, profile, words_in

ENOUGH = 4

READ_CHARACTERS = 4000
"""How much of a message is compared, half of it at its beginning and half at its end."""

MOST_CLAUSES = 24
CLAUSE = re.compile(r"[,;:.?!]+(?=\s|$)|\n|\s(?:and|then|plus|also)\s", re.IGNORECASE)

SENTENCE_END = re.compile(r"[.?!](?=\s|$)|\n")

IDENTIFIER = re.compile(r"[_-]|[a-z][A-Z]")
"""What tells a name that can be no word of a sentence."""

FOLLOWING_UP = re.compile(r"\W*(?:and\b|(?:what|how) about\b|same for\b|now\b)", re.IGNORECASE)
FOLLOW_UP_WORDS = 8


class Concern(NamedTuple):
    """A function that is asked for, and the part of the message that does so."""

    tool: Tool
    part: str


def concerns(message: str, tools: Sequence[Tool]) -> tuple[Concern, ...]:
    """Returns the functions a message asks for, in the order in which it does so.

    One stands there once, unless the message comes back to it after others.
    """
    text = _ends(message)
    found = words_in(text)
    profiles = [one for tool in tools if (one := profile(tool)).counts.keys() & found or tool.name in text]
    if not profiles:
        return ()
    named = _named(text, profiles)
    starts = list(named.values())
    for start, clause in _clauses(_without(named, text)):
        if (best := _best(profiles, words_in(clause))) and best.name not in named:
            starts.append((start, best))
    if not starts and (best := _best(profiles, found)):
        starts.append((0, best))
    order: list[tuple[int, Tool]] = []
    for start, tool in sorted(starts, key=lambda entry: entry[0]):
        if not order or order[-1][1] is not tool:
            order.append((start, tool))
    cuts = [0, *[start for start, _ in order[1:]], len(text)]
    return tuple(
        [Concern(tool, text[start:end]) for (_, tool), (start, end) in zip(order, pairwise(cuts), strict=False)]
    )


def likeliest(message: str, tools: Sequence[Tool]) -> Tool:
    """The function that fits a message best, however badly; the first of several."""
    found = words_in(_ends(message))
    return max(tools, key=lambda tool: profile(tool).score(found))


def touched(message: str, tools: Sequence[Tool]) -> list[Tool]:
    """The functions a message has any word in common with that says something: "set the table" is no `set_volume`."""
    found = frozenset([word for word in words_in(_ends(message)) if word.lstrip(LITERALLY) not in VAGUE_WORDS])
    return [tool for tool in tools if profile(tool).score(found)]


def asking(tool: Tool, text: str) -> list[int]:
    """Where the clauses of a text begin that ask for a function, if there were no other."""
    known = profile(tool)
    return [start for start, clause in _clauses(text) if known.score(words_in(clause)) >= ENOUGH]


def pointed_at(tool: Tool, text: str) -> str:
    """The text from the first sentence on that asks for a function; all of it where none does."""
    ends = [end.end() for end in SENTENCE_END.finditer(text)]
    if not ends or not text[ends[0] :].strip():
        return text
    start = next(iter(asking(tool, text)), 0)
    return text[max([end for end in ends if end <= start], default=0) :]


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


def _without(names: Iterable[str], text: str) -> str:
    """The text with blanks for names: the words of one speak for its own function alone."""
    for name in names:
        text = text.replace(name, " " * len(name))
    return text


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
