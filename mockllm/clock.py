"""What time it is: the system's, or one that stands still.

Nothing else in the package asks the system for the time.
"""

import time
from email.utils import formatdate

FROZEN_AT = 1767225600
"""What a frozen clock says unless told otherwise: 2026-01-01 00:00:00 UTC."""


class SystemClock:
    """The machine's clocks; its methods are Python's own functions, since each request asks them several times."""

    frozen = False

    now = staticmethod(time.time)
    """Seconds since the Unix epoch."""

    elapsed = staticmethod(time.perf_counter)
    """Seconds since an unknown moment, never running backwards: for measuring."""


class FrozenClock:
    """A clock that always says the same, so that equal requests get equal bytes."""

    frozen = True

    def __init__(self, now: float = FROZEN_AT) -> None:
        self._now = now

    def now(self) -> float:
        """Seconds since the Unix epoch; the same at every call."""
        return self._now

    elapsed = staticmethod(float)
    """Always 0: under a frozen clock nothing takes time."""


def http_date(now: float) -> str:
    """Formats a moment for the `Date` header (RFC 9110, 5.6.7)."""
    return formatdate(now, usegmt=True)
