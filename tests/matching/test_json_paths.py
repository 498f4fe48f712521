"""Paths into a body: simple ones are walked, and all find what the library finds."""

from typing import Any

import jsonpath_rfc9535
import pytest
from conditions import holds, problem, sent
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.matching.budget import Budget
from mockllm.matching.json_path import PLAIN, read_path

NAMES = st.sampled_from(["a", "b", "_c", "a b", "1", "*", "é", "x-y", "it's", ""])
BODIES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(0, 2), st.sampled_from(["a", "ab", "a\nb", "*"])),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3)),
    max_leaves=12,
)
STEPS = st.one_of(
    NAMES.map(lambda name: f".{name}"), NAMES.map(lambda name: f"['{name}']"),
    st.integers(-3, 3).map(lambda place: f"[{place}]"), st.sampled_from([".*", "[*]", "..a", "[1:]", "['a','b']"]),
)  # fmt: skip
PATHS = st.lists(STEPS, max_size=4).map(lambda steps: "$" + "".join(steps))
REGEXES = st.text("ab.*[]()|\\^$-n{1}", max_size=6)


def found(path: str, body: Any) -> list[Any] | None:
    """What we find; None where we say that it is no path."""
    find = read_path(path)
    return None if isinstance(find, str) else find(body, Budget())


def theirs(path: str, body: Any) -> list[Any] | None:
    """What the library finds."""
    try:
        return list(jsonpath_rfc9535.find(path, body).values())
    except jsonpath_rfc9535.JSONPathError:
        return None


@settings(max_examples=500, deadline=None)
@given(PATHS, BODIES)
def test_it_finds_what_the_library_finds(path: str, body: Any) -> None:
    """In the same order, and refuses what it refuses."""
    ours = found(path, body)
    assert ours == theirs(path, body)
    assert list(map(type, ours or ())) == list(map(type, theirs(path, body) or ()))


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(["match", "search"]), REGEXES, BODIES)
def test_regexes_are_those_of_the_library(function: str, pattern: str, body: Any) -> None:
    """What is no regex, and what is no text, matches nothing."""
    quoted = pattern.replace("\\", "\\\\")
    path = f"$..[?{function}(@, '{quoted}')]"
    assert found(path, body) == theirs(path, body)


@pytest.mark.parametrize("path", ["$", "$.metadata.case", "$.messages[0].content", "$.a['x-y'][-1].*", "$[*]"])
def test_simple_paths_are_walked(path: str) -> None:
    """What people mostly write takes no library."""
    assert PLAIN.fullmatch(path)


@pytest.mark.parametrize("path", [
    "$[?" + "(" * 3000 + "@.a" + ")" * 3000 + "]", f"$[{'9' * 5000}]", f"$[?@.a=={'9' * 5000}]", "$.a[", "$.", "$$",
])  # fmt: skip
def test_what_cannot_be_read_is_told(path: str) -> None:
    """Whatever the library makes of it."""
    assert f"the JSONPath {path} cannot be read: " in problem({"body": {path: 1}})


def test_a_body_may_be_nested_deeply() -> None:
    """More levels than the library follows have nothing that is found."""
    body: dict[str, Any] = {"a": 1}
    for _ in range(150):
        body = {"b": body}
    assert holds(sent({"b": body}), body={"$..a": 1})
    for _ in range(500):
        body = {"b": body}
    assert not holds(sent({"b": body}), body={"$..a": 1})
