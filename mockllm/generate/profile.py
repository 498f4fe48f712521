"""The words that speak for a function, and how much each says.

A word of the name counts `NAME`, and `LITERAL` more where a message has the word itself and not only one that means the
same; a vague word of the name ("list", "make") counts `VAGUE`, unless there is no other; a word of the description
`DESCRIPTION`; the names and choices of the parameters `PARAMETER`, once, beside anything else. Words are folded first:
the parts of `camelCase` and `snake_case` are words, plurals are singulars, function words do not count.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from mockllm.core import Tool

from .books import parts, words
from .topics import FUNCTION_WORDS

NAME = 4
LITERAL = 1
VAGUE = 2
DESCRIPTION = 2
PARAMETER = 1

READ_OF_DESCRIPTION = 240
MOST_PARAMETERS = 24

HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
WORD = re.compile(r"[^\W_]+")
NO_PLURALS = frozenset({"news", "times"})

VAGUE_WORDS = words("vague", "calls")
END_WORDS = words("end", "calls")
FETCHING = words("fetching", "calls")
ALIKE = [line.split() for line in parts("calls")["alike"][0].strip().splitlines()[1:]]
MEANINGS = {word: line[0] for line in ALIKE for word in line[1:]}

LITERALLY = "="
"""Stands before a word where it does not stand for its meaning."""


class Profile(NamedTuple):
    """The words that speak for a function, each with what it counts; those of its parameters are read when needed."""

    tool: Tool
    counts: Mapping[str, int]

    def score(self, found: frozenset[str]) -> int:
        """How much words speak for the function."""
        counts = self.counts
        told = sum([counts[word] for word in found if word in counts])
        return told + PARAMETER if told and not found.isdisjoint(_parameters(self.tool)) else told


def profile(tool: Tool) -> Profile:
    """Reads what is known of a function; of long descriptions the beginning."""
    return Profile(tool, _counts(tool.name, (tool.description or "")[:READ_OF_DESCRIPTION]))


@lru_cache(maxsize=256)
def words_in(text: str) -> frozenset[str]:
    """The meanings of a text's telling words, and the words themselves behind a mark. Parts are read again."""
    found = _telling(text)
    return frozenset(map(_meaning, found)) | frozenset(map(LITERALLY.__add__, found))


def ends_a_task(tool: Tool) -> bool:
    """Says whether a function is there for handing over a result, as pydantic-ai's `final_result` is."""
    named = split(tool.name)
    return bool(named) and named[0] not in FETCHING and not END_WORDS.isdisjoint(named)


def label(name: str) -> str:
    """What a function is about, in words: `get_local_time` is about the local time."""
    spoken = split(name)
    telling = [word for word in spoken if word not in VAGUE_WORDS and word not in FUNCTION_WORDS]
    return " ".join(telling or spoken) or "function"


def split(text: str) -> list[str]:
    """The words of a text or a name, in lower case, plurals folded; single letters of Latin are none."""
    return [_folded(word.lower()) for word in WORD.findall(HUMP.sub(" ", text)) if len(word) > 1 or word > "\u02ff"]


@lru_cache(maxsize=1024)
def _counts(name: str, description: str) -> Mapping[str, int]:
    named = _telling(name)
    clear = [word for word in named if word not in VAGUE_WORDS] or named
    counts = {_meaning(word): DESCRIPTION for word in _telling(description) if word not in VAGUE_WORDS}
    counts |= {_meaning(word): VAGUE for word in named}
    counts |= {_meaning(word): NAME for word in clear}
    return counts | {LITERALLY + word: LITERAL for word in clear}


def _parameters(tool: Tool) -> list[str]:
    properties = (tool.parameters or {}).get("properties")
    found: list[str] = []
    for name, schema in list(properties.items())[:MOST_PARAMETERS] if isinstance(properties, dict) else ():
        found += split(name)
        found += _choices(schema)
    return found


def _choices(schema: Any) -> list[str]:
    choices = schema.get("enum") if isinstance(schema, dict) else None
    texts = [choice for choice in choices[:MOST_PARAMETERS] if isinstance(choice, str)] if choices else []
    return [word for text in texts for word in split(text[:READ_OF_DESCRIPTION])]


def _telling(text: str) -> list[str]:
    return [word for word in split(text) if word not in FUNCTION_WORDS and not word.isdigit()]


def _meaning(word: str) -> str:
    return MEANINGS.get(word, word)


def _folded(word: str) -> str:
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")) or word in NO_PLURALS:
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("ches", "shes", "sses", "xes")) else word[:-1]
