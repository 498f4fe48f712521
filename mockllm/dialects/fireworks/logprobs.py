"""Log probabilities in the two forms of the Fireworks reference (`logprobs`; wire/fireworks.md 4).

The older form is five lists side by side, OpenAI's one list of objects; so a token's entry is a column of five texts or
of one, and any stretch of tokens is written by joining their entries.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from mockllm.core import Candidate, Row
from mockllm.wire import quote

Form = Literal["legacy", "openai"]
Entry = tuple[str, ...]

LISTS: dict[Form, tuple[str, ...]] = {
    "legacy": ("tokens", "token_logprobs", "top_logprobs", "text_offset", "token_ids"),
    "openai": ("content",),
}

DECIMALS = 6
"""Rounding keeps the order of numbers, and the sum of 21 probabilities to a millionth."""

LOWEST = -9999.0
"""OpenAI's number for what is as good as impossible, since JSON has no infinity."""


def entries(form: Form, rows: Sequence[Row], offset: int) -> list[Entry]:
    """Writes an entry for each token; `offset` is how many characters the client got before the first of them."""
    write = _legacy if form == "legacy" else _openai
    written = []
    for row in rows:
        written.append(write(row, offset))
        offset += len(row.piece)
    return written


def joined(form: Form, written: Sequence[Entry]) -> str:
    """Makes one JSON object of the entries of some tokens."""
    names = LISTS[form]
    lists = zip(*written, strict=True) if written else [()] * len(names)
    items = [f'"{name}":[{",".join(texts)}]' for name, texts in zip(names, lists, strict=True)]
    return f"{{{','.join(items)}}}"


def _openai(row: Row, offset: int) -> Entry:
    """Of the very first token of a prompt no alternatives are known, so the key is absent (wire/fireworks.md 4)."""
    sampled = "null" if row.sampling_logprob is None else number(row.sampling_logprob)
    numbers = f'"logprob":{number(row.logprob)},"sampling_logprob":{sampled}'
    top = "" if row.top is None else f',"top_logprobs":[{",".join([_alternative(other) for other in row.told()])}]'
    token, octets = _spelt(row.piece)
    return (f'{{"token":{token},{numbers},"bytes":{octets}{top},"token_id":{row.id},"text_offset":{offset}}}',)


def _alternative(other: Candidate) -> str:
    token, octets = _spelt(other.piece)
    return f'{{"token":{token},"logprob":{number(other.logprob)},"token_id":{other.id},"bytes":{octets}}}'


def _legacy(row: Row, offset: int) -> Entry:
    """The alternatives go by their text, the token itself always among them: up to one more than was asked for."""
    likely: dict[str, str] = {}
    for other in row.told():
        likely.setdefault(other.piece, number(other.logprob))
    token, logprob = _spelt(row.piece)[0], number(row.logprob)
    likely[row.piece] = logprob
    top = ",".join([f"{_spelt(piece)[0]}:{value}" for piece, value in likely.items()])
    return token, logprob, f"{{{top}}}", str(offset), str(row.id)


@lru_cache(maxsize=16_384)
def number(logprob: float) -> str:
    """Writes a log probability: rounded, at most 0, and never as -0."""
    return repr(min(round(max(logprob, LOWEST), DECIMALS), 0.0) or 0.0)


@lru_cache(maxsize=16_384)
def _spelt(piece: str) -> tuple[str, str]:
    """A token's text, and its bytes in UTF-8."""
    return quote(piece), f"[{','.join(map(str, piece.encode()))}]"
