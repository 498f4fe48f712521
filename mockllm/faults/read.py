"""Reads what stands under `fault:`: a name, a mapping of names and values, or a list of those."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from mockllm.core import FAILURES

from . import values
from .endings import Drop, How
from .kinds import FAULTS, HOWS
from .mishap import Mishap, Part
from .problem import Problem, WrongError

APART = re.compile(r"([a-z_]+)(?:\s*:\s*|\s+)(\S.*)")
OPTIONS = ("rate", "how")
MOST_FAULTS = 20
ENDS = ("drop", "drop_after", "hang", "truncate", "error_after", "status_only")
ABSURD = (
    ("split", "coalesce"),
    ("stall", "coalesce"),
    ("stall", "status_only"),
    ("duplicate_finish", "missing_finish"),
    ("duplicate_done", "missing_done"),
    *[(one, other) for place, one in enumerate(ENDS) for other in ENDS[place + 1 :]],
)
"""Faults of which one leaves nothing for the other to do."""


NOTHING = f"there is no fault here; there are {', '.join(FAULTS)}"


def names() -> tuple[str, ...]:
    """The faults there are."""
    return tuple(FAULTS)


def examples() -> Mapping[str, str]:
    """A value of each fault, as it is written."""
    return {name: known.example for name, known in FAULTS.items()}


def read(value: Any) -> Mishap | list[Problem]:
    """Reads faults, or says all that is wrong with them; faults of a list happen all, each at its own rate."""
    problems: list[Problem] = []
    if isinstance(value, list):
        parts: list[Part] = []
        for place, each in enumerate(value):
            mishap = one(each, (place,), problems)
            parts.extend([part._replace(rate=mishap.rate) for part in mishap.parts])
            if mishap.rate < 1 and len(mishap.parts) > 1:
                message = "a rate goes with one fault here; give each fault a place of its own in the list"
                problems.append(Problem((place, "rate"), message))
        mishap = Mishap(parts=tuple(parts))
        if not value:
            problems.append(Problem((), NOTHING))
    else:
        mishap = one(value, (), problems)
    if not problems:
        problems.extend(clashes(mishap.parts))
    if problems:
        return problems
    return replace(mishap, parts=tuple(sorted(mishap.parts, key=lambda part: part.fault.stage)))


def one(value: Any, path: tuple[str | int, ...], problems: list[Problem]) -> Mishap:
    """Reads a name or a mapping, adding to the problems what is wrong."""
    given = value if isinstance(value, Mapping) else named(value)
    if given is None:
        known = "a fault's name, a mapping of names and values, or a list of those"
        problems.append(Problem(path, f"{values.shown(value)} has to be {known}"))
        return Mishap(parts=())
    options: dict[str, Any] = {}
    parts: list[Part] = []
    for name, said in given.items():
        try:
            if name in OPTIONS:
                options[name] = values.share(said) if name == "rate" else values.one_of(said, HOWS)
            else:
                parts.append(Part(name, fault(name, said)))
        except WrongError as error:
            problems.append(Problem((*path, *([name] if isinstance(value, Mapping) else []), *error.path), str(error)))
    if not given.keys() - set(OPTIONS):
        problems.append(Problem(path, NOTHING))
    if "how" in options:
        parts = [with_how(part, options["how"]) for part in parts]
        if not any(isinstance(part.fault, Drop) for part in parts):
            message = "`how` says how a connection ends, and goes with drop or drop_after"
            problems.append(Problem((*path, "how"), message))
    return Mishap(parts=tuple(parts), rate=options.get("rate", 1.0))


def named(value: Any) -> Mapping[str, Any] | None:
    """Reads a text: `drop`, or `drop_after=3 chunks; how=reset`."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        return None
    pairs: dict[str, Any] = {}
    for piece in str(value).split(";"):
        name, equals, said = piece.partition("=")
        pairs[name.strip()] = said.strip() if equals and said.strip() != "true" else True
    return pairs


def fault(name: Any, value: Any) -> Any:
    """Reads a fault's value."""
    known = FAULTS.get(name)
    if known is None:
        if value is True and (said := unspoken(str(name))):
            raise WrongError(said)
        if str(name) in FAILURES or str(name).isdecimal():
            error = str(name)[: values.LONGEST_SHOWN]
            raise WrongError(f"{error} is an error, no fault; write `error: {error}` in place of `fault`")
        guess = values.meant(name, FAULTS)
        raise WrongError(f"unknown fault {values.shown(name)}; there are {', '.join(FAULTS)}{guess}")
    if value is True and not known.bare:
        raise WrongError(f"{name} needs a value, such as {known.example}")
    return known.read(value)


def unspoken(text: str) -> str | None:
    """Says how a fault and its value are written in one text, where nothing or something else stands between them."""
    found = APART.fullmatch(text)
    if found is None or found[1] not in FAULTS:
        return None
    name, value = found.groups()
    return f"a fault and its value are written {name}={value}, or as a mapping, {{{name}: {value}}}"


def with_how(part: Part, how: How) -> Part:
    return part._replace(fault=replace(part.fault, how=how)) if isinstance(part.fault, Drop) else part


def clashes(parts: Sequence[Part]) -> list[Problem]:
    """Says which faults cannot happen together; those that happen only at times may never meet."""
    sure = [part for part in parts if part.rate >= 1]
    told = [part.name for part in sure]
    problems = [
        Problem((), f"{one} and {other} cannot happen together; choose one, or give them rates in a list")
        for one, other in ABSURD
        if one in told and other in told
    ]
    if any(part in sure[:place] for place, part in enumerate(sure)):
        problems.append(Problem((), "the same fault is there twice"))
    if told.count("split") > 1:
        problems.append(Problem((), "split is there twice; choose one"))
    if len(parts) > MOST_FAULTS:
        problems.append(Problem((), f"{len(parts)} faults are more than {MOST_FAULTS}"))
    return problems
