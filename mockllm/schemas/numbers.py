"""Numbers within bounds, as the name of a property leads one to expect."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import inf, nextafter
from sys import float_info
from typing import NamedTuple

from . import kinds
from .closing_plain import EXACT, first_multiple, last_multiple
from .demands import Demands
from .problem import Contradiction
from .same import key_of
from .topics import words_of

Chance = Callable[[], float]


class Usual(NamedTuple):
    """The numbers one expects, and how many decimals they have if they are no integers."""

    low: int
    high: int
    decimals: int


USUAL: dict[str, Usual] = {}
for _words, _usual in (
    ("age", Usual(18, 80, 0)),
    ("year", Usual(2025, 2026, 0)),
    ("month", Usual(1, 12, 0)),
    ("day days", Usual(1, 28, 0)),
    ("hour hours", Usual(1, 23, 0)),
    ("minute minutes second seconds duration", Usual(5, 55, 0)),
    ("count quantity qty number num size guests people party nights adults items stock", Usual(1, 9, 0)),
    ("limit max top k", Usual(5, 20, 0)),
    ("page offset index rank position order line", Usual(1, 10, 0)),
    ("price cost amount total subtotal fee value budget balance payment", Usual(5, 200, 2)),
    ("salary income revenue", Usual(30_000, 90_000, 0)),
    ("lat latitude", Usual(-60, 60, 4)),
    ("lon lng long longitude", Usual(-120, 120, 4)),
    ("score confidence probability likelihood similarity relevance accuracy ratio weight fraction", Usual(0, 1, 2)),
    ("rating stars", Usual(1, 5, 1)),
    ("percent percentage pct discount humidity progress", Usual(0, 100, 0)),
    ("temperature temp", Usual(-5, 30, 1)),
    ("distance length width height depth", Usual(1, 100, 1)),
    ("port", Usual(1024, 9999, 0)),
    ("id", Usual(1000, 9999, 0)),
    ("timestamp epoch", Usual(1_735_689_600, 1_798_761_599, 0)),
    ("calories", Usual(80, 700, 0)),
    ("population", Usual(10_000, 5_000_000, 0)),
):
    USUAL.update(dict.fromkeys(_words.split(), _usual))
ANY = Usual(1, 100, 2)
ANY_INTEGER = Usual(1, 100, 0)
MOST_TRIES = 40
GREATEST = Fraction(float_info.max)
"""Beyond it no float holds a number."""

EXPONENT = 10**21
"""From here on numbers are written with an exponent."""

NEAREST = 3
"""How many floats beside a bound are looked at."""

MOST_DECIMALS = 12


def usual(name: str) -> Usual | None:
    """Returns what numbers one expects of a property."""
    for word in reversed(words_of(name)):
        if word in USUAL:
            return USUAL[word]
    return None


def number(demands: Demands, name: str, chance: Chance) -> int | float:
    """Returns a number that meets the demands."""
    expected = usual(name)
    whole = not demands.kinds & kinds.FRACTION or (
        expected is not None and not expected.decimals and bool(demands.kinds & kinds.INTEGER)
    )
    if expected is not None and expected.high == 1 and whole and demands.high is None:
        expected = Usual(1, 100, 0)  # a score that is an integer is one of a hundred
    if expected is None:
        expected = ANY_INTEGER if whole else ANY
    step = demands.multiple or Fraction(1, 1 if whole else 10**expected.decimals)
    if demands.multiple is not None and demands.multiple > EXACT:  # a float holds few of its multiples
        for extreme in _extremes(demands):
            if fits(demands, extreme):
                return extreme
    for attempt in range(MOST_TRIES):
        if demands.multiple is None and attempt:
            step /= 10 if attempt < MOST_DECIMALS else 3
        value = _draw(demands, expected, step, chance)
        if value is not None and fits(demands, value):
            return value
    for extreme in _extremes(demands):
        if fits(demands, extreme):
            return extreme
    place = demands.number_at
    raise Contradiction(place, "We found no number that meets the demands", proved=False)


def _draw(demands: Demands, expected: Usual, step: Fraction, chance: Chance) -> int | float | None:
    """Draws a multiple of a step from where what is usual and what is allowed overlap, else from what is allowed."""
    low, high = demands.low, demands.high
    wanted_low, wanted_high = Fraction(expected.low), Fraction(expected.high)
    if (low is not None and low > wanted_high) or (high is not None and high < wanted_low):
        span = max(wanted_high - wanted_low, step * 10)
        wanted_low = low if low is not None else high - span if high is not None else wanted_low
        wanted_high = high if high is not None and low is None else wanted_low + span
    from_low, to_high = _within(demands, step, wanted_low, wanted_high)
    if from_low > to_high:
        from_low, to_high = _within(demands, step, low, high)
    if from_low > to_high:
        return None
    return plain(step * (from_low + _below(to_high - from_low + 1, chance)))


def _below(number: int, chance: Chance) -> int:
    """Draws a whole number below another, which may be larger than any float."""
    drawn = chance()
    return int(drawn * number) if number < EXACT else int(drawn * EXACT) * number // EXACT


def _extremes(demands: Demands) -> Iterator[int | float]:
    """Numbers at the ends of what floats can hold, where steps are too large or too small."""
    yield 0
    for bound, away in ((demands.low, inf), (demands.high, -inf)):
        if bound is None:
            continue
        yield plain(bound)
        if abs(bound) <= float_info.max:
            near = float(bound)
            yield near
            for _ in range(NEAREST):
                near = nextafter(near, away)
                if abs(near) < inf:
                    yield near
        yield int(bound)
        yield int(bound) + (1 if away > 0 else -1)
    if demands.multiple is not None and demands.multiple <= float_info.max:
        yield float(demands.multiple)


def _within(demands: Demands, step: Fraction, low: Fraction | None, high: Fraction | None) -> tuple[int, int]:
    """Returns the numbers of the first and last multiple in a span that the bounds allow."""
    spread = 1000
    bounds = (demands.low, demands.high)
    least = max((bound for bound in (low, bounds[0]) if bound is not None), default=None)
    most = min((bound for bound in (high, bounds[1]) if bound is not None), default=None)
    if least is None and most is None:
        return (-spread, spread)
    first = first_multiple(least, step, beyond=demands.low_open and least == bounds[0]) if least is not None else None
    last = last_multiple(most, step, beyond=demands.high_open and most == bounds[1]) if most is not None else None
    if first is None:
        return (last or 0) - spread, last or 0
    return first, first + spread if last is None else last


def plain(value: Fraction) -> int | float:
    """Returns the JSON number for a fraction; large ones as JSON has them from JavaScript."""
    if abs(value) > GREATEST or (value.denominator == 1 and abs(value) < EXPONENT):
        return int(value)
    return float(value)


def fits(demands: Demands, value: int | float) -> bool:
    """Checks a number once more as it will be written, since a float may lie beside its fraction."""
    written = Fraction(value) if isinstance(value, int) else Fraction(str(value))
    kind = kinds.INTEGER if written.denominator == 1 else kinds.FRACTION
    if not kind & demands.kinds or key_of(value) in demands.excluded:
        return False
    if demands.low is not None and (written < demands.low or (demands.low_open and written == demands.low)):
        return False
    if demands.high is not None and (written > demands.high or (demands.high_open and written == demands.high)):
        return False
    if demands.multiple is None or demands.multiple.denominator == 1:
        return demands.multiple is None or (written / demands.multiple).denominator == 1
    if (written / demands.multiple).denominator != 1:
        return False
    return all((value / float(step)).is_integer() for step in demands.multiples)
