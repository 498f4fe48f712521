"""What a prompt offers that values can be taken from."""

from dataclasses import dataclass, replace
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with the small words around it."""

    value: int | float
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Name:
    """Words that begin with capitals, and the small word before them."""

    text: str
    before: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Clues:
    """What a text offers, each sort in the order of the text; `older` serves only what the text itself does not."""

    numbers: tuple[Figure, ...] = ()
    quoted: tuple[str, ...] = ()
    names: tuple[Name, ...] = ()
    emails: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()
    phones: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    moments: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    small: tuple[str, ...] = ()
    paths: tuple[Name, ...] = ()
    """Paths and names of files, each with the small word before it."""
    globs: tuple[str, ...] = ()
    repositories: tuple[tuple[str, str], ...] = ()
    """Owners and names of what is written as `owner/name`."""
    currencies: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    lowered: str = ""
    sentence: str = ""
    older: "Clues | None" = None


def clues_of(text: str, *older: str) -> Clues:
    """Reads a prompt, of a long one the beginning, and what was said before it, the latest first."""
    found = _read(text)
    if not older:
        return found
    rest = clues_of(*older)
    return replace(found, words=found.words or rest.words, keys=found.keys or rest.keys, older=rest)


@lru_cache(256)
def _read(text: str) -> Clues:
    from .prompt import clues_in  # its patterns take time to compile, and most requests have no schema

    return clues_in(text)
