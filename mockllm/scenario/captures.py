"""Which `match.…` the conditions of a rule give to its templates."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from mockllm.matching import GROUPS
from mockllm.templates import Template

GROUP = re.compile(r"\(\?P?<(\w+)>")
USED = re.compile(r"\bmatch\s*(?:\.\s*([A-Za-z_]\w*)|\[\s*(['\"])(.*?)\2\s*\])")
REGEX = re.compile(r"/.*/[a-z]*", re.DOTALL)
OWN = frozenset({"get", "items", "keys", "values"})
"""What every mapping has."""

NO_REGEX = ("equals", "contains", "glob", "json", "not")
"""Operators whose texts are none, and the one that captures nothing."""


def captured(*conditions: Mapping[str, Any]) -> frozenset[str]:
    """The names of groups that regexes in the conditions have."""
    return frozenset(
        name
        for fields in conditions
        for field, condition in fields.items()
        for inner in (condition.values() if field in GROUPS and isinstance(condition, Mapping) else [condition])
        for text in patterns(inner)
        for name in GROUP.findall(text)
    )


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
    """Yields the names after `match.` in a template; groups by number are left out."""
    for dotted, _, quoted in USED.findall(template.source):
        name = dotted or quoted
        if name not in OWN and not name.isdigit():
            yield name
