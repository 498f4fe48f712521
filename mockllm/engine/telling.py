"""Makes an answer of what was planned: its tokens within the limits, its usage, its pace, its form on the wire."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from mockllm import seeds
from mockllm.core import (
    PLAIN,
    Answer,
    Choice,
    Dialect,
    Frame,
    Header,
    Outgoing,
    Pacing,
    Plan,
    Reply,
    Request,
    Step,
    Timing,
    Usage,
    Writer,
)
from mockllm.tokens import Prompt

from .chunking import chunked
from .extras import speculation, with_extras
from .finish import NOTHING, finish
from .ids import Ids
from .marks import marked, own_headers
from .options import Options
from .say import Sayer
from .situation import Situation

CAPPED: tuple[Header, ...] = (
    ("x-mockllm-hint", "the answer was cut at the server's bound for all its choices together: setting max_work"),
)

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


class Teller:
    """Makes answers."""

    def __init__(self, options: Options, writer: Writer, ids: Ids) -> None:
        self._options = options
        self._writer = writer
        self._ids = ids

    def answer(self, dialect: Dialect, plan: Plan, at: Situation, *, spoilt: bool = False) -> Outgoing:
        """Makes an answer of what was planned."""
        request, work = at.asked.request, at.asked.max_tokens
        manner, tokenizer, prompt = plan.manner, at.tokenizer, at.prompt
        say = Sayer(self._options.seed, request, at.card, tokenizer, prompt, self._writer).say
        most, stop = (work, request.limits.stop) if not manner.ignore_limits else (self._options.max_work, ())
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
        spent = self._options.clock.elapsed() - at.started
        answer = Answer(
            id=self._ids.of(dialect, at.asked.incoming),
            created=int(self._options.clock.now()),
            model=request.model if plan.model is None else plan.model,
            choices=choices,
            usage=usage(prompt, choices, made, plan.usage),
            timing=Timing(first_token_s=spent + (waits[0] if waits else 0.0), total_s=spent + sum(waits)),
            max_tokens=at.room,
            prompt_ids=prompt.ids,
            prompt_fragments=prompt.fragments,
            speculation=speculation(request, tokenizer, choices),
            deployment=self._options.deployment,
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
            headers = marked(headers, manner, own_headers(dialect, manner, at.asked.incoming))
        return Outgoing(
            status=200,
            headers=headers,
            body=body,
            wait_s=0.0 if request.stream else sum(waits),
            frames=None if steps is None else frames(steps, waits),
            instant=request.stream and answer.together,
            rule=manner.rule,
            turn=manner.turn,
            reply=manner.reply,
        )

    def _waits(self, request: Request, tokens: int, own: Pacing | None) -> list[float]:
        pace = self._options.pace if own is None else own
        if pace.instant:
            return []
        key = seeds.key(self._options.seed, request.model, *(message.text for message in request.messages))
        return pace.waits(tokens, seeds.random("pace", key).random)


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
