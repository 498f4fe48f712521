"""What has to be known of a request before it can be answered."""

from fnmatch import fnmatchcase
from typing import NamedTuple

from mockllm.catalogue import Card, find
from mockllm.core import Asked, Fault, Incoming, Rejection, Request
from mockllm.errors import VocabularyError
from mockllm.tokens import ChatTokenizer, FileTokenizer, Prompt, for_file, read_prompt, tokenizer_for

from .memory import Pasts, Rehearsal
from .options import Options

DEFAULT_MAX_TOKENS = 2048
"""Fireworks' documented default (wire/fireworks.md 1.5); the gateway leaves it to its providers."""


class Situation(NamedTuple):
    """What is known of a request before it is answered.

    `room` is how many tokens each choice may have, `asked.max_tokens` how many of them the server is ready to make.
    """

    asked: Asked
    card: Card
    tokenizer: ChatTokenizer
    prompt: Prompt
    room: int
    started: float


class Situations:
    """Works situations out; raises VocabularyError where a tokenizer's file cannot be used."""

    def __init__(self, options: Options, pasts: Pasts) -> None:
        self._options = options
        self._pasts = pasts
        self._files = {pattern: tokenizer_in(path, pattern) for pattern, path in options.tokenizers}

    def of(self, request: Request, incoming: Incoming, *, rehearsed: bool = False) -> "Situation | Rejection":
        """Works out what has to be known of a request before it can be answered; refuses one that is too long.

        `rehearsed`, nothing is remembered of what becomes of it.
        """
        started = self._options.clock.elapsed()
        card = find(request.model, request.dialect, provider=request.provider)
        tokenizer = (self._own_tokenizer(request) if self._files else None) or tokenizer_for(card)
        prompt = read_prompt(request, tokenizer, card)
        room = self._room(request, card, prompt)
        if isinstance(room, Rejection):
            return room
        copies = request.limits.n
        if copies > 1 and (too_much := self._too_much(request, prompt)):
            return too_much
        work = min(room, max(1, self._options.max_work // copies))
        past = self._pasts.of(incoming.namespace)
        asked = Asked(
            request=request,
            incoming=incoming,
            tokenizer=tokenizer,
            prompt_tokens=len(prompt.ids),
            max_tokens=work,
            memory=Rehearsal(past) if rehearsed else past,
            now=past.now(),
        )
        return Situation(asked, card, tokenizer, prompt, room, started)

    def _own_tokenizer(self, request: Request) -> ChatTokenizer | None:
        """The tokenizer that the settings give a model."""
        for pattern, tokenizer in self._files.items():
            if fnmatchcase(request.asked_model, pattern):
                return tokenizer
        return None

    def _room(self, request: Request, card: Card, prompt: Prompt) -> int | Rejection:
        """How many tokens each choice may have (Fireworks reference, `max_tokens`).

        A prompt that fills the context is refused even under `truncate`; under `error` so is one that leaves no room
        for all of `max_tokens`.
        """
        wanted = DEFAULT_MAX_TOKENS if request.limits.max_tokens is None else request.limits.max_tokens
        length = len(prompt.ids)
        if length >= card.context_length or (
            request.limits.overflow == "error" and length + wanted > card.context_length
        ):
            needed = length if length >= card.context_length else length + wanted
            return Rejection(
                code="prompt_too_long",
                faults=(Fault(loc=("messages",), kind="too_long", message="The prompt is too long", value=needed),),
                detail={"length": needed, "limit": card.context_length, "stream": request.stream},
            )
        return min(wanted, card.context_length - length)

    def _too_much(self, request: Request, prompt: Prompt) -> Rejection | None:
        """Refuses to repeat a long prompt in many choices; a complaint of ours, since the real service would do it."""
        extras, copies = request.extras, request.limits.n
        if not (extras.echo or extras.raw_output):
            return None
        tokens = copies * len(prompt.ids)
        if tokens <= self._options.max_work:
            return None
        message = (
            f"n={copies} choices that each repeat a prompt of {len(prompt.ids)} tokens are {tokens} tokens, "
            f"and the setting max_work allows {self._options.max_work}: ask for fewer, or without echo and raw_output"
        )
        return Rejection(code="complaint", detail={"kind": "limit", "message": message})


def tokenizer_in(path: str, pattern: str) -> FileTokenizer:
    """Returns the tokenizer of a file; its errors name the setting that gives it to models."""
    try:
        return for_file(path)
    except VocabularyError as error:
        raise VocabularyError(f"tokenizers: {pattern}: {error}") from error
