"""How fast an answer comes: time to its first token, tokens per second, and how unevenly."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """`ttft_s` seconds to the first token, then `tps` tokens per second (None: at once).

    `jitter` is a share from 0 to 1: each wait is lengthened or shortened by up to that much of itself.
    """

    ttft_s: float = 0.0
    tps: float | None = None
    jitter: float = 0.0

    @property
    def instant(self) -> bool:
        return self.ttft_s == 0 and self.tps is None

    def waits(self, tokens: int, chance: Callable[[], float]) -> list[float]:
        """Returns the seconds to wait before each token; `chance` yields numbers from 0 up to 1.

        Rounded to microseconds, so that they are the same on every machine.
        """
        gap = 0.0 if self.tps is None else 1 / self.tps
        bare = [self.ttft_s, *[gap] * (tokens - 1)] if tokens else []
        if not self.jitter:
            return [round(wait, 6) for wait in bare]
        return [round(wait * (1 + self.jitter * (2 * chance() - 1)), 6) for wait in bare]


NAMED: Mapping[str, Pace] = MappingProxyType(
    {
        "instant": Pace(),
        "realistic": Pace(ttft_s=0.3, tps=60, jitter=0.2),
        "slow": Pace(ttft_s=2.0, tps=8, jitter=0.2),
    }
)
"""The paces that have a name. The figures are ours: a pleasant hosted model, and an overloaded one."""
