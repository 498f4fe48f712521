"""Guesses that a text was meant as a pattern: a regex without its slashes, or a glob where only texts are taken."""

import re
from collections.abc import Iterator
from typing import Any

from mockllm.errors import MatchingTimeout

from .budget import Budget
from .literal import literal
from .operators import Contains, Equals, Glob, Has, Operator
from .pattern import Pattern, read_pattern
from .show import show

LONGEST_GUESSED = 200
"""Longer texts are taken at their word: nobody writes such patterns, and they could take long to compile."""

LONGEST_SEARCHED = 10_000

MEANT = re.compile(r"\\[\w.]|^\^|\$$|[.\])][*+?{]|\[[^\]]+\]|\([^)]+\)|\w\{\d|\S\|\S")
"""What people write in patterns and seldom say; a full stop or a question mark alone is none."""

SLASHES = re.compile(r"/?(?P<pattern>.+?)(?:/(?P<flags>[imsx]*))?", re.DOTALL)


def intended(operator: Operator, value: Any, budget: Budget | None = None) -> str | None:
    """Says how the pattern is written that a text was meant as, if it would match."""
    text = written(operator)
    if text is None or len(text) > LONGEST_GUESSED or not isinstance(value, str):
        return None
    beginning = value[:LONGEST_SEARCHED]
    for glob in globs(operator, text):
        if glob.accepts(value):
            return f"as a pattern it would match: write {{glob: {show(str(glob))}}}"
    lower = beginning.lower()
    for found in regexes(text, lower):
        try:
            if found.accepts(beginning, budget):
                return f"as a regex it would match: write {found}"
        except MatchingTimeout:
            return None
    return None


def written(operator: Operator) -> str | None:
    """The text that an operator takes as it stands."""
    match operator:
        case Contains(text) | Has(str() as text) | Equals(str() as text):
            return text
        case Glob():
            return str(operator)
        case _:
            return None


def globs(operator: Operator, text: str) -> Iterator[Glob]:
    """The whole text, then any part of it."""
    if "*" in text and not isinstance(operator, Glob) and re.search(r"[.\])]\*", text) is None:
        yield Glob(tuple(text.split("*")))
        yield Glob(tuple(f"*{text}*".replace("**", "*").split("*")))


def regexes(text: str, lower: str) -> Iterator[Pattern]:
    """The text as a regex, then in any case; none where it does not look like one.

    Compiling takes long where there are thousands of rules, so what every match has is looked for first.
    """
    parts = SLASHES.fullmatch(text)
    if parts is None:
        return
    pattern, flags = parts["pattern"], parts["flags"] or ""
    if pattern == text and MEANT.search(text) is None:
        return
    if literal(pattern, flags).lower() not in lower:
        return
    for more in dict.fromkeys((flags, f"{flags}i")):
        found = read_pattern(f"/{pattern}/{more}")
        if isinstance(found, Pattern):
            yield found
