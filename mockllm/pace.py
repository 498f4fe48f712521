"""How fast an answer comes: time to its first token, tokens per second, and how unevenly."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """`ttft_s` seconds to the first token, then `tps` tokens per second (None: at once).

    With `ttft_p99_s`, which is not below it, the time to the first token is drawn: half of the answers begin within
    `ttft_s`, and 99 of 100 within `ttft_p99_s`. `jitter` is a share from 0 to 1: each wait that was not drawn is
    lengthened or shortened by up to that much of itself.
    """

    ttft_s: float = 0.0
    tps: float | None = None
    jitter: float = 0.0
    ttft_p99_s: float | None = None

    @property
    def instant(self) -> bool:
        return self.ttft_s == 0 and self.tps is None and self.ttft_p99_s is None

    def waits(self, tokens: int, chance: Callable[[], float]) -> list[float]:
        """Returns the seconds to wait before each token; `chance` yields numbers from 0 up to 1.

        Rounded to microseconds, so that they are the same on every machine.
        """
        gap = 0.0 if self.tps is None else 1 / self.tps
        if not tokens:
            return []
        if self.ttft_p99_s is not None:
            return [round(drawn(self.ttft_s, self.ttft_p99_s, chance()), 6), *self._even([gap] * (tokens - 1), chance)]
        return self._even([self.ttft_s, *[gap] * (tokens - 1)], chance)

    def _even(self, bare: list[float], chance: Callable[[], float]) -> list[float]:
        if not self.jitter:
            return [round(wait, 6) for wait in bare]
        return [round(wait * (1 + self.jitter * (2 * chance() - 1)), 6) for wait in bare]


def drawn(p50: float, p99: float, chance: float) -> float:
    """The quantile at `chance` of a lognormal distribution with this median and this 99th percentile.

    Between quantiles that square roots reach it is a straight line: roots are exact everywhere, logarithms are not.
    """
    spread = p99 / p50 if p50 else 1.0
    root = math.sqrt(spread)
    values = (p50 / spread / root, p50 / spread, p50 / root, p50, p50 * root, p99, p99 * root)
    upper = next(place for place, quantile in enumerate(QUANTILES) if chance < quantile)
    low, high = QUANTILES[upper - 1], QUANTILES[upper]
    share = (chance - low) / (high - low)
    return values[upper - 1] + (values[upper] - values[upper - 1]) * share


QUANTILES = (0.0, 0.01, 0.1224, 0.5, 0.8776, 0.99, 1.0)
"""Where a normal distribution is -1.5, -1, -0.5, 0, 0.5, 1 and 1.5 times as far from its median as 99 percent; of the
outermost, beyond 99.9 percent, nothing is left out but what nobody would wait for."""


NAMED: Mapping[str, Pace] = MappingProxyType(
    {
        "instant": Pace(),
        "realistic": Pace(ttft_s=0.3, tps=60, jitter=0.2),
        "slow": Pace(ttft_s=2.0, tps=8, jitter=0.2),
    }
)
"""The paces that have a name. The figures are ours: a pleasant hosted model, and an overloaded one."""
