"""What of a request decides its text: two keys, one for the prompt, one for the whole sampling request.

Equal keys bring equal texts. What only cuts, lengthens or decorates an answer is left out: stream, max_tokens, stop,
n, logprobs, echo, user, metadata and the like. So is how hard the model is to think: that makes its thoughts longer,
which are drawn by themselves.
"""

import json
from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Any

from mockllm import seeds
from mockllm.core import MediaPart, Message, Request, Sampling, TextPart

SAMPLERS: Callable[[Sampling], tuple[float | None, ...]] = attrgetter(
    "temperature", "top_p", "top_k", "min_p", "typical_p", "frequency_penalty", "presence_penalty",
    "repetition_penalty", "mirostat_target", "mirostat_lr",
)  # fmt: skip
"""Reads the samplers whose values are numbers."""

BOUNDARY = 0
Part = str | bytes | int | None


def prompt_key(request: Request) -> bytes:
    """Digests what a model would be shown: its name, messages, tools, the form asked for."""
    parts: list[Part] = ["prompt", request.model]
    _add_messages(parts, request.messages)
    if request.tools:
        parts += ["tools", request.tool_choice.mode, request.tool_choice.name]
        for tool in request.tools:
            parts += [tool.name, tool.description, _json(tool.parameters), int(tool.strict)]
    form = request.response_format
    if form.kind != "text":
        parts += ["form", form.kind, _json(form.schema), form.grammar]
    if request.reasoning.history:
        parts += ["reasoning", request.reasoning.history]
    return seeds.key(*parts)


def sampling_key(sampling: Sampling, prompt: bytes) -> bytes:
    """Digests the prompt's key with the samplers, and leaves it as it is where all have their defaults.

    The seed is not among them.
    """
    if sampling is UNSAID:
        return prompt
    numbers = _written(SAMPLERS(sampling))
    if not sampling.logit_bias:
        return prompt if numbers == UNSAID_NUMBERS else seeds.key(prompt, numbers)
    bias = (part for token, value in sorted(sampling.logit_bias.items()) for part in (token, repr(float(value))))
    return seeds.key(prompt, numbers, *bias)


@lru_cache(maxsize=256)
def _written(values: tuple[float | None, ...]) -> str:
    """Writes numbers so that 1 and 1.0 are one, and so are 0.0 and -0.0, which the cache takes for equal."""
    return " ".join("-" if value is None else repr(float(value) + 0.0) for value in values)


UNSAID = Request(dialect="", level="contract", model="", asked_model="", messages=()).sampling
"""The very object that requests without samplers share, so that it is known without comparing."""

UNSAID_NUMBERS = _written(SAMPLERS(UNSAID))


def _add_messages(parts: list[Part], messages: tuple[Message, ...]) -> None:
    """Ids of tool calls may differ from run to run, so calls and their results are numbered instead."""
    numbers: dict[str | None, int] = {}
    for message in messages:
        parts += (BOUNDARY, message.role, message.name)
        content = message.content
        if content is None or isinstance(content, str):
            parts.append(content or "")
        elif len(content) == 1 and isinstance(content[0], TextPart):
            parts.append(content[0].text)
        else:
            for part in content:
                parts += _part(part)
        if message.reasoning:
            parts += ("reasoning", message.reasoning)
        for call in message.tool_calls:
            numbers[call.id] = len(numbers)
            parts += ("call", call.name, call.arguments)
        if message.tool_call_id is not None:
            parts += ("result", numbers.get(message.tool_call_id))


def _part(part: TextPart | MediaPart) -> tuple[Part, ...]:
    if isinstance(part, TextPart):
        return ("text", part.text)
    return (part.kind, part.url, part.detail, part.max_frames)


def _json(value: Any) -> str | None:
    return None if value is None else json.dumps(value, sort_keys=True, ensure_ascii=True)
