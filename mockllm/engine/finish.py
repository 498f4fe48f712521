"""Applies a request's limits to what a source said: `max_tokens` first, then `stop`."""

from collections.abc import Sequence

from mockllm.core import Choice, FinishReason, Passage, Row


def finish(index: int, passage: Passage, max_tokens: int, stop: Sequence[str]) -> Choice:
    """Returns the choice a client gets.

    An answer that fills `max_tokens` ends with `length` even where its text would have ended there by itself, since
    the token that ends a text needs room too. The earliest stop sequence wins, and the text ends before it; a token
    the cut falls into counts, with the part of its text that is left.
    """
    reason: FinishReason = "stop"
    if len(passage.ids) >= max_tokens:
        passage, reason = shortened(passage, max_tokens), "length"
    if stop:
        hits = [hit for text in stop if text and (hit := passage.text.find(text)) >= 0]
        if hits:
            passage, reason = cut(passage, min(hits)), "stop"
    return Choice(index=index, passage=passage, finish_reason=reason)


def shortened(passage: Passage, tokens: int) -> Passage:
    pieces = passage.pieces[:tokens]
    rows = None if passage.rows is None else passage.rows[:tokens]
    return Passage(text="".join(pieces), ids=passage.ids[:tokens], pieces=pieces, ended=False, rows=rows)


def cut(passage: Passage, characters: int) -> Passage:
    """Keeps the first characters, and the tokens they need."""
    left, kept = characters, 0
    while left > 0:
        left -= len(passage.pieces[kept])
        kept += 1
    pieces = list(passage.pieces[:kept])
    rows: list[Row] | None = None if passage.rows is None else list(passage.rows[:kept])
    if left < 0:
        pieces[-1] = pieces[-1][:left]
        if rows is not None:
            rows[-1] = rows[-1]._replace(piece=pieces[-1])
    return Passage(text=passage.text[:characters], ids=passage.ids[:kept], pieces=pieces, ended=False, rows=rows)
