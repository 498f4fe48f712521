"""Counting differences, which must agree with telling them."""

from typing import Any

import pytest
import regex
from conditions import subject, when
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.matching import Subject
from mockllm.matching.grams import FEW, OTHER_CASES

SAID = st.text("abKs \u212a\u017f\u0130\u00e9", max_size=14)
WORD = st.text("abKs ", min_size=1, max_size=7)
CONDITION = st.recursive(
    st.one_of(
        WORD,
        WORD.map(lambda text: f"/{text}/i"),
        WORD.map(lambda text: f"/a?{text}[bK]*/"),
        WORD.map(lambda text: f"/{text}.?/i"),
        WORD.map(lambda text: {"glob": f"*{text}*"}),
        WORD.map(lambda text: {"equals": text}),
        st.booleans().map(lambda there: {"exists": there}),
    ),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=2),
        st.lists(inner, min_size=1, max_size=2).map(lambda each: {"all_of": each}),
        inner.map(lambda each: {"not": each}),
    ),
    max_leaves=3,
)
FIELDS = st.fixed_dictionaries(
    {}, optional={"user": CONDITION, "any_message": CONDITION, "turn": st.integers(0, 2), "model": WORD}
)


def holding(fields: dict[str, Any], one: Subject) -> int:
    """How many clauses hold for the request, nothing of it read."""
    return sum(clause.holds(Subject(one.request, one.incoming)) for clause in when(**fields).clauses)


@settings(max_examples=200, deadline=None)
@given(st.lists(FIELDS, max_size=12), st.lists(SAID, max_size=3))
def test_as_many_as_there_are(fields: list[dict[str, Any]], said: list[str]) -> None:
    """By the same clauses, and none is missed where so many texts are asked for that their pieces are looked up."""
    one = subject(*said)
    many = when(user=[f"text {place}" for place in range(2 * FEW)], any_message=["aaaa"] * 2 * FEW)
    assert many.lacks(one) == 2 - ("aaaa" in "\n".join(said))
    for each in fields:
        conditions = when(**each)
        assert conditions.lacks(one) == len(conditions.clauses) - holding(each, one)
        assert conditions.lacks(one) == len(list(conditions.differences(one, hints=False)))


def test_hints_can_be_left_out() -> None:
    """The rest is told all the same."""
    (found,) = when(user="hello").differences(subject("Hello"), hints=False)
    assert found.told() == 'user wanted something with "hello", got "Hello"'


def test_no_other_characters_are_the_other_case_of_a_letter() -> None:
    """Otherwise a regex with the flag i would match what is not looked for."""
    letter = regex.compile("[a-z]", regex.IGNORECASE)
    found = {other: letter.search(other) for other in map(chr, range(128, 0x3000))}
    assert {other for other, match in found.items() if match} == set(OTHER_CASES)
    assert all(regex.fullmatch(ascii_, other, regex.IGNORECASE) for other, ascii_ in OTHER_CASES.items())


@pytest.mark.parametrize("text", ["x", "y" * 50])
def test_counting_many_looks_up_pieces(text: str) -> None:
    """Ten thousand texts that cannot be there are not looked for, and so no regex is compiled for them."""
    one = subject(text * 10)
    rules = [when(user=rf"/topic (\d+) is {place}$/i") for place in range(200)]
    assert [rule.lacks(one) for rule in rules] == [1] * 200
    assert sum(len(rule.captures(one)) for rule in rules) == 0
