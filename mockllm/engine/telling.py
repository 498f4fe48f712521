"""Makes an answer of what was planned: its tokens within the limits, its usage, its pace, its form on the wire."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from mockllm import seeds
from mockllm.core import (
    Answer,
    Choice,
    Dialect,
    Form,
    Frame,
    Header,
    Manner,
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
from mockllm.tokens import Prompt, prompt_fragments

from .chunking import chunked
from .extras import speculation, with_extras
from .finish import NOTHING, finish
from .forms import Forms, key_of
from .ids import Ids
from .options import Options
from .say import Sayer
from .situation import Situation
from .writing import Writing

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
        self._forms = Forms()
        self._instant = options.pace.instant

    def answer(self, dialect: Dialect, plan: Plan, at: Situation, *, spoilt: bool = False) -> Outgoing:
        """Makes an answer of what was planned, or fills in its id where one like it was made before."""
        clock, manner, request = self._options.clock, plan.manner, at.asked.request
        answer_id = self._ids.of(dialect, at.asked.incoming)
        created, spent_s = int(clock.now()), round(clock.elapsed() - at.started, 3)
        instant = self._instant if manner.pace is None else manner.pace.instant
        key = key_of(dialect, plan, at, created, spent_s) if instant and not spoilt else None
        if key is not None and (form := self._forms.find(key)) is not None:
            return filled(form, answer_id, manner, stream=request.stream)
        choices = self._choices(plan, at)
        made = [len(choice.ids) for choice in choices]
        if manner.charge is not None:
            manner.charge(sum(made))
        waits = [] if instant else self._waits(request, max(made), manner.pace or self._options.pace)
        if key is None:
            spent_s = clock.elapsed() - at.started
        answer = Answer(
            id=answer_id,
            created=created,
            model=request.model if plan.model is None else plan.model,
            choices=choices,
            usage=usage(at.prompt, choices, made, plan.usage),
            timing=Timing(first_token_s=spent_s + (waits[0] if waits else 0.0), total_s=spent_s + sum(waits)),
            max_tokens=at.room,
            prompt_ids=at.prompt.ids,
            prompt_fragments=prompt_fragments(request, at.tokenizer, at.card) if request.extras.raw_output else (),
            speculation=speculation(request, at.tokenizer, choices),
            deployment=self._options.deployment,
            own_id=plan.id,
            together=not waits and not spoilt,  # faults look at events one by one
        )
        capped = at.asked.max_tokens < at.room and not manner.ignore_limits and max(made) >= at.asked.max_tokens
        writing = Writing(dialect, request, at.asked.incoming, manner, capped=capped)
        if key is not None:
            self._forms.learn(key, plan, answer_id, lambda own: writing.joined(replace(answer, id=own)))
        if request.stream:
            headers, steps = writing.stream(answer)
            return sent(manner, headers, frames=frames(steps, waits), instant=answer.together)
        headers, body = writing.whole(answer)
        return sent(manner, headers, body, wait_s=sum(waits))

    def _choices(self, plan: Plan, at: Situation) -> tuple[Choice, ...]:
        """Says what was planned, within the request's limits."""
        request, tokenizer, manner = at.asked.request, at.tokenizer, plan.manner
        say = Sayer(self._options.seed, request, at.card, tokenizer, at.prompt, self._writer).say
        most, stop = at.asked.max_tokens, request.limits.stop
        if manner.ignore_limits:
            most, stop = self._options.max_work, ()
        choices = tuple(
            [
                finish(index, say(index, reply), tokenizer, most, stop, reply.finish_reason)
                for index, reply in enumerate(plan.replies)
            ]
        )
        if request.extras.echo or request.extras.logprobs is not None:
            choices = with_extras(choices, request, tokenizer, at.prompt, self._writer)
        if manner.chunks is not None:
            choices = tuple([chunked(choice, manner.chunks) for choice in choices])
        if [reply for reply in plan.replies if reply.refusal is not None]:
            choices = tuple(map(refused, choices, plan.replies))
        return choices

    def _waits(self, request: Request, tokens: int, pace: Pacing) -> list[float]:
        key = seeds.key(self._options.seed, request.model, *(message.text for message in request.messages))
        return pace.waits(tokens, seeds.random("pace", key).random)


def filled(form: Form, answer_id: str, manner: Manner, *, stream: bool) -> Outgoing:
    """Returns an answer that is a form but for its id."""
    headers = form.headers_of(answer_id)
    if stream:
        return sent(manner, headers, frames=form.frames_of(answer_id), instant=True, form=form, answer_id=answer_id)
    return sent(manner, headers, form.body_of(answer_id), form=form, answer_id=answer_id)


def sent(
    manner: Manner,
    headers: tuple[Header, ...],
    body: bytes = b"",
    *,
    wait_s: float = 0.0,
    frames: Iterable[Frame] | None = None,
    instant: bool = False,
    form: Form | None = None,
    answer_id: str = "",
) -> Outgoing:
    """Returns an answer as it goes out, with what the log and the journal are to know of it."""
    return Outgoing(
        status=200,
        headers=headers,
        body=body,
        wait_s=wait_s,
        frames=frames,
        instant=instant,
        rule=manner.rule,
        turn=manner.turn,
        reply=manner.reply,
        hint=manner.hint,
        form=form,
        id=answer_id,
    )


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
        yield waits[token] if ticks == 1 else sum(waits[token : token + ticks]), data
        token += ticks
