"""Where a script wants the stream of an answer to be cut."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from mockllm.core import Choice, Chunks

WORD = re.compile(r"\s*\S+(?:\s+\Z)?")
"""A word with the white space before it; the last one also has what follows it."""


def chunked(choice: Choice, chunks: Chunks) -> Choice:
    """Returns a choice with the cuts that a script wants."""
    return replace(choice, cuts=cuts(choice.passage.text, chunks), arguments=chunks.arguments)


def cuts(text: str, chunks: Chunks) -> Sequence[int] | None:
    """Returns the characters after which the text is cut, its end included; None for after each token.

    Empty texts of a list cut at one place twice, as far as the text has come when the request's limits end it.
    """
    match chunks.by:
        case "word":
            found = [match.end() for match in WORD.finditer(text)]
        case "characters":
            found = list(range(chunks.size, len(text), chunks.size))
        case "list":
            ends = list(accumulate(map(len, chunks.texts)))
            found = ends if ends[-1:] == [len(text)] else [end for end in ends if end < len(text)]
        case "whole":
            found = []
        case "token":
            return None
    return found if not text or found[-1:] == [len(text)] else [*found, len(text)]
