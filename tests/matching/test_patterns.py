"""Regexes: what they capture, and that they end."""

import pytest
from conditions import subject, when

from mockllm.errors import MatchingTimeout


def test_groups_are_captured() -> None:
    """By name and by number; a group that took no part is empty."""
    conditions = when(user=r"/in (?P<city>\w+)( today)?/i")
    assert dict(conditions.captures(subject("IN Oslo"))) == {
        "city": "Oslo", "0": "IN Oslo", "1": "Oslo", "2": "",
    }  # fmt: skip


def test_the_first_of_two_groups_with_one_name_is_kept() -> None:
    """And what is only in the second is there as well."""
    conditions = when(user=r"/(?P<a>x)/", model=r"/(?P<a>oss)-(?P<b>\d+)/")
    captures = conditions.captures(subject("x"))
    assert (captures["a"], captures["b"]) == ("x", "120")


def test_nothing_is_captured_under_not() -> None:
    """What must not be there has no groups."""
    assert dict(when(user={"not": "/(?P<a>y)/"}).captures(subject("x"))) == {}


@pytest.mark.parametrize(("pattern", "text"), [
    ("/a.b/s", "a\nb"), ("/^b$/m", "a\nb"), ("/a b # text/x", "ab"), (r"/a\/b/", "a/b"), ("/a/b/", "xa/by"),
])  # fmt: skip
def test_flags_and_slashes(pattern: str, text: str) -> None:
    """As regexes have them elsewhere."""
    assert when(user=pattern).holds(subject(text))


def test_a_regex_without_end_is_an_error() -> None:
    """Never taken for one that was not found, however many texts share the time."""
    slow = subject(*["a" * 60 + "b"] * 3)
    with pytest.raises(MatchingTimeout, match=r"any_message: the regex /\(a\|aa\)\+\$/ took longer than 0.1 s"):
        when(any_message="/(a|aa)+$/").holds(slow)
