"""The way of a request through mockllm, from its bytes to the answer's; no sockets, and nothing awaits."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from mockllm import __version__, seeds
from mockllm.catalogue import Card, find
from mockllm.core import (
    PLAIN,
    Answer,
    Asked,
    Choice,
    Dialect,
    Failure,
    Fault,
    Frame,
    Header,
    Incoming,
    Manner,
    Outgoing,
    Pacing,
    Plan,
    Rejection,
    Reply,
    Request,
    Source,
    Step,
    Timing,
    Usage,
    Writer,
)
from mockllm.errors import VocabularyError
from mockllm.tokens import ChatTokenizer, FileTokenizer, Prompt, for_file, read_prompt, tokenizer_for
from mockllm.wire import header_text

from .chunking import chunked
from .extras import speculation, with_extras
from .finish import NOTHING, finish
from .memory import Pasts
from .options import Options
from .orders import orders
from .planning import Planner
from .say import Sayer
from .spoiling import Spoiling

DEFAULT_MAX_TOKENS = 2048
"""Fireworks' documented default (wire/fireworks.md 1.5); the gateway leaves it to its providers."""

CAPPED: tuple[Header, ...] = (
    ("x-mockllm-hint", "the answer was cut at the server's bound for all its choices together: setting max_work"),
)

RULE_HEADER = "x-mockllm-rule"
"""Names the rule that answered."""

COUNTS: Mapping[str, str] = MappingProxyType(
    {
        "prompt_tokens": "prompt",
        "completion_tokens": "completion",
        "total_tokens": "stated_total",
        "cached_tokens": "cached",
        "reasoning_tokens": "reasoning",
    }
)
"""What the counts are called that a script may state, and in our `Usage`."""

REMEMBERED_RULES = 256
"""Of how many rules the header is kept."""

REMEMBERED_BEGINNINGS = 64
"""Of how many dialects, levels and queries the beginning of ids is kept."""

HEAVY_BYTES = 50_000
HEAVY_TOKENS = 4_000
USUAL_TOKENS = 100
ROWS_COST = 8
"""How many times longer a token takes whose log probability is wanted, or that is biased."""


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


class Engine:
    """Reads requests and answers them.

    `sources` are asked in order, and the first that has an answer gives it; where none has, `writer` does. It also
    fills the holes of their answers, and knows log probabilities of texts that come from elsewhere.
    """

    def __init__(self, options: Options, sources: Sequence[Source], writer: Writer) -> None:
        self.options = options
        self.pasts = Pasts(options.clock)
        self._planner = Planner(sources, writer)
        self._writer = writer
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
        ordered = orders(request, incoming)
        if isinstance(ordered, Rejection):
            return self.refuse(dialect, ordered, incoming)
        request = ordered.request
        at = self.situation(request, incoming)
        if isinstance(at, Rejection):
            return self.refuse(dialect, at, incoming)
        plan = ordered.failure or self._planner.plan(at.asked)
        if isinstance(plan, Rejection):
            return self.refuse(dialect, plan, incoming)
        manner = plan.manner
        spoiling = None
        if manner.spoilers or ordered.spoilers:
            spoilers = (*manner.spoilers, *ordered.spoilers)
            spoiling = Spoiling(spoilers, self.options.seed, manner.rule, request, at.asked.memory, self._writer)
        if isinstance(plan, Failure):
            failed = dialect.fail(plan, request, incoming, self._id(dialect, incoming))
            headers = marked(failed.headers, manner.rule, own_headers(dialect, manner, incoming))
            outgoing = replace(failed, headers=headers, rule=manner.rule)
        else:
            if spoiling is not None:
                plan = replace(plan, replies=spoiling.replies(plan.replies))
            outgoing = self._said(dialect, plan, at, spoilt=spoiling is not None)
        return outgoing if spoiling is None else spoiling.outgoing(outgoing)

    def situation(self, request: Request, incoming: Incoming) -> "Situation | Rejection":
        """Works out what has to be known of a request before it can be answered; refuses one that is too long."""
        started = self.options.clock.elapsed()
        card = find(request.model, request.dialect, provider=request.provider)
        tokenizer = self._tokenizer(request, card)
        prompt = read_prompt(request, tokenizer, card)
        room = self._room(request, card, prompt)
        if isinstance(room, Rejection):
            return room
        if too_much := self._too_much(request, prompt):
            return too_much
        work = min(room, max(1, self.options.max_work // request.limits.n))
        past = self.pasts.of(incoming.namespace)
        asked = Asked(
            request=request,
            incoming=incoming,
            tokenizer=tokenizer,
            prompt_tokens=len(prompt.ids),
            max_tokens=work,
            memory=past,
            now=past.now(),
        )
        return Situation(asked, card, tokenizer, prompt, room, started)

    def _said(self, dialect: Dialect, plan: Plan, at: Situation, *, spoilt: bool = False) -> Outgoing:
        """Makes an answer of what was planned."""
        request, work = at.asked.request, at.asked.max_tokens
        manner, tokenizer, prompt = plan.manner, at.tokenizer, at.prompt
        say = Sayer(self.options.seed, request, at.card, tokenizer, prompt, self._writer).say
        most, stop = (work, request.limits.stop) if not manner.ignore_limits else (self.options.max_work, ())
        choices = tuple(
            [
                finish(index, say(index, reply), tokenizer, most, stop, reply.finish_reason)
                for index, reply in enumerate(plan.replies)
            ]
        )
        if request.extras.echo or request.extras.logprobs is not None:
            choices = with_extras(choices, request, tokenizer, prompt, self._writer)
        if manner.chunks is not None:
            choices = tuple([chunked(choice, manner.chunks) for choice in choices])
        if [reply for reply in plan.replies if reply.refusal is not None]:
            choices = tuple(map(refused, choices, plan.replies))
        made = [len(choice.ids) for choice in choices]
        if manner.charge is not None:
            manner.charge(sum(made))
        waits = self._waits(request, max(made), manner.pace)
        spent = self.options.clock.elapsed() - at.started
        answer = Answer(
            id=self._id(dialect, at.asked.incoming),
            created=int(self.options.clock.now()),
            model=request.model if plan.model is None else plan.model,
            choices=choices,
            usage=usage(prompt, choices, made, plan.usage),
            timing=Timing(first_token_s=spent + (waits[0] if waits else 0.0), total_s=spent + sum(waits)),
            max_tokens=at.room,
            prompt_ids=prompt.ids,
            prompt_fragments=prompt.fragments,
            speculation=speculation(request, tokenizer, choices),
            deployment=self.options.deployment,
            own_id=plan.id,
            together=not waits and not spoilt,  # faults look at events one by one
        )
        steps: Iterator[Step] | None = None
        body = b""
        if request.stream:
            headers, steps = dialect.stream(request, answer)
        else:
            headers, body = dialect.whole(request, answer)
        if work < at.room and not manner.ignore_limits and max(made) >= work:
            headers = (*headers, *CAPPED)
        if manner is not PLAIN:
            headers = marked(headers, manner.rule, own_headers(dialect, manner, at.asked.incoming))
        if steps is not None:
            told = frames(steps, waits)
            return Outgoing(status=200, headers=headers, frames=told, instant=answer.together, rule=manner.rule)
        return Outgoing(status=200, headers=headers, body=body, wait_s=sum(waits), rule=manner.rule)

    def refuse(self, dialect: Dialect, rejection: Rejection, incoming: Incoming) -> Outgoing:
        """Has the dialect word a refusal."""
        outgoing = replace(dialect.refuse(rejection, incoming, self._id(dialect, incoming)), why=rejection)
        rule = rejection.detail.get("rule")
        return outgoing if rule is None else replace(outgoing, headers=marked(outgoing.headers, rule, ()), rule=rule)

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

    def _waits(self, request: Request, tokens: int, own: Pacing | None) -> list[float]:
        pace = self.options.pace if own is None else own
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


def refused(choice: Choice, reply: Reply) -> Choice:
    """Makes the content of a choice its refusal, where the reply is one."""
    return choice if reply.refusal is None else replace(choice, passage=NOTHING, refusal=choice.passage)


def usage(prompt: Prompt, choices: Sequence[Choice], made: Sequence[int], told: Mapping[str, int] | None) -> Usage:
    """Counts the tokens of an answer; what a script says of them stands in place of the count."""
    counted = Usage(
        prompt=len(prompt.ids),
        completion=sum(made),
        cached=prompt.cached,
        reasoning=sum([len(choice.reasoning.ids) for choice in choices if choice.reasoning is not None]),
    )
    return replace(counted, **{COUNTS[name]: count for name, count in told.items()}) if told else counted


def own_headers(dialect: Dialect, manner: Manner, incoming: Incoming) -> tuple[Header, ...]:
    """The headers that a script adds: where the client stands with its limits, then those it was told to send."""
    return manner.headers if manner.rates is None else (*dialect.rates(manner.rates, incoming), *manner.headers)


def marked(headers: tuple[Header, ...], rule: str | None, own: Sequence[Header]) -> tuple[Header, ...]:
    """Says which rule answered, and adds a script's headers, which stand in place of ours of the same name."""
    if own:
        names = {name for name, _ in own}
        headers = (*[header for header in headers if header[0] not in names], *own)
    return headers if rule is None else (*headers, rule_header(rule))


@lru_cache(maxsize=REMEMBERED_RULES)
def rule_header(rule: str) -> Header:
    """Names a rule in a header; remembered, since the same few rules answer nearly everything."""
    return RULE_HEADER, header_text(rule)


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
