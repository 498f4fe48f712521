"""Log probabilities: OpenAI's rows, in the gateway's alphabetical order or as a provider's stream has them.

Those of a refusal stand beside those of the content. Numbers are rounded at `contract`; at `live` they are those of 32
bits, and a whole answer writes them as Go does (wire/gateway.md 5).
"""

import struct
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache

from mockllm.core import Level, Row
from mockllm.wire import quote

from .gotext import go_quote

DECIMALS = 6
"""Rounding keeps the order of numbers, and the sum of 20 probabilities to a millionth."""

LOWEST = -9999.0
"""What stands for a token that is as good as impossible (gateway reference, `logprob`)."""


def alphabetical(rows: Sequence[Row], refused: Sequence[Row], level: Level) -> str:
    """Log probabilities of the content and of a refusal, as a whole answer has them."""
    written = ",".join([_alphabetical_row(row, level) for row in rows])
    declined = ",".join([_alphabetical_row(row, level) for row in refused])
    return f'{{"content":[{written}],"refusal":[{declined}]}}'


def openai(rows: Sequence[Row], refused: Sequence[Row], level: Level) -> str:
    """Log probabilities of the content and of a refusal, as a chunk has them."""
    written = ",".join([_openai_row(row, level) for row in rows])
    declined = ",".join([_openai_row(row, level) for row in refused])
    return f'{{"content":[{written}],"refusal":[{declined}]}}'


def _alphabetical_row(row: Row, level: Level) -> str:
    top = ",".join([f"{{{_alphabetical(other.piece, other.logprob, level)}}}" for other in row.told()])
    return f'{{{_alphabetical(row.piece, row.logprob, level)},"top_logprobs":[{top}]}}'


def _alphabetical(piece: str, logprob: float, level: Level) -> str:
    return f'"bytes":{_octets(piece)},"logprob":{_whole(logprob, level)},"token":{go_quote(piece)}'


def _openai_row(row: Row, level: Level) -> str:
    top = ",".join([f"{{{_openai(other.piece, other.logprob, level)}}}" for other in row.told()])
    return f'{{{_openai(row.piece, row.logprob, level)},"top_logprobs":[{top}]}}'


def _openai(piece: str, logprob: float, level: Level) -> str:
    return f'"token":{quote(piece)},"logprob":{_streamed(logprob, level)},"bytes":{_octets(piece)}'


@lru_cache(maxsize=16_384)
def _octets(piece: str) -> str:
    return f"[{','.join(map(str, piece.encode()))}]"


def _streamed(logprob: float, level: Level) -> str:
    """A number as OpenAI writes it."""
    return repr(_number(logprob, level))


def _whole(logprob: float, level: Level) -> str:
    """A number as Go writes it at `live`: without a fraction where there is none, and without an exponent."""
    value = _number(logprob, level)
    if level != "live":
        return repr(value)
    return str(int(value)) if value.is_integer() else format(Decimal(repr(value)), "f")


@lru_cache(maxsize=16_384)
def _number(logprob: float, level: Level) -> float:
    """At most 0, never -0, and with no more digits than are shown."""
    value = min(max(logprob, LOWEST), 0.0)
    if level == "live" and value < -(10**-DECIMALS):
        single = _single(value)
        return next(short for digits in range(6, 10) if _single(short := float(f"{single:.{digits}g}")) == single)
    return round(value, DECIMALS) or 0.0


def _single(value: float) -> float:
    """The nearest number of 32 bits."""
    nearest: float = struct.unpack("<f", struct.pack("<f", value))[0]
    return nearest
