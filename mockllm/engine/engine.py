"""The way of a request through mockllm, from its bytes to the answer's; no sockets, and nothing awaits."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from mockllm import __version__, seeds
from mockllm.catalogue import Card, find
from mockllm.core import (
    Answer,
    Dialect,
    Fault,
    Frame,
    Header,
    Incoming,
    Outgoing,
    Plan,
    Rejection,
    Request,
    ResponseFormat,
    Scorer,
    Source,
    Step,
    Timing,
    Tokenizer,
    ToolChoice,
    Usage,
)
from mockllm.errors import GrammarError, SchemaError, VocabularyError
from mockllm.tokens import ChatTokenizer, FileTokenizer, Prompt, for_file, read_prompt, tokenizer_for

from .extras import speculation, with_extras
from .finish import finish
from .options import Options
from .say import Sayer

DEFAULT_MAX_TOKENS = 2048
"""Fireworks' documented default (wire/fireworks.md 1.5); the gateway leaves it to its providers."""

CAPPED: tuple[Header, ...] = (
    ("x-mockllm-hint", "the answer was cut at the server's bound for all its choices together: setting max_work"),
)

REMEMBERED_BEGINNINGS = 64
"""Of how many dialects, levels and queries the beginning of ids is kept."""

HEAVY_BYTES = 50_000
HEAVY_TOKENS = 4_000
USUAL_TOKENS = 100
ROWS_COST = 8
"""How many times longer a token takes whose log probability is wanted, or that is biased."""


class Engine:
    """Reads requests and answers them.

    `sources` are asked in order, and the first that has an answer gives it; `scorer` knows log probabilities of texts
    that come from elsewhere.
    """

    def __init__(self, options: Options, sources: Sequence[Source], scorer: Scorer) -> None:
        self.options = options
        self._sources = tuple(sources)
        self._scorer = scorer
        self._ids: dict[tuple[str, ...], Callable[[bytes], bytes]] = {}
        self._files = {pattern: own_tokenizer(pattern, path) for pattern, path in options.tokenizers}

    def read(self, dialect: Dialect, incoming: Incoming) -> Request | Rejection:
        """Checks the key, then has the dialect read the body."""
        return self._unauthorized(incoming) or dialect.parse(incoming, self.options)

    def heavy(self, request: Request, incoming: Incoming) -> bool:
        """Says whether an answer takes so long that others should not have to wait for it."""
        limits = request.limits
        endless = limits.ignore_eos or request.sampling.logit_bias  # which may take away the end of a text
        most = DEFAULT_MAX_TOKENS if limits.max_tokens is None else limits.max_tokens
        tokens = limits.n * (most if endless else min(most, USUAL_TOKENS))
        cost = ROWS_COST if request.extras.logprobs is not None or request.sampling.logit_bias else 1
        return len(incoming.body) > HEAVY_BYTES or tokens * cost > HEAVY_TOKENS

    def answer(self, dialect: Dialect, request: Request, incoming: Incoming) -> Outgoing:
        """Answers a request that was read."""
        started = self.options.clock.elapsed()
        card = find(request.model, request.dialect, provider=request.provider)
        tokenizer = self._tokenizer(request, card)
        prompt = read_prompt(request, tokenizer, card)
        room = self._room(request, card, prompt)
        if isinstance(room, Rejection):
            return self.refuse(dialect, room, incoming)
        if too_much := self._too_much(request, prompt):
            return self.refuse(dialect, too_much, incoming)
        work = min(room, max(1, self.options.max_work // request.limits.n))
        plan = self._plan(request, tokenizer, work)
        if isinstance(plan, Rejection):
            return self.refuse(dialect, plan, incoming)
        say = Sayer(self.options.seed, request, card, tokenizer, prompt, self._scorer).say
        stop = request.limits.stop
        choices = tuple(
            [finish(index, say(index, reply), tokenizer, work, stop) for index, reply in enumerate(plan.replies)]
        )
        if request.extras.echo or request.extras.logprobs is not None:
            choices = with_extras(choices, request, tokenizer, prompt, self._scorer)
        made = [len(choice.ids) for choice in choices]
        waits = self._waits(request, max(made))
        spent = self.options.clock.elapsed() - started
        answer = Answer(
            id=self._id(dialect, incoming),
            created=int(self.options.clock.now()),
            model=request.model,
            choices=choices,
            usage=Usage(
                prompt=len(prompt.ids),
                completion=sum(made),
                cached=prompt.cached,
                reasoning=sum([len(choice.reasoning.ids) for choice in choices if choice.reasoning is not None]),
            ),
            timing=Timing(first_token_s=spent + (waits[0] if waits else 0.0), total_s=spent + sum(waits)),
            max_tokens=room,
            prompt_ids=prompt.ids,
            prompt_fragments=prompt.fragments,
            speculation=speculation(request, tokenizer, choices),
            deployment=self.options.deployment,
        )
        more = CAPPED if work < room and max(made) >= work else ()
        if request.stream:
            headers, steps = dialect.stream(request, answer)
            return Outgoing(status=200, headers=(*headers, *more), frames=frames(steps, waits))
        headers, body = dialect.whole(request, answer)
        headers = (*headers, *more)
        return Outgoing(status=200, headers=headers, body=body, wait_s=sum(waits))

    def refuse(self, dialect: Dialect, rejection: Rejection, incoming: Incoming) -> Outgoing:
        """Has the dialect word a refusal."""
        return dialect.refuse(rejection, incoming, self._id(dialect, incoming))

    def models(self, dialect: Dialect, incoming: Incoming) -> Outgoing:
        """Answers a request for the list of models."""
        listed = self._unauthorized(incoming) or dialect.models(incoming, self.options)
        return self.refuse(dialect, listed, incoming) if isinstance(listed, Rejection) else listed

    def _unauthorized(self, incoming: Incoming) -> Rejection | None:
        """A key may follow `Bearer ` or stand alone (wire/gateway.md 8); the word's case matters there."""
        keys = self.options.api_keys
        if not keys:
            return None
        given = incoming.headers.get("authorization")
        if given and given.removeprefix("Bearer ").strip() in keys:
            return None
        return Rejection(code="unauthorized", detail={"reason": "wrong" if given else "missing"})

    def _tokenizer(self, request: Request, card: Card) -> ChatTokenizer:
        for pattern, tokenizer in self._files.items():
            if fnmatchcase(request.asked_model, pattern):
                return tokenizer
        return tokenizer_for(card)

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
        if copies == 1 or not (extras.echo or extras.raw_output):
            return None
        tokens = copies * len(prompt.ids)
        if tokens <= self.options.max_work:
            return None
        message = (
            f"n={copies} choices that each repeat a prompt of {len(prompt.ids)} tokens are {tokens} tokens, "
            f"and the setting max_work allows {self.options.max_work}: ask for fewer, or without echo and raw_output"
        )
        return Rejection(code="complaint", detail={"kind": "limit", "message": message})

    def _plan(self, request: Request, tokenizer: Tokenizer, max_tokens: int) -> Plan | Rejection:
        """Asks the sources; what none can make is refused where the service would look at it, else left out."""
        try:
            return self._said(request, tokenizer, max_tokens)
        except (SchemaError, GrammarError) as error:
            if request.level == "lenient" or (request.dialect, request.level) == ("gateway", "live"):
                plain = replace(
                    request,
                    response_format=ResponseFormat(kind="text"),
                    tools=(),
                    tool_choice=ToolChoice(mode="none"),
                )
                return self._said(plain, tokenizer, max_tokens)
            tools = "functions" if request.legacy_functions else "tools"
            field = tools if request.response_format.kind == "text" else "response_format"
            fault = Fault(loc=(field,), kind="value_error", message=str(error), value=request.body.get(field))
            return Rejection(code="invalid", faults=(fault,))

    def _said(self, request: Request, tokenizer: Tokenizer, max_tokens: int) -> Plan:
        for source in self._sources:
            plan = source.plan(request, tokenizer, max_tokens)
            if plan is not None:
                return plan
        raise LookupError("no source answered; the last one always should")

    def _waits(self, request: Request, tokens: int) -> list[float]:
        pace = self.options.pace
        if pace.instant:
            return []
        key = seeds.key(self.options.seed, request.model, *(message.text for message in request.messages))
        return pace.waits(tokens, seeds.random("pace", key).random)

    def _id(self, dialect: Dialect, incoming: Incoming) -> str:
        """Under a frozen clock equal requests have equal ids; otherwise no two have."""
        if not self.options.clock.frozen:
            return seeds.fresh_id()
        beginning = (dialect.name, incoming.level, incoming.method, incoming.path, incoming.query)
        made = self._ids.get(beginning)
        if made is None:
            made = seeds.keyed("id", self.options.seed, __version__, *beginning)
            if len(self._ids) < REMEMBERED_BEGINNINGS:
                self._ids[beginning] = made
        return made(incoming.body).hex()


def own_tokenizer(pattern: str, path: str) -> FileTokenizer:
    """Returns the tokenizer that the settings give models; its errors name the setting."""
    try:
        return for_file(path)
    except VocabularyError as error:
        raise VocabularyError(f"tokenizers: {pattern}: {error}") from error


def frames(steps: Iterator[Step], waits: Sequence[float]) -> Iterator[Frame]:
    """Gives each frame the wait of the tokens it carries."""
    if not waits:
        for _, data in steps:
            yield 0.0, data
        return
    token = 0
    for ticks, data in steps:
        yield sum(waits[token : token + ticks]), data
        token += ticks
