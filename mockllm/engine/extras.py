"""What an answer carries only when it was asked for: the prompt before it, and how a prediction did."""

from collections.abc import Sequence
from dataclasses import replace

from mockllm.core import Choice, Passage, Row, Scorer, Speculation, Tokenizer
from mockllm.core import Request as Asked
from mockllm.tokens import Prompt

MARKS = 2
"""The special tokens around reasoning."""

SEARCHED = 64
"""How far ahead a prediction is searched for a token that it did not have next."""


def with_extras(
    choices: Sequence[Choice], request: Asked, tokenizer: Tokenizer, prompt: Prompt, scorer: Scorer
) -> tuple[Choice, ...]:
    """Gives the choices the echo of the prompt, and rows for all their tokens, where these are wanted."""
    echoed = echo(request, tokenizer, prompt, scorer)
    return tuple(
        [replace(choice, echo=echoed, rows=all_rows(choice, request, tokenizer, prompt, scorer)) for choice in choices]
    )


def all_rows(
    choice: Choice, request: Asked, tokenizer: Tokenizer, prompt: Prompt, scorer: Scorer
) -> Sequence[Row] | None:
    """Returns rows for reasoning, content and calls, and for the tokens between them, or None where nobody sees them.

    Only raw output, and content that holds the reasoning, show more than the content's own.
    """
    wanted = request.extras.logprobs
    shown = request.extras.raw_output or request.reasoning.form == "raw"
    if wanted is None or not shown or len(choice.ids) == len(choice.passage.ids):
        return None
    scored = said(request, tokenizer, prompt, choice.ids, scorer)
    rows = [row._replace(piece=piece) for row, piece in zip(scored, tokenizer.pieces(choice.ids), strict=True)]
    before = 0 if choice.reasoning is None else min(len(choice.reasoning.ids) + MARKS, len(rows))
    rows[before : before + len(choice.passage.ids)] = choice.passage.rows or ()
    return rows


def said(request: Asked, tokenizer: Tokenizer, prompt: Prompt, ids: Sequence[int], scorer: Scorer) -> list[Row]:
    """Returns rows for tokens of an answer that were made by a rule or a script, not drawn.

    At temperature 0 nothing else could have come; any other temperature leaves what the model thought.
    """
    wanted = request.extras.logprobs
    rows = scorer.score(request.model, tokenizer, prompt.ids, ids, wanted.top if wanted else 0)
    return [row._replace(sampling_logprob=0.0) for row in rows] if request.sampling.temperature == 0 else list(rows)


def echo(request: Asked, tokenizer: Tokenizer, prompt: Prompt, scorer: Scorer) -> Passage | None:
    """Returns the end of the prompt that was to be echoed, or None (Fireworks reference, `echo`, `echo_last`).

    Its rows are those of the whole prompt: of the very first token nothing is known but that it is there, and no
    token of a prompt was drawn (wire/fireworks.md 4).
    """
    wanted = request.extras.echo
    if not wanted:
        return None
    kept = len(prompt.ids) if wanted < 0 else min(wanted, len(prompt.ids))
    ids = prompt.ids[len(prompt.ids) - kept :]
    pieces = tokenizer.pieces(ids)
    rows = None
    if request.extras.logprobs is not None:
        scored = scorer.score(request.model, tokenizer, (), prompt.ids, request.extras.logprobs.top)
        known = [Row(row.id, row.piece, row.logprob, None, row.top) for row in scored]
        known[0] = known[0]._replace(logprob=0.0, top=None)
        rows = [row._replace(piece=piece) for row, piece in zip(known[len(known) - kept :], pieces, strict=True)]
    return Passage(text="".join(pieces), ids=ids, pieces=pieces, rows=rows)


def speculation(request: Asked, tokenizer: Tokenizer, choices: Sequence[Choice]) -> Speculation | None:
    """Says how a prediction of the answer did, or None without one (Fireworks reference, `prediction`)."""
    predicted = request.extras.prediction
    if predicted is None:
        return None
    ids = tokenizer.encode(predicted) if isinstance(predicted, str) else list(predicted)
    return Speculation(predicted=len(ids), matched=sum(matched(ids, choice.passage.ids) for choice in choices))


def matched(predicted: Sequence[int], made: Sequence[int]) -> int:
    """Counts the tokens that came as predicted, in order; after one that did not, it is taken up further on."""
    position = hits = 0
    for token in made:
        ahead = predicted[position : position + SEARCHED]
        if token in ahead:
            position += ahead.index(token) + 1
            hits += 1
    return hits
