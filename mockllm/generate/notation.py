"""The notation the phrase books are written in, read into items.

A shape is a line of text with choices and slots: `A good way to [approach|understand] {topic} is to start small.`
`[a|b]` is one of them, `[a|]` is `a` or nothing, choices may hold slots and choices. Where a blank stands before a
choice or a slot it belongs to whatever is chosen. Code, which is full of brackets, writes `«a¦b»` and `§name§`.
"""

import re
from typing import NamedTuple

PROSE = re.compile(r"(?P<open>\[)|(?P<close>\])|(?P<bar>\|)|\{(?P<slot>[a-z]+)\}|(?P<text>[^\[\]|{}]+)")
CODE = re.compile(r"(?P<open>«)|(?P<close>»)|(?P<bar>¦)|§(?P<slot>[a-z]+)§|(?P<text>[^«»¦§]+)")


class Slot(NamedTuple):
    """A place for words the request brings, after `lead`."""

    name: str
    lead: str


class Choice(NamedTuple):
    """A place where one of several things stands."""

    options: tuple["Items", ...]


Item = str | Slot | Choice
Items = tuple[Item, ...]


def read(line: str, notation: re.Pattern[str] = PROSE) -> Items:
    """Reads a shape; raises ValueError where brackets don't match."""
    marks = list(notation.finditer(line))
    if "".join(mark.group() for mark in marks) != line:
        raise ValueError(f"a shape has marks that mean nothing: {line!r}")
    options, place = _options(marks, 0, "")
    if len(options) != 1 or place != len(marks) + 1:
        raise ValueError(f"a shape has brackets that don't match: {line!r}")
    return options[0]


def led(items: Items, lead: str) -> Items:
    """The items with `lead` before the first of them."""
    first, *rest = items
    if isinstance(first, str):
        return (lead + first, *rest)
    if isinstance(first, Choice):
        return (Choice(tuple(led(option, lead) for option in first.options)), *rest)
    raise ValueError(f"a shape begins with the slot {first.name!r}, which has nothing before it")


def expanded(items: Items) -> list[Items]:
    """Every text a shape can become, with no choice left: for texts whose tokens must not be cut at choices."""
    texts: list[list[Item]] = [[]]
    for item in items:
        ways: list[Items] = [(item,)]
        if isinstance(item, Choice):
            ways = [way for option in item.options for way in expanded(option)]
        texts = [[*text, *way] for text in texts for way in ways]
    return [_run_together(text) for text in texts]


def _run_together(items: list[Item]) -> Items:
    joined: list[Item] = []
    for item in items:
        if isinstance(item, str) and joined and isinstance(joined[-1], str):
            joined[-1] += item
        else:
            joined.append(item)
    return tuple(joined)


def _options(marks: list[re.Match[str]], place: int, lead: str) -> tuple[list[Items], int]:
    """Reads what stands between bars, up to a closing bracket or past the end; `lead` begins each that isn't empty."""
    options: list[Items] = []
    items: list[Item] = []
    pending = lead
    while place < len(marks):
        mark = marks[place]
        place += 1
        match mark.lastgroup:
            case "text":
                text = pending + mark.group()
                before_a_place = place < len(marks) and marks[place].lastgroup in ("open", "slot")
                pending = " " if before_a_place and text.endswith(" ") else ""
                if kept := text.removesuffix(" ") if pending else text:
                    items.append(kept)
            case "slot":
                items.append(Slot(mark.group("slot"), pending))
                pending = ""
            case "open":
                inner, place = _options(marks, place, pending)
                items.append(Choice(tuple(inner)))
                pending = ""
            case "bar":
                options.append(tuple(items))
                items, pending = [], lead
            case _:
                return [*options, tuple(items)], place
    return [*options, tuple(items)], place + 1
