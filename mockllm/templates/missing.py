"""What is said of a name that leads nowhere: where it was looked for, and what there is."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mockllm.suggest import did_you_mean

from .pieces import shortened

MOST_NAMES = 12

MOST_LENGTH = 60
"""Characters of a name that others are compared with; longer ones nobody mistyped."""

MOST_COMPARED = 500


class Missing:
    """A variable that has no value in this request; `why` says so."""

    __slots__ = ("why",)

    def __init__(self, why: str) -> None:
        self.why = why


def unknown(kind: str, name: str, names: Iterable[str], shown: Iterable[str] | None = None) -> str:
    """Says that a variable, filter or test does not exist, and which of them do: those shown, or all in order."""
    known = sorted(names)
    there = _meant(name, known) or _there_is(list(known if shown is None else shown))
    return f"there is no {kind} `{shortened(name)}`{there}"


def lacking(where: str, value: Any, name: object) -> str:
    """Says that a value has nothing of this name, and what it has."""
    name = shortened(str(name))
    match value:
        case Mapping():
            keys = [str(key) for key in value]
            return f"{where} has no key {name}; {_it_has(name, keys)}"
        case None:
            return f"{where} is null, so it has no {name}"
        case str():
            return f"{where} is a text, so it has no {name}: {shortened(value, 40)!r}"
        case bool() | int() | float():
            return f"{where} is {str(value).lower()}, so it has no {name}"
        case Sequence():
            return f"{where} is a list of {len(value)}, so it has no {name}"
    known = [known for known in dir(value) if not known.startswith("_") and known != "settled"]
    return f"{where} has no {name}; {_it_has(name, known)}"


def _it_has(name: str, names: Sequence[str]) -> str:
    if not names:
        return "it is empty"
    told = f"it has {', '.join(map(shortened, names[:MOST_NAMES]))}{' and more' if len(names) > MOST_NAMES else ''}"
    return told + _meant(name, names)


def _meant(name: str, names: Sequence[str]) -> str:
    if len(name) > MOST_LENGTH:
        return ""
    found = did_you_mean(name, [known for known in names if len(known) <= MOST_LENGTH][:MOST_COMPARED])
    return f"; did you mean {found}?" if found else ""


def _there_is(names: Sequence[str]) -> str:
    return f"; there are {', '.join(names)}"
