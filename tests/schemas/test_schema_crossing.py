"""Texts that meet several demands at once: patterns that look around, patterns beside patterns, formats beside both."""

import re
from itertools import product
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.schemas import Schema, SchemaProblem, read
from mockllm.schemas.crossing import crossing
from mockllm.seeds import chances

LETTERS = "ab-"
SHORT = [text for length in range(6) for text in map("".join, product(LETTERS, repeat=length))]

ATOMS = st.sampled_from(["a", "b", "-", ".", "[ab]", "[^a]", "^", "$", r"\b", r"\B", r"\w"])
LOOKS = st.sampled_from(["(?={})", "(?!{})", "(?<={})", "(?<!{})"])
PLAIN = st.sampled_from(["a", "b", "-", "[ab]", "[^a]", "ab", "a-"])


def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.lists(inner, min_size=2, max_size=3).map("".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda options: f"(?:{'|'.join(options)})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,2}", "{0,2}"])).map(
            lambda pair: f"(?:{pair[0]}){pair[1]}"
        ),
        st.tuples(LOOKS, PLAIN).map(lambda pair: pair[0].format(pair[1])),
        inner.map(lambda one: f"(?={one})"),
        inner.map(lambda one: f"(?!{one})"),
    )


def as_python_reads_it(pattern: str) -> str:
    """To Python only one character ends a line, it may come after `$`, and an empty text has no `\\B`."""
    return pattern.replace(".", r"[^\n\r\u2028\u2029]").replace(r"\B", r"(?!\b)").replace("$", r"\Z")


PATTERNS = st.recursive(ATOMS, grow, max_leaves=8)
SATISFIABLE: list[dict[str, Any]] = [
    {"allOf": [{"pattern": "[a-z]"}, {"pattern": "[0-9]"}, {"pattern": "[A-Z]"}], "minLength": 8},
    {"allOf": [{"pattern": "^[A-Z]"}, {"pattern": "[0-9]$"}, {"pattern": "x"}], "minLength": 8, "maxLength": 9},
    {"pattern": "(?<=a)b"},
    {"pattern": "(?<!a)b", "minLength": 5},
    {"pattern": r"^(?=.*\d)(?=.*[a-z]).{8,}$"},
    {"pattern": r"^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])[A-Za-z\d@$!%*?&]{8,}$", "maxLength": 8},
    {"pattern": r"^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])(?!.*\s).{12}$"},
    {"pattern": "^(?!.*admin)[a-z]{3,}$"},
    {"pattern": r"^(?!foo)\w+(?<!bar)$", "minLength": 3, "maxLength": 3},
    {"pattern": "^(?=.{8,20}$)[a-z]+(-[a-z]+)*$", "allOf": [{"pattern": "-.*-"}]},
    {"pattern": "^(?:(?!--)[a-z-])*$", "allOf": [{"pattern": "-$"}]},
    {"pattern": r"\bfoo\b.*\bbar\b", "minLength": 30},
    {"pattern": r"^(?!0000)\d{4}$"},
    {"pattern": "^a+$", "not": {"pattern": "^a{2,5}$"}, "minLength": 2},
    {"pattern": "^(ab)+$", "minLength": 3, "maxLength": 4},
    {"format": "email", "pattern": r"@corp\.com$"},
    {"format": "email", "pattern": "^info@"},
    {"format": "email", "maxLength": 6, "pattern": "z"},
    {"format": "email", "pattern": "[0-9]", "minLength": 30},
    {"format": "date", "pattern": "^2030-"},
    {"format": "date", "pattern": "-02-29$"},
    {"format": "date", "not": {"pattern": "^20"}},
    {"format": "date-time", "pattern": r"\+02:00$"},
    {"format": "date-time", "pattern": r"\.\d{3}Z$"},
    {"format": "date-time", "minLength": 30, "maxLength": 30},
    {"format": "time", "pattern": "^23:"},
    {"format": "duration", "pattern": "^P3Y"},
    {"format": "uuid", "pattern": "^0"},
    {"format": "uuid", "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"},
    {"format": "ipv4", "pattern": r"^10\."},
    {"format": "ipv6", "pattern": "^fe80"},
    {"format": "uri", "pattern": r"^https://api\.corp\.com/"},
    {"format": "uri", "pattern": "^ftp:", "minLength": 40, "maxLength": 44},
    {"format": "hostname", "pattern": r"\.org$", "maxLength": 9},
    {"format": "json-pointer", "pattern": "^/foo/"},
    {"format": "relative-json-pointer", "pattern": "#$"},
    {"format": "regex", "pattern": r"\("},
    {"format": "uri-template", "pattern": r"\{id\}"},
    {"format": "uri-reference", "pattern": "^#"},
]  # fmt: skip


@pytest.mark.parametrize("schema", SATISFIABLE, ids=repr)
def test_all_demands_are_met_at_once(schema: dict[str, Any]) -> None:
    """Formats count as much as patterns, in the eyes of the validator that checks formats."""
    schema = {"type": "string", **schema}
    found = read(schema)
    assert isinstance(found, Schema), found
    validator = jsonschema_rs.Draft202012Validator(schema, validate_formats=True)
    for seed in range(10):
        text = found.instance(chances(seed))
        assert validator.is_valid(text), text


def test_an_email_of_a_domain_looks_like_one() -> None:
    """A name stands before the domain that the pattern asks for."""
    found = read({"type": "string", "format": "email", "pattern": r"@corp\.com$"})
    assert isinstance(found, Schema)
    for seed in range(5):
        assert re.fullmatch(r"[a-z]+\.[a-z]+@corp\.com", found.instance(chances(seed)))


def test_an_optional_text_that_is_impossible_is_left_out() -> None:
    """What nothing can meet is no obstacle where nobody demands it."""
    found = read({"type": "object", "properties": {"on": {"type": "string", "format": "date", "maxLength": 5}}})
    assert isinstance(found, Schema)
    assert found.instance(chances(1)) == {}


def test_an_alternative_that_is_impossible_is_not_taken() -> None:
    """The other one is."""
    found = read({"anyOf": [{"type": "string", "pattern": "^(?=.*b)a*$"}, {"type": "integer"}]})
    assert isinstance(found, Schema)
    assert all(isinstance(found.instance(chances(seed)), int) for seed in range(10))


@settings(max_examples=300, deadline=None)
@given(PATTERNS, PATTERNS, st.booleans(), st.integers(0, 3), st.integers(0, 2))
def test_what_is_found_and_what_is_not(one: str, other: str, broken: bool, least: int, more: int) -> None:
    """Python's own engine agrees with every text that is found, and finds none where there is said to be none."""
    found = crossing((one,) if broken else (one, other), (other,) if broken else ())
    assert found is not None
    most = least + more
    one, other = map(as_python_reads_it, (one, other))

    def meets(text: str) -> bool:
        return bool(re.search(one, text)) and bool(re.search(other, text)) != broken

    text = found.draw(least, most, chances(one, other))
    if text is not None:
        assert least <= len(text) <= most
        assert meets(text)
    if found.has_length(least, most) is False:
        assert not [text for text in SHORT if least <= len(text) <= most and meets(text)]


@pytest.mark.parametrize(
    "pattern",
    [
        "^(?=.*(a|b){90}c)(?=.*d{80})(?=.*e{70}).*$",
        "^((a?){30}){30}(?=b)c$",
        "(?=b)" + "a?" * 400 + "c",
        "^(?:" + "|".join(f"w{number}x" for number in range(2000)) + ")(?!.)$",
    ],
    ids=["states", "empty repeats", "depth", "width"],
)
def test_the_search_is_bounded(pattern: str) -> None:
    """Whether it finds something or gives up, it ends."""
    assert isinstance(read({"type": "string", "pattern": pattern}), (Schema, SchemaProblem))
