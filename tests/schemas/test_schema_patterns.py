"""Texts for patterns, with bounds on their length."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.schemas import Schema, read
from mockllm.seeds import chances

PIECES = st.sampled_from(
    [
        "a", "[a-z]", "[^a-z]", r"\d", r"\w", r"\s", ".", "(?:ab|c)", "[A-F0-9]", r"\.", "é", "(x|y(z)?)", r"[\w.-]",
        "[^/]", r"\\", "(?:a{2}b)",
    ]
)  # fmt: skip
TIMES = st.sampled_from(["", "*", "+", "?", "{2}", "{1,3}", "{2,}", "+?", "*?"])
ROWS = st.lists(st.tuples(PIECES, TIMES).map("".join), min_size=1, max_size=5).map("".join)
PATTERNS = st.tuples(
    st.sampled_from(["^", ""]), st.lists(ROWS, min_size=1, max_size=3), st.sampled_from(["$", ""])
).map(lambda parts: f"{parts[0]}(?:{'|'.join(parts[1])}){parts[2]}")


@settings(max_examples=150, deadline=None)
@given(PATTERNS, st.integers(0, 99))
def test_a_text_matches_its_pattern(pattern: str, seed: int) -> None:
    """Python's own engine agrees."""
    found = read({"type": "string", "pattern": pattern})
    assert isinstance(found, Schema), found
    assert re.search(pattern, found.instance(chances(seed)))


@pytest.mark.parametrize(
    ("pattern", "least", "most"),
    [
        ("^[a-z]+$", 20, 20),
        ("^[a-z]*$", 0, 0),
        ("^(ab)+$", 7, 8),
        ("^a{2,5}b{2,5}$", 9, 10),
        ("^(?:x|yy|zzz)$", 2, 2),
        ("^\\d{3}(-\\d{3})*$", 11, 15),
        ("q", 30, 31),
        ("^q", 30, 31),
        ("q$", 30, 31),
        ("^[A-Z][a-z]+( [A-Z][a-z]+)*$", 25, 30),
    ],
)
def test_a_text_has_the_length_that_is_wanted(pattern: str, least: int, most: int) -> None:
    """Repeats stretch and shrink, and an open end is filled."""
    found = read({"type": "string", "pattern": pattern, "minLength": least, "maxLength": most})
    assert isinstance(found, Schema), found
    for seed in range(10):
        text = found.instance(chances(seed))
        assert re.search(pattern, text)
        assert least <= len(text) <= most


def test_letters_make_words() -> None:
    """A name of small letters is best a word."""
    found = read({"type": "string", "pattern": "^[a-z]{3,12}$"})
    assert isinstance(found, Schema)
    texts = {found.instance(chances(seed)) for seed in range(20)}
    assert texts & {"amber", "harbor", "garden", "river", "forest", "lantern", "willow", "timber", "bridge", "candle"}
