"""That reading conditions never fails: whatever is written, it is either right or told."""

from typing import Any

import pytest
from conditions import problem, sent, when
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.matching import FIELDS, GROUPS, OPERATORS, Conditions, Problem, read, shadowed

SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.just(20_000).map(lambda bits: 1 << bits),
    st.text(max_size=6), st.text("/(?aiuLbx)\\[]{9}*+^$|.&-", max_size=9).map(lambda text: f"/{text}/"),
    st.sampled_from(["$.a", "$..*", "$[?@.a]", "x-case", ""]),
)  # fmt: skip
KEYS = st.one_of(SCALARS, st.sampled_from([*FIELDS, *GROUPS, *OPERATORS, "name", "temperature"]))
WRITTEN = st.recursive(
    SCALARS, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=10,
)  # fmt: skip


@settings(max_examples=1000, deadline=None)
@given(st.one_of(WRITTEN, st.dictionaries(KEYS, WRITTEN, max_size=3)))
def test_whatever_is_written_is_read(written: Any) -> None:
    """Conditions or problems, and what has been read can be told and compared."""
    for body_fields in (None, ["temperature"]):
        found = read(written, body_fields=body_fields)
        if isinstance(found, Conditions):
            assert repr(found)
            assert len(list(shadowed([found, found]))) <= 1
            assert all(each.told() for each in found.differences(sent({"a": 1, "temperature": 1})))
        else:
            assert found
            assert all(isinstance(each, Problem) for each in found)


@pytest.mark.parametrize("pattern", ["/(?a)(?u)a/", "/(?L)a/", "/[[:x:]/", "/a{99999999999999999999}/", "/\\N{no}/"])
def test_a_regex_of_any_kind_is_read_or_told(pattern: str) -> None:
    """The library has more ways to refuse than its own error."""
    assert isinstance(read({"user": pattern}), Conditions | list)


def test_a_regex_that_contradicts_itself_is_told() -> None:
    """The library raises ValueError for it."""
    assert problem({"user": "/(?a)(?u)a/"}).startswith("user: the regex /(?a)(?u)a/ cannot be read: ")


@pytest.mark.parametrize("name", ["", "a b", "x:y", "\u00e4", "a\n"])
def test_headers_have_names_that_a_request_can_have(name: str) -> None:
    """RFC 9110: a token."""
    assert f"no request has a header {name!r}" in problem({"header": {name: "x"}})


def test_what_has_no_end_is_told() -> None:
    """A YAML anchor may hold itself."""
    endless: list[Any] = []
    endless += [endless, {"a": endless}]
    assert problem({"stop": endless}) == "stop: this is nested too deeply for anybody to read"


def test_what_has_many_levels_is_told() -> None:
    """Before anything goes through them."""
    deep: Any = "x"
    for _ in range(2000):
        deep = {"not": deep}
    assert "nested too deeply" in problem({"user": deep})


def test_what_a_body_has_may_be_nested_deeply() -> None:
    """It is told as far as it can be seen."""
    deep: Any = "x"
    for _ in range(600):
        deep = [deep]
    (found,) = when(stop="x").differences(sent({"stop": deep}), hints=False)
    assert found.got == "[" * 119 + "…"
