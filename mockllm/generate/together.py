"""Things of a sort that a text names side by side: "Oslo, Paris and Rome", "bob@x.org and eve@y.org", "17 and 23"."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from mockllm.schemas import Clues

JOINED = re.compile(
    r"[^\S\n]*(?P<sign>[,;/&+\n])?\s*(?:[-*•]\s)?\s*(?P<word>(?:and|or|plus|then|as well as)\b)?\s*"
    r"(?:(?:also|in|at|for|to|from|near|on|of|with|the|a|an|number|order|city)\s+)*",
    re.IGNORECASE,
)
"""What stands between things that are named side by side."""

JOINT = re.compile(r"[,;/&+\n]|\b(?:and|or|plus|then|as well as)\b", re.IGNORECASE)

SPAN = re.compile(r"\bbetween\s*$", re.IGNORECASE)
"""Stands before two things that are one."""

MARKS = "\"'`“”"


class Item(NamedTuple):
    """A thing that is named, and where."""

    value: Any
    start: int
    end: int


Group = Sequence[Item]
"""A thing, with what stands behind a comma to tell it from others, as in "Portland, Oregon"."""


def runs_in(text: str) -> Iterator[list[Group]]:
    """The rows of things of a sort that stand side by side."""
    if not JOINT.search(text):
        return
    from mockllm.schemas import clues_of

    for values in sorts_of(clues_of(text)):
        run: list[Item] = []
        joints: list[str] = []
        for item in _located(text, values):
            joint = _joint(text[run[-1].end : item.start]) if run else ""
            if run and not joint:
                yield from _row(text, run, joints)
                run, joints = [], []
            run.append(item)
            joints += [joint] if joint else []
        yield from _row(text, run, joints)


def _row(text: str, run: Sequence[Item], joints: Sequence[str]) -> Iterator[list[Group]]:
    """The groups of a row, if it is one: commas alone may as well stand between a thing and where it is."""
    if len(run) < 2 or SPAN.search(text[: run[0].start]):
        return
    if all(joint == "," for joint in joints) and len(run) == 2 and str(run[1].value)[:1].isupper():
        return
    if joints[-1] != "," or all(joint == "," for joint in joints):
        yield [[item] for item in run]
        return
    groups: list[list[Item]] = [[run[0]]]
    for joint, item in zip(joints, run[1:], strict=True):
        if joint == ",":
            groups[-1].append(item)
        else:
            groups.append([item])
    yield list(groups)


def _joint(gap: str) -> str:
    """How a gap joins what it stands between: "," or "and"; "" where it does not."""
    match = JOINED.fullmatch(gap)
    if match is None or not (match["sign"] or match["word"]):
        return ""
    return "," if match["sign"] == "," and not match["word"] else "and"


def _located(text: str, values: Sequence[Any]) -> Iterator[Item]:
    """The things with their places, quotation marks included; what is not spelt so is left out."""
    small = text.lower() if len(text.lower()) == len(text) else text  # a place may be written small
    at = 0
    for value in values:
        said = str(value).lower() if small is not text else str(value)
        start = small.find(said, at)
        while start >= 0 and _inside_a_word(text, start, start + len(said)):
            start = small.find(said, start + 1)
        if start < 0:
            continue
        end = start + len(said)
        if start and end < len(text) and text[start - 1] in MARKS and text[end] in MARKS:
            start, end = start - 1, end + 1
        yield Item(value, start, end)
        at = end


def _inside_a_word(text: str, start: int, end: int) -> bool:
    return (start > 0 and text[start - 1].isalnum()) or (end < len(text) and text[end].isalnum())


def sorts_of(clues: "Clues") -> tuple[Sequence[Any], ...]:
    """What a text offers that may be one of several."""
    names = [name.text for name in clues.names]
    numbers = [figure.value for figure in clues.numbers]
    paths = [path.text for path in clues.paths]
    return clues.emails, clues.urls, clues.phones, clues.dates, paths, clues.quoted, names, numbers


def holds(group: Group, value: Any) -> bool:
    return any(folded(item.value) == folded(value) for item in group)


def folded(value: Any) -> str:
    return str(value).casefold()
