"""What must be so of log probabilities in an answer: they spell the text, lie below 0, and are a part of 1."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from story import Told

ROUNDING = 1e-4


def rows(told: Told) -> Iterator[str]:
    """Log probabilities spell the text, lie below 0, and are a part of 1."""
    found = told.logprobs
    if found is None:
        return
    if "tokens" in found:
        yield from legacy_rows(told, found)
        return
    content = found["content"]
    if "".join(row["token"] for row in content) != told.text:
        yield f"rows spell {[row['token'] for row in content]}, the text is {told.text!r}"
    offset = 0
    for row in content:
        if row["bytes"] != list(row["token"].encode()):
            yield f"bytes are not the token's: {row}"
        if row.get("text_offset", offset) != offset:
            yield f"text_offset should be {offset}: {row}"
        offset += len(row["token"])
        top = row.get("top_logprobs") or []
        yield from likely([row["logprob"], *([row["sampling_logprob"]] if row.get("sampling_logprob") else [])], [])
        yield from likely([], [other["logprob"] for other in top])
        if any(other["bytes"] != list(other["token"].encode()) for other in top if "bytes" in other):
            yield f"bytes of an alternative: {row}"


def legacy_rows(told: Told, found: Mapping[str, list[Any]]) -> Iterator[str]:
    if len({len(items) for items in found.values()}) != 1:
        yield f"lists of different lengths: { {name: len(items) for name, items in found.items()} }"
        return
    if "".join(found["tokens"]) != told.text:
        yield f"rows spell {found['tokens']}, the text is {told.text!r}"
    offset = 0
    for token, logprob, top, start in zip(
        found["tokens"], found["token_logprobs"], found["top_logprobs"], found["text_offset"], strict=True
    ):
        if start != offset:
            yield f"text_offset of {token!r} is {start}, should be {offset}"
        offset += len(token)
        yield from likely([logprob], [])
        if top is not None:
            yield from likely([], list(top.values()), ordered=False)
            if abs(top.get(token, math.inf) - logprob) > ROUNDING:
                yield f"{token!r} is {logprob} and in {top}"


def likely(single: Sequence[float], together: Sequence[float], *, ordered: bool = True) -> Iterator[str]:
    if any(value > 0 for value in (*single, *together)):
        yield f"above 0: {single} {together}"
    if sum(map(math.exp, together)) > 1 + ROUNDING:
        yield f"more than certain: {together}"
    if ordered and any(one < other for one, other in pairwise(together)):
        yield f"not in falling order: {together}"
