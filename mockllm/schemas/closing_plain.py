"""Looks at demands on numbers and texts: whether any are left between their bounds."""

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor, inf, nextafter
from sys import float_info

from . import kinds
from .crossing import crossing
from .demands import Demands
from .format_patterns import rounds
from .limits import MOST_CHARACTERS
from .pattern import LOOKS
from .pattern_parts import PatternError
from .pattern_text import lengths
from .problem import Place

EXACT = 2**53
"""Up to it a float holds every whole number."""

NO_FLOAT = "No number that a float holds lies between the bounds"


def close_numbers(demands: Demands, place: Place) -> None:
    """Finds the multiples that lie between the bounds, where there are both."""
    low, high = demands.low, demands.high
    demands.doubtful |= any(bound is not None and abs(bound) > EXACT for bound in (low, high))  # a float is beside it
    if low is not None and low == high and low.denominator == 1:
        demands.rule_out(kinds.FRACTION, place, "Only a whole number lies between the bounds")
    gap = demands.low_open and demands.high_open and _is_gap(low, high)
    if gap:
        demands.rule_out(kinds.FRACTION, demands.number_at, NO_FLOAT)
    if not demands.kinds & kinds.FRACTION:
        demands.times(Fraction(1))
    step = demands.multiple
    if step is None or low is None or high is None:
        return
    if first_multiple(low, step, beyond=demands.low_open) > last_multiple(high, step, beyond=demands.high_open):
        message = "No integer lies between the bounds" if step == 1 else "No multiple lies between the bounds"
        where, message = (demands.number_at, NO_FLOAT) if gap else (place, message)
        demands.rule_out(kinds.NUMBER, where, message)


def _is_gap(low: Fraction | None, high: Fraction | None) -> bool:
    """Says whether two bounds are floats without another one between them."""
    if low is None or high is None or low == high or max(abs(low), abs(high)) > float_info.max:
        return False
    return nextafter(float(low), inf) >= float(high)


def first_multiple(low: Fraction, step: Fraction, *, beyond: bool) -> int:
    """Returns the number of the first multiple above a bound, or at it."""
    first = ceil(low / step)
    return first + 1 if beyond and first * step == low else first


def last_multiple(high: Fraction, step: Fraction, *, beyond: bool) -> int:
    """Returns the number of the last multiple below a bound, or at it."""
    last = floor(high / step)
    return last - 1 if beyond and last * step == high else last


def close_strings(demands: Demands) -> None:
    """Sees whether some text meets the patterns, the formats and the bounds of length."""
    for pattern, place in demands.patterns.items():
        try:
            least, most = lengths(pattern)
        except PatternError:
            continue
        if most < demands.least_length or least > demands.most_length:
            demands.rule_out(kinds.STRING, place, "No text of the length demanded matches the pattern", pattern)
            return
    sized = demands.least_length > 0 or demands.most_length < inf
    if sized + len(demands.patterns) + len(demands.not_patterns) + len(demands.formats) > 1 or any(
        map(LOOKS.search, demands.patterns)
    ):
        _crossed(demands)
    if demands.least_length > MOST_CHARACTERS:
        too_much(demands, kinds.STRING, f"A text may have at most {MOST_CHARACTERS} characters", demands.least_length)


def _crossed(demands: Demands) -> None:
    """Patterns, formats and bounds of length that each can be met, and not together."""
    places = {**demands.formats, **demands.not_patterns, **demands.patterns}
    found = crossing((*demands.patterns, *rounds(demands.formats)[-1]), tuple(demands.not_patterns))
    if found is not None and found.has_length(demands.least_length, demands.most_length) is False:
        which, place = list(places.items())[-1]
        sized = " of the length demanded" if demands.least_length or demands.most_length < inf else ""
        demands.rule_out(kinds.STRING, place, f"No text{sized} meets {_listed(places)}", which)


def _listed(names: Iterable[str]) -> str:
    """Names what clashes."""
    *first, last = map(repr, names)
    return f"{', '.join(first)} and {last} together" if first else last


def too_much(demands: Demands, which: int, message: str, value: float) -> None:
    """Rules out a kind of values of which those demanded are larger than we make them."""
    demands.rule_out(which, demands.big_at, message, int(value))
