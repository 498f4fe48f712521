"""The words of a text, by which it is known what it has to do with another."""

import re

SHORTEST_WORD = 4
WORD = re.compile(rf"[^\W_]{{{SHORTEST_WORD},}}")
FRAME = frozenset(("something", "with", "like", "json", "anything", "absent", "nothing"))
"""The matcher's own words, in which it says what was wanted."""


def words(text: str) -> frozenset[str]:
    """The words of some length in small letters, without the matcher's own."""
    return frozenset([word.lower() for word in WORD.findall(text)]) - FRAME
