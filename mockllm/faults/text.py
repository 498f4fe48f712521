"""Faults and errors in short: in the header `x-mockllm-fault`, and behind a model's name."""

import re
from collections.abc import Mapping
from typing import Any

from mockllm.core import FAILURES, Failure, Manner

from . import values
from .mishap import Mishap
from .problem import WrongError
from .read import named, read

SUFFIX = ":mock-"
LONGEST = 1000
STATUS = re.compile(r"[45]\d\d", re.ASCII)
OF_ERRORS = ("retry_after", "message")


def from_text(text: str) -> Mishap | Failure | str:
    """Reads `drop_after=3 chunks; how=reset` or `429; retry_after=2s`; returns what is wrong as a text.

    Faults behind an error happen to it. `invalid` alone is the error; the fault has a value, as in `invalid=any`.
    """
    if len(text) > LONGEST:
        return f"it has more than {LONGEST} characters"
    pieces = [piece.partition("=")[0].strip() for piece in text.split(";")]
    twice = next((name for place, name in enumerate(pieces) if name in pieces[:place]), None)
    if twice is not None:
        return f"{twice!r} is there twice"
    given = dict(named(text) or {})
    first = pieces[0]
    if given[first] is True and (first in FAILURES or STATUS.fullmatch(first)):
        return failure(first, given)
    return spoken(given)


def suffix(model: str) -> tuple[str, str | None]:
    """Takes what a model's name says of faults off its end: `gpt-4:mock-429` is `gpt-4` and `429`."""
    name, found, said = model.rpartition(SUFFIX)
    return (name, said) if found else (model, None)


def failure(error: str, given: dict[str, Any]) -> Failure | str:
    """Reads an error, and what goes wrong with it besides."""
    options: dict[str, Any] = {}
    del given[error]
    try:
        if "retry_after" in given:
            options["retry_after_s"] = values.within("retry_after", given.pop("retry_after"), values.seconds)
        if "message" in given:
            options["message"] = values.within("message", given.pop("message"), values.text)
    except WrongError as wrong:
        return f"{'.'.join(map(str, wrong.path))}: {wrong}"
    if "rate" in given:
        return "rate: an error in a header or a model's name has none; a scenario's rule can have one"
    if given:
        mishap = spoken(given)
        if isinstance(mishap, str):
            return mishap
        options["manner"] = Manner(spoilers=(mishap,))
    if error in FAILURES:
        return Failure(name=error, **options)
    return Failure(status=int(error), **options)


def spoken(given: Mapping[str, Any]) -> Mishap | str:
    """Reads faults, and says in one sentence what is wrong with them."""
    for name in OF_ERRORS:
        if name in given:
            return f"{name}: it goes with an error, such as `429; {name}=…`"
    found = read(given)
    if isinstance(found, Mishap):
        return found
    return "; ".join([f"{'.'.join(map(str, path))}: {said}" if path else said for path, said in found])
