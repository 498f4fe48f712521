"""The headers of the service's answers (wire/fireworks.md 1.3)."""

from functools import lru_cache, partial

from mockllm.core import Answer, Header, Level, Request, Sampling
from mockllm.wire import header_text, quote

from .metrics import seconds, special

JSON: Header = ("content-type", "application/json")
EVENTS: Header = ("content-type", "text/event-stream; charset=utf-8")
ID_PREFIX = "chatcmpl-"

FRONT: tuple[Header, ...] = (("server", "istio-envoy"), ("vary", "Origin"), ("via", "1.1 google"))
"""What the machines in front of the service add, at `live` alone."""

CYCLES = ', "cycle_multiplier": 0.0, "cycle_base": 0.0, "cycle_allowed_length": 0, "cycle_sequence_breakers": []}'
"""The end of the sampling options, which no field of a request changes."""

REMEMBERED = 64

SHOWN = (
    "temperature", "top_k", "top_p", "min_p", "typical_p", "frequency_penalty", "presence_penalty",
    "repetition_penalty", "mirostat_target", "mirostat_lr",
)  # fmt: skip


def told_id(answer: Answer) -> str:
    """Writes the id that the body tells; the header has the request's, whatever a script says of the answer."""
    return f'"{ID_PREFIX}{answer.id}"' if answer.own_id is None else quote(answer.own_id)


def of_whole(request: Request, answer: Answer) -> tuple[Header, ...]:
    """The headers of an answer in one piece, which has every metric."""
    return (
        JSON,
        ("fireworks-cached-prompt-tokens", str(answer.usage.cached)),
        *_measured(request, answer),
        ("fireworks-server-processing-time", seconds(answer.timing.total_s)),
        *_special(answer, early=False),
        *front(request.level),
    )


def of_stream(request: Request, answer: Answer) -> tuple[Header, ...]:
    """The headers of a stream, sent before its end is known.

    What is known by then is there, but for the cached tokens, which the service did not send (wire/fireworks.md 1.3).
    """
    return (EVENTS, *_measured(request, answer), *_special(answer, early=True), *front(request.level))


def front(level: Level) -> tuple[Header, ...]:
    """The headers that do not come from the service itself."""
    return FRONT if level == "live" else ()


def _measured(request: Request, answer: Answer) -> tuple[Header, ...]:
    return (
        ("fireworks-prompt-tokens", str(answer.usage.prompt)),
        _usual(answer.max_tokens) if request.sampling is DEFAULT else _options(request.sampling, answer.max_tokens),
        ("fireworks-server-time-to-first-token", seconds(answer.timing.first_token_s)),
        ("x-ratelimit-over-limit", "no"),
        ("x-request-id", ID_PREFIX + answer.id),
    )


def _special(answer: Answer, *, early: bool) -> tuple[Header, ...]:
    """`early` leaves out what only the end knows."""
    if answer.speculation is None and answer.deployment is None:
        return ()
    return tuple([
        (f"fireworks-{metric.name}", header_text(metric.value))
        for metric in special(answer)
        if metric.early or not early
    ])  # fmt: skip


def _options(sampling: Sampling, max_tokens: int) -> Header:
    """The options with which the service sampled, in Python's way of writing JSON."""
    return "fireworks-sampling-options", f'{{"max_tokens": {max_tokens}{_shown(sampling)}{CYCLES}'


def _shown(sampling: Sampling) -> str:
    return "".join([f', "{name}": {_written(getattr(sampling, name))}' for name in SHOWN])


def _written(value: float | None) -> str:
    return "null" if value is None else repr(value)


DEFAULT = Request(dialect="fireworks", level="contract", model="", asked_model="", messages=()).sampling
"""The very object that requests without samplers share, so that it is recognised without comparing."""

_usual = lru_cache(REMEMBERED)(partial(_options, DEFAULT))
"""The options of requests without samplers, written once for each length; half of all headers' bytes are theirs."""
