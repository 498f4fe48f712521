"""Waits between tokens."""

from hypothesis import given
from hypothesis import strategies as st

from mockllm.pace import NAMED, Pace


def test_the_first_token_waits_for_its_time_the_others_for_their_share() -> None:
    """Four tokens at ten a second after half a second."""
    assert Pace(ttft_s=0.5, tps=10).waits(4, lambda: 0.0) == [0.5, 0.1, 0.1, 0.1]


def test_an_instant_pace_waits_for_nothing() -> None:
    """Nothing to wait for, nothing to draw."""
    assert NAMED["instant"].instant
    assert not Pace(ttft_s=0.1).instant
    assert not Pace(tps=5).instant
    assert sum(Pace().waits(100, lambda: 1.0)) == 0


def test_no_tokens_no_waits() -> None:
    """An answer cut to nothing takes no time."""
    assert Pace(ttft_s=1, tps=1).waits(0, lambda: 0.0) == []


@given(st.floats(0, 1), st.lists(st.floats(0, 0.999), min_size=5, max_size=5))
def test_jitter_stays_within_its_share(jitter: float, draws: list[float]) -> None:
    """Each wait differs from the even one by no more than the share."""
    chances = iter(draws)
    for wait, even in zip(
        Pace(ttft_s=1, tps=4, jitter=jitter).waits(5, lambda: next(chances)), [1, 0.25, 0.25, 0.25, 0.25], strict=True
    ):
        assert abs(wait - even) <= even * jitter + 1e-6


def test_the_first_wait_is_drawn_between_percentiles() -> None:
    """Half of the answers begin within the median, 99 of 100 within the 99th percentile, all after some time."""
    pace = Pace(ttft_s=0.2, ttft_p99_s=0.9, tps=10)
    waits = [pace.waits(2, lambda place=place: place / 1000) for place in range(1000)]  # type: ignore[misc]
    firsts = [first for first, _ in waits]
    assert firsts == sorted(firsts)
    assert [firsts[500], firsts[990]] == [0.2, 0.9]
    assert 0 < firsts[0] < firsts[999] < 2
    assert {gap for _, gap in waits} == {0.1}


def test_only_waits_that_were_not_drawn_have_jitter() -> None:
    """The percentiles would not be what they are called otherwise."""
    chances = iter([0.5, 0.0])
    assert Pace(ttft_s=0.2, ttft_p99_s=0.9, tps=10, jitter=0.5).waits(2, lambda: next(chances)) == [0.2, 0.05]
    assert not Pace(ttft_s=0.2, ttft_p99_s=0.9).instant
