"""Traps of YAML that are no errors: what is read isn't what was meant."""

import re
from collections.abc import Mapping

COMMENT = re.compile(r"(?<=[^\s#])( +)(#.*)")
TOLD = 30


def comments(text: str) -> Mapping[tuple[int, int], str]:
    """Where a text that ends there may have been meant to go on, and what was taken for a comment.

    A comment is meant that has two spaces before its `#` and one after it, as most people write them.
    """
    found: dict[tuple[int, int], str] = {}
    if " #" not in text:
        return found
    for number, line in enumerate(text.splitlines()):
        for match in COMMENT.finditer(line) if " #" in line else ():
            spaces, rest = match[1], match[2]
            if len(spaces) == 1 or not rest[1:2].isspace():
                found[number, match.start()] = rest if len(rest) <= TOLD else rest[:TOLD] + "…"
    return found


OLD_BOOLEANS = {
    word: value
    for value, words in (("true", ("yes", "on", "y")), ("false", ("no", "off", "n")))
    for lower in words
    for word in (lower, lower.capitalize(), lower.upper())
}
"""The words that are booleans in YAML 1.1, and texts in 1.2."""
