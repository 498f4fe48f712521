"""The source that always has an answer: deterministic prose, markdown or code, as the prompt seems to want it."""

from collections.abc import Sequence
from dataclasses import replace

from mockllm.core import Passage, Plan, Reply, Request, Row, Tokenizer

from .programs import Style
from .rows import rows
from .sampler import COLDEST
from .score import score
from .writing import Writing


class Generator:
    """Answers every request; equal sampling requests and seeds bring equal texts."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def plan(
        self,
        request: Request,
        tokenizer: Tokenizer,
        max_tokens: int,
        *,
        style: Style | None = None,
        aim: int | None = None,
    ) -> Plan:
        """Writes one text for each choice, as far as its end or `max_tokens`.

        `style` and `aim`, a length in tokens, are the request's to decide where they are not given.
        """
        writing = Writing(self._seed, request, tokenizer, style=style, aim=aim)
        count = request.limits.n
        if request.sampling.temperature < COLDEST:
            replies = (_reply(writing, 0, max_tokens),) * count
        else:
            replies = tuple([_reply(writing, choice, max_tokens) for choice in range(count)])
        return Plan(replies=replies, source="generator")

    def score(
        self, model: str, tokenizer: Tokenizer, before: Sequence[int], ids: Sequence[int], top: int
    ) -> Sequence[Row]:
        """Returns rows for a text that somebody else wrote; see `core.Scorer`."""
        return score(self._seed, model, tokenizer, before, ids, top)


def _reply(writing: Writing, choice: int, max_tokens: int) -> Reply:
    return Reply(content=_with_rows(writing, choice, max_tokens, writing.passage(choice, max_tokens)))


def _with_rows(writing: Writing, choice: int, max_tokens: int, passage: Passage) -> Passage:
    """Adds the rows, where they were asked for; a walk that keeps them costs ten times one that doesn't."""
    wanted = writing.request.extras.logprobs
    if wanted is None:
        return passage
    kept = min(len(passage.ids), max_tokens)
    return replace(
        passage,
        text="".join(passage.pieces[:kept]),
        ids=passage.ids[:kept],
        pieces=passage.pieces[:kept],
        rows=rows(writing, choice, max_tokens, wanted.top),
        ended=passage.ended and kept == len(passage.ids),
    )
