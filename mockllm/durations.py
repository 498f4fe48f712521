"""Reads durations as people write them: `0.2`, `200ms`, `2s`."""

import math
import re

WRITTEN = re.compile(r"(\d+(?:\.\d*)?|\.\d+)\s*(ms|s)?", re.ASCII)
LONGEST_S = 1e6
"""Eleven days: whoever waits longer has mistyped."""

UNITS_S = {None: 1.0, "s": 1.0, "ms": 0.001}


def read_duration(raw: object) -> float:
    """Returns seconds; raises ValueError with the end of the sentence "`'x'` is …"."""
    match = WRITTEN.fullmatch(raw.strip()) if isinstance(raw, str) else None
    value = round(float(match[1]) * UNITS_S[match[2]], 9) if match else number(raw)
    if value is None or value < 0:
        raise ValueError("no duration; write it in seconds or ms, like 0.2, 200ms or 2s")
    if value > LONGEST_S:
        raise ValueError(f"longer than {LONGEST_S:.0f} seconds")
    return value


def number(raw: object) -> float | None:
    """Returns a finite number, or None where it is none."""
    if isinstance(raw, bool) or not isinstance(raw, (str, int, float)):
        return None
    if isinstance(raw, str) and (not raw.isascii() or "_" in raw):  # Python takes digits of all scripts, and 1_000
        return None
    try:
        value = float(raw)
    except (ValueError, OverflowError):
        return None
    return value if math.isfinite(value) else None
