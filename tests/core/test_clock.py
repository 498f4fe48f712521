"""The clocks, and the date they write."""

from mockllm.clock import FROZEN_AT, FrozenClock, SystemClock, http_date


def test_a_frozen_clock_stands_still() -> None:
    """It always says the same, and nothing takes time."""
    clock = FrozenClock()
    assert clock.frozen
    assert clock.now() == clock.now() == FROZEN_AT
    assert clock.elapsed() == 0
    assert FrozenClock(5).now() == 5


def test_the_system_clock_runs() -> None:
    """It runs forward from later than this was written."""
    clock = SystemClock()
    assert not clock.frozen
    assert clock.now() > 1_790_000_000
    assert clock.elapsed() <= clock.elapsed()


def test_a_date_is_written_as_http_wants() -> None:
    """RFC 9110, 5.6.7: in GMT, with English names."""
    assert http_date(FROZEN_AT) == "Thu, 01 Jan 2026 00:00:00 GMT"
