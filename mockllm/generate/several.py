"""A message that wants the same function for several things: which they are, and what it says of each alone.

"Weather in Oslo and Paris, please" is "Weather in Oslo, please" and "Weather in Paris, please". Whether that is so is
tried out: the things are named side by side, or in clauses that each ask for the function, and of arguments made from
the message one property takes one of them, and takes the others where they stand alone. A function with a list for
them, or with a property for each, is called once.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from mockllm.core import Tool
from mockllm.errors import SchemaError

from .arguments import instance, object_schema, takes_anything
from .concern import asking, pointed_at
from .together import JOINT, Group, folded, holds, runs_in, sorts_of

MOST = 4
"""How often a function is called for things of one message."""

READ_CHARACTERS = 1000

PARTED = re.compile(rf"{JOINT.pattern}|[.:?!]\s+\S", re.IGNORECASE)
"""Stands in every text that may speak of several things."""

CHANCE = 0.35
"""Draws what is likely: properties that may be left out are there, values are not null and no examples."""


class Target(NamedTuple):
    """One of several things, and a message about it alone."""

    value: Any
    text: str


def targets(tool: Tool, texts: Sequence[str]) -> tuple[Target, ...]:
    """Returns the things that parts of a message want a function for, in their order; none where it is only one."""
    parameters = object_schema(tool)
    if not takes_anything(parameters) or (len(texts) == 1 and not PARTED.search(texts[0])):
        return ()
    read = [text[:READ_CHARACTERS] for text in texts]
    pointed = [pointed_at(tool, text) for text in read]
    found = _found(tool, parameters, pointed)
    if len(found) < 2 and pointed != read:
        found = _found(tool, parameters, read)
        if len(found) > 1 and any(_taken(parameters, text) for text in pointed):
            return ()  # it is what the message asks for, not what it told before that there are several of
    return tuple(found.values())[:MOST] if len(found) > 1 else ()


def leaves(value: Any, name: str = "", *, listed: bool = False) -> Iterator[tuple[str, Any, bool]]:
    """The texts and numbers in a JSON value, each with the name of its property, and whether it stands in a list."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from leaves(inner, key, listed=listed)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner, name, listed=True)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield name, value, listed


def _found(tool: Tool, parameters: dict[str, Any], texts: Sequence[str]) -> dict[str, Target]:
    """The things, each once; none where there cannot be several."""
    segments = [segment for text in texts for segment in _segments(tool, text)]
    runs = [list(runs_in(segment)) for segment in segments]
    found: dict[str, Target] = {}
    place = ""
    for segment, here in zip(segments, runs, strict=True) if len(segments) > 1 or any(runs) else ():
        taken = _taken(parameters, segment)
        if not taken:  # a property for one number takes none of two
            taken = next((one for run in here if (one := _taken(parameters, _about(segment, run, run[0])))), {})
        place = place or _telling(taken)
        for target in _alone(parameters, segment, here, taken, place) if place in taken else ():
            found.setdefault(folded(target.value), target)
    return found


def _segments(tool: Tool, text: str) -> Iterator[str]:
    """The text, cut where another clause asks for the function."""
    starts = asking(tool, text)
    for start, end in pairwise([0, *starts[1:], len(text)]):
        yield text[start:end]


def _alone(
    parameters: dict[str, Any], segment: str, runs: Sequence[Sequence[Group]], taken: Mapping[str, Any], place: str
) -> Iterator[Target]:
    """The things of a segment that go to a place in the arguments."""
    groups = next((run for run in runs if any(holds(group, taken[place]) for group in run)), ())
    if not groups or _all_at_once(parameters, segment, groups, place):
        yield Target(taken[place], segment)
        return
    for group in groups:
        text = _about(segment, groups, group)
        value = _taken(parameters, text).get(place)
        if holds(group, value):
            yield Target(value, text)


def _about(segment: str, groups: Sequence[Group], group: Group) -> str:
    """A segment in which one of several things stands for all."""
    before, behind = segment[: groups[0][0].start], segment[groups[-1][-1].end :]
    return f"{before}{segment[group[0].start : group[-1].end]}{behind}"


def _all_at_once(parameters: dict[str, Any], segment: str, groups: Sequence[Group], place: str) -> bool:
    """Says whether one call takes several of the things: in a list, in properties that are alike, or in a sentence."""
    from mockllm.schemas import topic_of  # as everywhere: few requests need it

    topic, needed = topic_of(place, "", "", ""), parameters.get("required") or ()

    def alike(name: str) -> bool:
        return topic_of(name, "", "", "") == topic and (name in needed or place not in needed)

    for name, value, listed in leaves(_made(parameters, segment)):
        held = any(holds(group, value) for group in groups)
        if held and (listed or (name != place and alike(name))):
            return True
        if not topic and isinstance(value, str) and sum(str(group[0].value) in value for group in groups) > 1:
            return True
    return False


def _telling(taken: Mapping[str, Any]) -> str:
    """The property that what is taken for says most about: one of a known kind before others."""
    from mockllm.schemas import topic_of

    return next((name for name in taken if topic_of(name, "", "", "")), next(iter(taken), ""))


def _taken(parameters: dict[str, Any], text: str) -> dict[str, Any]:
    """What arguments take from a text, by the property's name."""
    from mockllm.schemas import clues_of

    offered = {folded(value) for values in sorts_of(clues_of(text)) for value in values}
    found: dict[str, Any] = {}
    for name, value, _ in leaves(_made(parameters, text)):
        if folded(value) in offered:
            found.setdefault(name, value)
    return found


def _made(parameters: dict[str, Any], text: str) -> Any:
    try:
        return instance(parameters, (text,), lambda: CHANCE)
    except SchemaError:
        return None
