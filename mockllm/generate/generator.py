"""The source that always has an answer: words, calls of functions or text of a form, as the request wants it."""

from collections.abc import Callable, Sequence
from functools import partial

from mockllm import seeds
from mockllm.core import Generate, Passage, Plan, Reply, Request, Row, Tokenizer, Tool

from .arguments import call
from .calls import MOST_STEPS
from .compose import Composer, is_plain, spoken
from .fingerprint import prompt_key, sampling_key
from .programs import Style
from .sampler import COLDEST
from .score import score
from .sources import for_call
from .turn import read_turn
from .wish import Wish
from .writing import Writing


class Generator:
    """Answers every request; equal sampling requests and seeds bring equal answers.

    `most_steps` bounds the loops of agents: after so many answers with calls since the user's last message, functions
    are called only where they have to be.
    """

    def __init__(self, seed: int, *, most_steps: int = MOST_STEPS) -> None:
        self._seed = seed
        self._most_steps = most_steps

    def plan(
        self,
        request: Request,
        tokenizer: Tokenizer,
        max_tokens: int,
        *,
        style: Style | None = None,
        aim: int | None = None,
    ) -> Plan:
        """Makes one reply for each choice, its text as long as it wants to be or as `max_tokens`.

        `style` and `aim`, a length in tokens, ask for words alone; where they are not given, the request decides.
        """
        writing = Writing(self._seed, request, tokenizer, style=style, aim=aim)
        if style is not None or aim is not None or is_plain(request):
            reply: Callable[[int, int], Reply] = partial(_words, writing)
        else:
            reply = Composer(writing, self._most_steps).reply
        count = request.limits.n
        if request.sampling.temperature < COLDEST:
            replies = (reply(0, max_tokens),) * count
        else:
            replies = tuple([reply(choice, max_tokens) for choice in range(count)])
        return Plan(replies=replies, source="generator")

    def fingerprint(self, request: Request) -> bytes:
        """Returns a digest of what decides a request's text, its seed included."""
        return seeds.key(request.sampling.seed, sampling_key(request.sampling, prompt_key(request)))

    def words(self, request: Request, tokenizer: Tokenizer, hole: Generate, choice: int, max_tokens: int) -> Passage:
        """Fills a hole with words, of about as many tokens as it says and in its style."""
        writing = Writing(self._seed, request, tokenizer, style=hole.style, aim=hole.tokens)
        return spoken(writing, choice, max_tokens)

    def arguments(self, request: Request, tool: Tool, choice: int) -> str:
        """Makes arguments of a call that a script wants; raises SchemaError where the tool's schema has none."""
        turn = read_turn(request.messages)
        key = prompt_key(request)
        parts: tuple[int | bytes | None, ...] = (self._seed, key)
        if request.sampling.temperature >= COLDEST:
            parts = (*parts, request.sampling.seed, sampling_key(request.sampling, key), choice)
        wish = Wish(tool, for_call(turn, tool, turn.asked, ()))
        return call(wish, turn.deeds, partial(seeds.chances, *parts)).arguments

    def score(
        self, model: str, tokenizer: Tokenizer, before: Sequence[int], ids: Sequence[int], top: int
    ) -> Sequence[Row]:
        """Returns rows for a text that somebody else wrote; see `core.Scorer`."""
        return score(self._seed, model, tokenizer, before, ids, top)


def _words(writing: Writing, choice: int, max_tokens: int) -> Reply:
    return Reply(content=spoken(writing, choice, max_tokens))
