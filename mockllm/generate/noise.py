"""The model's scores: what a prompt makes of the phrases at each step, before anything is drawn.

Scores are whole numbers of `STEP` each, so that they come out alike on every machine. They depend on the prompt and
on how far the text has come, never on the request's seed or samplers: two answers that begin alike meet like scores.
"""

from functools import lru_cache
from hashlib import shake_128
from math import exp, log

STEP = 1 / 24
"""How much of a logit a score of 1 is."""

SPREAD = bytes(round(128 + 20 * log((byte + 0.5) / (255.5 - byte))) for byte in range(256))
"""From even bytes to scores: a logistic distribution around 128, with a standard deviation of 1.5 logits."""

HIGHEST = 511
CHUNK_BYTES = 504
"""Three blocks of shake_128: enough for most answers, and far more than any node has phrases."""


FEW_BYTES = 168
"""One block: the beginning of a chunk, which is nearly always enough for `FEW_TOKENS`."""

FEW_TOKENS = 64


def scores(key: bytes, chunk: int, count: int = CHUNK_BYTES) -> bytes:
    """Returns a run of scores; an answer takes them in order, and asks for the next chunk where one ends."""
    return shake_128(b"%b%d" % (key, chunk)).digest(count).translate(SPREAD)


@lru_cache(maxsize=64)
def odds(temperature: float) -> tuple[float, ...]:
    """Returns how likely each score is at a temperature, as a factor."""
    return tuple(exp(score * STEP / temperature) for score in range(HIGHEST + 1))
