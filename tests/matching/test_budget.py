"""That regexes end: each, and all of a request together."""

from time import perf_counter

import pytest
from conditions import sent, subject, when

from mockllm.errors import MatchingTimeout
from mockllm.matching import Subject
from mockllm.matching.budget import TOTAL_S, Budget

SLOW = "/(a|aa)+$/"
BAD = "a" * 60 + "b"
WITHIN_S = 20.0
"""Much more than the bound, for machines that are busy, and much less than what has no bound, which is hours."""


def test_all_regexes_of_a_request_have_one_bound() -> None:
    """However many rules there are; what comes after is not tried at all, and fails in the same way."""
    one, began = subject(BAD), perf_counter()
    told = []
    for place in range(50):
        with pytest.raises(MatchingTimeout) as caught:
            when(user=f"/(a|aa)+{place}$/").holds(one)
        told.append(str(caught.value))
    assert perf_counter() - began < WITHIN_S
    assert "took longer than 0.1 s;" in told[0]
    assert f"the regexes of one request took longer than {TOTAL_S} s together" in told[-1]


def test_what_took_too_long_is_not_tried_again() -> None:
    """Whoever asks again gets the same error, and the time is not spent twice."""
    one, slow = subject(BAD), when(user=SLOW)
    left = []
    for _ in range(2):
        with pytest.raises(MatchingTimeout, match=r"longer than 0\.1 s;"):
            slow.holds(one)
        left.append(one.budget.left_s)
    assert left[1] == left[0] < TOTAL_S


def test_plain_texts_are_found_when_all_time_is_spent() -> None:
    """They take none."""
    one = subject("Hello")
    spent = Subject(one.request, one.incoming, Budget(0))
    assert when(user="/Hello/").holds(spent)
    with pytest.raises(MatchingTimeout):
        when(user="/H.llo/").holds(spent)


def test_views_of_one_request_share_what_is_left() -> None:
    """A budget that is handed on counts for both."""
    one = subject(BAD)
    with pytest.raises(MatchingTimeout):
        when(user=SLOW).holds(Subject(one.request, one.incoming, one.budget))
    assert one.budget.left_s < TOTAL_S


def test_guessing_takes_from_the_same_time() -> None:
    """The regex of a hint can be as slow as any other: here the one that is meant in any case."""
    one = subject(*["A" * 60 + "b"] * 20)
    began = perf_counter()
    list(when(user=r"/^(a|aa)+$/", assistant="x").differences(one))
    assert perf_counter() - began < WITHIN_S


@pytest.mark.parametrize("function", ["search", "match"])
def test_regexes_in_paths_end(function: str) -> None:
    """All that one path looks at together."""
    path = f"$.messages[?{function}(@.content, '(a|aa)*$')]"
    one = sent({"messages": [{"role": "user", "content": BAD}] * 50})
    began = perf_counter()
    with pytest.raises(MatchingTimeout, match=r"^body\.\$\.messages.* the regex \(a\|aa\)\*\$ took longer than 0\.1 s"):
        when(body={path: {"exists": True}, "$..content": "x"}).holds(one)
    assert perf_counter() - began < WITHIN_S
