"""Which `match.…` the conditions of a rule give to its templates."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from mockllm.matching import GROUPS
from mockllm.templates import Template

GROUP = re.compile(r"\(\?P?<(\w+)>")
EXPRESSION = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
NUMBERED = re.compile(r"\bmatch\s*\[\s*(['\"]?)(\d{1,4})\1\s*\]", re.ASCII)
NO_GROUP = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
CAPTURING = re.compile(r"\((?!\?)|\(\?P?<(?![=!])")
USED = re.compile(r"\bmatch\s*(?:\.\s*([A-Za-z_]\w*)|\[\s*(['\"])(.*?)\2\s*\])")
REGEX = re.compile(r"/.*/[a-z]*", re.DOTALL)
OWN = frozenset({"get", "items", "keys", "values"})
"""What every mapping has."""

NO_REGEX = ("equals", "contains", "glob", "json", "not")
"""Operators whose texts are none, and the one that captures nothing."""


def captured(*conditions: Mapping[str, Any]) -> frozenset[str]:
    """The names of groups that regexes in the conditions have."""
    return frozenset(name for text in regexes(*conditions) for name in GROUP.findall(text))


def numbered(*conditions: Mapping[str, Any]) -> int:
    """How many numbers can lead to something: that of the whole, 0, and those of groups; none without a regex."""
    return max((1 + len(CAPTURING.findall(NO_GROUP.sub("", text))) for text in regexes(*conditions)), default=0)


def regexes(*conditions: Mapping[str, Any]) -> Iterator[str]:
    """Yields the regexes of the conditions."""
    for fields in conditions:
        for field, condition in fields.items():
            for inner in condition.values() if field in GROUPS and isinstance(condition, Mapping) else [condition]:
                yield from patterns(inner)


def patterns(value: Any, operator: str = "") -> Iterator[str]:
    """Yields the regexes among the texts of the conditions for a field."""
    if isinstance(value, str):
        if operator == "regex" or REGEX.fullmatch(value):
            yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in NO_REGEX:
                yield from patterns(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from patterns(inner, operator)


def used(template: Template) -> Iterator[str]:
    """Yields the names after `match.` in a template; groups by number are in `used_numbers`."""
    for dotted, _, quoted in USED.findall(expressions(template)):
        name = dotted or quoted
        if name not in OWN and not name.isdigit():
            yield name


def used_numbers(template: Template) -> Iterator[int]:
    """Yields the numbers in `match[…]`."""
    for _, number in NUMBERED.findall(expressions(template)):
        yield int(number)


def expressions(template: Template) -> str:
    """What of a template is no text."""
    return " ".join(EXPRESSION.findall(template.source))
