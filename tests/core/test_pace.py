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
