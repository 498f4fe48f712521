"""The `Date` header's value, made once a second."""

from mockllm.clock import http_date
from mockllm.core import Clock


class Date:
    """Says what the clock says, as HTTP writes it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._second = -1
        self._text = b""

    def now(self) -> bytes:
        second = int(self._clock.now())
        if second != self._second:
            self._second, self._text = second, http_date(second).encode("ascii")
        return self._text
