"""Many conditions: the index finds those that hold, in order, and only those."""

from typing import Any

import pytest
from conditions import subject, when
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.matching import EVERYTHING, Index, Subject, read, shadowed, shadows
from mockllm.matching.grams import FEW, LENGTH, MOST_TOLD_APART
from mockllm.matching.literal import literal

WORD = st.text("abK ", min_size=1, max_size=7)
SPELLED = st.one_of(
    WORD,
    WORD.map(lambda text: {"equals": text}),
    WORD.map(lambda text: {"glob": f"{text[:2]}*{text[2:]}"}),
    WORD.map(lambda text: {"glob": f"*{text}*"}),
    WORD.map(lambda text: f"/{text}/"),
    WORD.map(lambda text: f"/{text}/i"),
    WORD.map(lambda text: f"/{text[:3]}+b?{text[3:]}/i"),
    WORD.map(lambda text: f"/^{text}|a/"),
    st.booleans().map(lambda there: {"exists": there}),
)
CONDITION = st.recursive(
    SPELLED,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=2).map(lambda each: {"any_of": each}),
        st.lists(inner, min_size=1, max_size=2).map(lambda each: {"all_of": each}),
        inner.map(lambda each: {"not": each}),
    ),
    max_leaves=3,
)
NUMBER = st.one_of(
    st.integers(0, 2),
    st.booleans(),
    st.builds(lambda how, bound: {how: bound}, st.sampled_from(["gt", "gte", "lt", "lte"]), st.integers(0, 2)),
    st.builds(lambda key, bound: {"json": {key: bound}}, st.sampled_from("ab"), st.integers(0, 1)),
)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "user": CONDITION, "any_message": CONDITION, "n": NUMBER, "turn": st.integers(0, 2),
        "has_tool_result": st.booleans(), "model": st.sampled_from(["m", "*m", "x/m", "/m$/"]),
        "tool_result": st.sampled_from(["t", {"name": "t"}, {"contains": "r"}, {"exists": True}]),
    },
)  # fmt: skip
SUBJECTS = st.builds(
    lambda said, n, model: subject(*said, body={"n": n}, asked_model=model),
    st.lists(st.text("abkKK ", max_size=9), max_size=3),
    st.one_of(st.integers(0, 3), st.booleans(), st.none(), st.dictionaries(st.sampled_from("ab"), st.integers(0, 1))),
    st.sampled_from(["m", "x/m", "xm"]),
)


def fresh(one: Subject) -> Subject:
    """The same request, nothing of it read."""
    return Subject(one.request, one.incoming)


@settings(max_examples=300, deadline=None)
@given(st.lists(FIELDS, max_size=40), SUBJECTS)
def test_it_finds_what_trying_each_would_find(fields: list[dict[str, Any]], one: Subject) -> None:
    """Keys are only a way to be faster."""
    conditions = [when(**each) for each in fields]
    expected = [place for place, each in enumerate(conditions) if each.holds(fresh(one))]
    assert list(Index(conditions).holding(one)) == expected


@settings(max_examples=600, deadline=None)
@given(FIELDS, FIELDS, st.lists(SUBJECTS, min_size=1, max_size=8))
def test_what_is_shadowed_is_never_reached(a: dict[str, Any], b: dict[str, Any], subjects: list[Subject]) -> None:
    """Whatever the later one takes, the earlier one took."""
    earlier, later = when(**a), when(**b)
    if shadows(earlier, later):
        assert all(earlier.holds(each) for each in subjects if later.holds(fresh(each)))


@settings(max_examples=100, deadline=None)
@given(st.lists(FIELDS, max_size=12))
def test_shadowed_finds_what_comparing_each_would_find(fields: list[dict[str, Any]]) -> None:
    """The first that shadows each."""
    conditions = [when(**each) for each in fields]
    expected = [
        (later, next(each for each in range(later) if shadows(conditions[each], conditions[later])))
        for later in range(len(conditions))
        if any(shadows(conditions[each], conditions[later]) for each in range(later))
    ]
    assert list(shadowed(conditions)) == expected


@pytest.mark.parametrize(("earlier", "later"), [
    ({}, {"user": "x"}), ({"user": "weather"}, {"user": "the weather"}), ({"user": "/weather/i"}, {"user": "Weather"}),
    ({"model": "*120b"}, {"model": "gpt-oss-120b"}), ({"model": "gpt-*"}, {"model": "gpt-4*"}),
    ({"user": "a"}, {"user": "a", "turn": 2}), ({"turn": {"gte": 1}}, {"turn": 2}),
    ({"user": ["a", "b"]}, {"user": "b"}),
    ({"has_tool_result": True}, {"tool_result": "x"}), ({"tools": "a"}, {"tools": ["a", "b"]}),
    ({"temperature": {"lt": 1}}, {"temperature": {"lt": 0.5}}), ({"user": {"exists": True}}, {"user": "/x.y/"}),
    ({"stream": {"not": True}}, {"stream": False}),
    ({"metadata": {"json": {"a": 1}}}, {"metadata": {"json": {"a": 1, "b": 2}}}),
])  # fmt: skip
def test_shadows(earlier: dict[str, Any], later: dict[str, Any]) -> None:
    """What people write by mistake; never the other way round."""
    assert shadows(when(**earlier), when(**later))
    assert not shadows(when(**later), when(**earlier))


def test_ten_thousand() -> None:
    """Of many keyed conditions few are tried."""
    conditions = [when(user=f"order {1000 + place}") for place in range(10_000)] + [EVERYTHING]
    index = Index(conditions)
    assert list(index.holding(subject("Where is order 10999?"))) == [99, 9999, 10_000]
    assert len(index.like({"user": ["Where is order 10999?"]})) < 100


SIGNS = "]^-\\[a|&~.$\n \U0001f600é"
MANY = "".join(map(chr, range(0x4E00, 0x4E00 + MOST_TOLD_APART + 50)))


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.text(SIGNS, min_size=LENGTH, max_size=6), min_size=FEW + 1, max_size=60, unique=True),
    st.text(SIGNS, max_size=40),
    st.booleans(),
)
def test_any_characters_are_found(texts: list[str], said: str, many: bool) -> None:
    """Those that mean something in a regex, and more of them than it would be told."""
    texts = [*texts, *[MANY[place : place + LENGTH] for place in range(len(MANY) * many)]]
    said += MANY[7:20] * many
    index = Index([when(user={"contains": text}) for text in texts])
    assert list(index.holding(subject(said))) == [place for place, text in enumerate(texts) if text in said]


@pytest.mark.parametrize("other", [{}, {"turn": 1}, {"model": "m"}])
def test_conditions_that_share_their_key(other: dict[str, Any]) -> None:
    """Each that has it is found, in order, and what else it asks for is asked."""
    same = [when(user={"equals": "hi"}, **other), when(user={"equals": "hi"}, n=2), when(user={"equals": "hi"}, n=1)]
    conditions = [when(user={"equals": f"hello {place}"}) for place in range(30)] + same
    assert list(Index(conditions).holding(subject("hi", body={"n": 1}, asked_model="m"))) == [30, 32]


def test_numbers_are_no_booleans() -> None:
    """They have the same place in a table, and a condition for one does not hold for the other."""
    conditions = [when(n=True), when(n=1), when(n=1.0), when(n=0), when(n=False)]
    assert list(Index(conditions).holding(subject("hi", body={"n": 1}))) == [1, 2]
    assert list(Index(conditions).holding(subject("hi", body={"n": False}))) == [4]


def test_long_texts_are_found_again() -> None:
    """What was found in a long text is kept, for that text only."""
    index = Index([when(user=f"order {1000 + place}") for place in range(100)])
    long = "The quick brown fox. " * 200
    for _ in range(2):
        assert list(index.holding(subject(f"{long}order 1007"))) == [7]
        assert list(index.holding(subject(long))) == []


@pytest.mark.parametrize(("pattern", "text"), [
    (r"in (?P<city>\w+) today", " today"), ("colou?rfully", "rfully"), ("a|b", ""), ("(?i)abc", ""), (r"a\.b+", "a."),
    ("ab{2,3}cde", "cde"), ("[abc]def", "def"), ("((a))xyz", ""), (r"\Qabc", ""), (r"\x41bcd", ""),
])  # fmt: skip
def test_the_text_that_every_match_has(pattern: str, text: str) -> None:
    """The longest; none where that is not sure."""
    assert literal(pattern, "") == text


def test_no_fields_hold_always() -> None:
    """An empty mapping is everything."""
    assert isinstance(read({}), type(EVERYTHING))
    assert EVERYTHING.holds(subject())
