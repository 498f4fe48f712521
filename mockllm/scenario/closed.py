"""Conditions that no request meets: words that are none of a closed set, and numbers below those there are."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

from mockllm.core import ResponseFormat
from mockllm.wire import did_you_mean

from .place import Path

DIALECTS = ("fireworks", "gateway")
"""Those that come with mockllm; others are passed in."""

FORMATS: tuple[str, ...] = get_args(ResponseFormat.__annotations__["kind"])
CHOICES = ("none", "auto", "required")
REGEX = re.compile(r"/.*/[A-Za-z]*", re.DOTALL)


CLOSED = ("dialect", "response_format", "tool_choice", "turn", "step")
"""The fields of which it is known what there can be."""


class Remark(NamedTuple):
    """What is to be said of a condition, and where it stands below `when`."""

    path: Path
    level: Literal["error", "warning"]
    text: str


def remarks(fields: Mapping[str, Any], dialects: Sequence[str] = DIALECTS) -> Iterator[Remark]:
    """Yields what is wrong with conditions that can be read."""
    if fields.keys().isdisjoint(CLOSED):
        return
    for field, words, what in (("dialect", dialects, "dialect"), ("response_format", FORMATS, "format")):
        for path, operator, value in operands(fields.get(field, ()), (field,)):
            if operator in ("equals", "glob") and isinstance(value, str) and not fits(value, words):
                yield Remark(path, "error", f"there is no {what} {value!r}; {meant(value, words)}")
    for path, operator, value in operands(fields.get("tool_choice", ()), ("tool_choice",)):
        if operator == "equals" and isinstance(value, str) and (word := misspelled(value, fields.get("tools"))):
            said = f"{value!r} is taken for the name of a tool; did you mean {word}?"
            yield Remark(path, "warning", said)
    for field, least in (("turn", 0), ("step", 1)):
        for path, operator, value in operands(fields.get(field, ()), (field,)):
            highest = value - (operator == "lt") if isinstance(value, int | float) else least
            if operator in ("equals", "lt", "lte") and highest < least:
                yield Remark(path, "error", f"`{field}` counts from 1, so no request has this")
            elif field == "turn" and operator == "equals" and value == 0:
                yield Remark(path, "warning", "turn 0 is a request without any user message; the first turn is 1")


def operands(value: Any, path: Path, operator: str = "equals") -> Iterator[tuple[Path, str, Any]]:
    """Yields what a field is held against, with its place and the operator."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key in ("any_of", "all_of", "not"):
                yield from operands(inner, (*path, key))
            else:
                yield (*path, key), key, inner
    elif isinstance(value, list | tuple):
        for place, inner in enumerate(value):
            yield from operands(inner, (*path, place))
    else:
        yield path, operator, value


def fits(value: str, words: Sequence[str]) -> bool:
    """Whether a name with `*` in it, or without, is that of a word; of regexes it is not asked."""
    pattern = ".*".join(map(re.escape, value.split("*")))
    return bool(REGEX.fullmatch(value)) or any(re.fullmatch(pattern, word) for word in words)


def meant(value: str, words: Sequence[str]) -> str:
    near = did_you_mean(value, words)
    like = [near] if near else [word for word in words if word.startswith(value.lower())]
    return f"did you mean {' or '.join(like)}?" if like else f"there are {', '.join(words[:-1])} and {words[-1]}"


def misspelled(value: str, tools: Any) -> str | None:
    """The word that was meant by what is no name of a tool that is wanted."""
    known = tools if isinstance(tools, list) else [tools]
    if value in CHOICES or value in known or REGEX.fullmatch(value) or "*" in value:
        return None
    return "required" if value == "any" else did_you_mean(value, CHOICES)
