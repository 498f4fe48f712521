"""The source that always has an answer: deterministic prose, markdown or code, as the prompt seems to want it."""

from mockllm.core import Plan, Reply, Request, Tokenizer

from .programs import Style
from .sampler import COLDEST
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
            replies = (Reply(content=writing.passage(0, max_tokens)),) * count
        else:
            replies = tuple(Reply(content=writing.passage(choice, max_tokens)) for choice in range(count))
        return Plan(replies=replies, source="generator")
