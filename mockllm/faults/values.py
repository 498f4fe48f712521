"""Reads the values of faults; a value that cannot be used raises WrongError."""

import re
from collections.abc import Iterable
from typing import Any, TypeVar, cast

from mockllm.durations import number, read_duration
from mockllm.suggest import did_you_mean

from .mark import Mark
from .problem import WrongError

Word = TypeVar("Word", bound=str)

LONGEST_S = 3600
MOST_CHUNKS = 100_000
MOST_BYTES = 100_000_000
LONGEST_TEXT = 200
LONGEST_SHOWN = 80
MARK = re.compile(r"(\d{1,12})\s*(chunk|byte)s?", re.ASCII)
CONTENT_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+(\s*;\s*[\w.-]+=[\w.\"-]+)*", re.ASCII)


def seconds(value: Any) -> float:
    try:
        duration = read_duration(value)
    except ValueError as error:
        raise WrongError(f"{shown(value)} is {error}") from None
    if not 0 < duration <= LONGEST_S:
        raise WrongError(f"{shown(value)} is not more than 0 and at most {LONGEST_S} s")
    return duration


def mark(value: Any) -> Mark:
    found = MARK.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        usual = value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < MOST_CHUNKS else 3
        raise WrongError(f"{shown(value)} says no place; write {usual} chunks or {usual} bytes")
    count = int(found[1])
    if found[2] == "chunk":
        if count > MOST_CHUNKS:
            raise WrongError(f"{shown(value)} is more than {MOST_CHUNKS} chunks")
        return Mark(count=count)
    if count > MOST_BYTES:
        raise WrongError(f"{shown(value)} is more than {MOST_BYTES} bytes")
    return Mark(count=count, unit="bytes")


def share(value: Any) -> float:
    rate = number(value)
    if rate is None or not 0 <= rate <= 1:
        raise WrongError(f"{shown(value)} is no number from 0 to 1")
    return rate


def one_of(value: Any, words: Iterable[Word]) -> Word:
    known = list(words)
    if value in known:
        return cast("Word", value)
    guess = meant(value, known)
    raise WrongError(f"{shown(value)} is none of {', '.join(known)}{guess}")


def yes(value: Any) -> None:
    if value is not True:
        raise WrongError(f"{shown(value)} says nothing here; write true, or leave the fault out")


def status(value: Any) -> int:
    code = int(value) if isinstance(value, str) and re.fullmatch(r"\d{3}", value, re.ASCII) else value
    if isinstance(code, bool) or not isinstance(code, int) or not 200 <= code <= 599:
        raise WrongError(f"{shown(value)} is no status from 200 to 599")
    return code


def text(value: Any) -> str:
    """One line that can stand in an event."""
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_TEXT or not value.isprintable():
        raise WrongError(f"{shown(value)} is no line of at most {LONGEST_TEXT} characters")
    return value.strip()


def content_type(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or not CONTENT_TYPE.fullmatch(value.strip()):
        raise WrongError(f"{shown(value)} is no content type, such as text/html")
    return value.strip()


def parts(value: Any, *known: str) -> dict[str, Any]:
    """Reads a mapping with no other keys than these."""
    if not isinstance(value, dict):
        raise WrongError(f"{shown(value)} has to be a mapping with {' and '.join(known)}")
    for key in value:
        if key not in known:
            raise WrongError(f"unknown key {shown(key)}; known are {', '.join(known)}{meant(key, known)}", key)
    return value


def within(key: str, value: Any, read: Any) -> Any:
    """Reads what stands under a key, so that errors say where."""
    try:
        return read(value)
    except WrongError as error:
        raise WrongError(str(error), key, *error.path) from None


def shown(value: Any) -> str:
    """What somebody wrote, or how it begins."""
    written = repr(value)
    return written if len(written) <= LONGEST_SHOWN else written[:LONGEST_SHOWN] + "…"


def meant(word: Any, words: Iterable[str]) -> str:
    """Guesses the word somebody meant: the end of a sentence that names those there are."""
    near = did_you_mean(str(word), words)
    return f"; did you mean {near}?" if near else ""
