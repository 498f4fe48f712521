"""Which texts of a YAML file are numbers, booleans or nothing, by version 1.2's core schema."""

import re
from collections.abc import Mapping, Sequence

CORE = "tag:yaml.org,2002:"
TEXT, SEQUENCE, MAPPING = CORE + "str", CORE + "seq", CORE + "map"
LONGEST_NUMBER = 400

SCALARS = (
    (("", "~"), [(CORE + "null", re.compile(r"~?$"))]),
    ("nN", [(CORE + "null", re.compile(r"(?:null|Null|NULL)$"))]),
    ("tTfF", [(CORE + "bool", re.compile(r"(?:true|True|TRUE|false|False|FALSE)$"))]),
    (
        "+-.0123456789",
        [
            (CORE + "int", re.compile(r"(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$")),
            (CORE + "float", re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$")),
            (CORE + "float", re.compile(r"(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$")),
        ],
    ),
)
"""Which texts without quotes are something else, by their first characters."""

BY_FIRST = {first: resolvers for firsts, resolvers in SCALARS for first in firsts}
WRITTEN: Mapping[str, Sequence[re.Pattern[str]]] = {
    tag: [pattern for _, resolvers in SCALARS for name, pattern in resolvers if name == tag]
    for _, resolvers in SCALARS
    for tag, _ in resolvers
}
"""How a value of each kind is written; a tag can claim that any text is one."""

KINDS = {CORE + "null": "null", CORE + "bool": "true or false"}


def is_written(tag: str, text: str) -> bool:
    """Whether a text is one of the kind that its tag says."""
    return any(pattern.match(text) for pattern in WRITTEN[tag])


def number(tag: str, text: str) -> int | float:
    """Returns the number that a text is; raises ValueError where JSON has no such number."""
    if len(text) > LONGEST_NUMBER or not is_written(tag, text):
        raise ValueError(text)
    if tag == CORE + "int":
        return int(text, {"0o": 8, "0x": 16}.get(text[:2], 10))
    value = float(text)
    if value - value != 0:  # infinite
        raise ValueError(text)
    return value
