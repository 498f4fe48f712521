"""What of a request decides its text: two keys, one for the prompt, one for the whole sampling request.

Equal keys bring equal texts. What only cuts, lengthens or decorates an answer is left out: stream, max_tokens, stop,
n, logprobs, echo, user, metadata and the like.
"""

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from mockllm import seeds
from mockllm.core import MediaPart, Message, Request, Sampling, TextPart

BOUNDARY = 0
Part = str | bytes | int | None


def prompt_key(request: Request) -> bytes:
    """Digests what a model would be shown: its name, messages, tools, the form asked for, reasoning."""
    parts: list[Part] = ["prompt", request.model, *_messages(request.messages)]
    if request.tools:
        parts += ["tools", request.tool_choice.mode, request.tool_choice.name]
        for tool in request.tools:
            parts += [tool.name, tool.description, _json(tool.parameters), int(tool.strict)]
    form = request.response_format
    if form.kind != "text":
        parts += ["form", form.kind, _json(form.schema), form.grammar]
    reasoning = request.reasoning
    if reasoning.effort or reasoning.budget or reasoning.history:
        parts += ["reasoning", reasoning.effort, reasoning.budget, reasoning.history]
    return seeds.key(*parts)


def sampling_key(sampling: Sampling, prompt: bytes) -> bytes:
    """Digests the prompt's key with the samplers, defaults filled in; the seed is not among them."""
    numbers = _samplers(
        sampling.temperature,
        sampling.top_p,
        sampling.top_k,
        sampling.min_p,
        sampling.typical_p,
        sampling.frequency_penalty,
        sampling.presence_penalty,
        sampling.repetition_penalty,
        sampling.mirostat_target,
        sampling.mirostat_lr,
    )
    if not sampling.logit_bias:
        return seeds.key(prompt, numbers)
    bias = (part for token, value in sorted(sampling.logit_bias.items()) for part in (token, repr(float(value))))
    return seeds.key(prompt, numbers, *bias)


@lru_cache(maxsize=256)
def _samplers(*values: float | None) -> str:
    """Writes numbers so that 1 and 1.0 are one."""
    return " ".join("-" if value is None else repr(float(value)) for value in values)


def _messages(messages: tuple[Message, ...]) -> Iterator[Part]:
    """Ids of tool calls may differ from run to run, so calls and their results are numbered instead."""
    numbers: dict[str | None, int] = {}
    for message in messages:
        yield BOUNDARY
        yield message.role
        yield message.name
        content = message.content
        if content is None or isinstance(content, str):
            yield content or ""
        elif len(content) == 1 and isinstance(content[0], TextPart):
            yield content[0].text
        else:
            for part in content:
                yield from _part(part)
        if message.reasoning:
            yield from ("reasoning", message.reasoning)
        for call in message.tool_calls:
            numbers[call.id] = len(numbers)
            yield from ("call", call.name, call.arguments)
        if message.tool_call_id is not None:
            yield from ("result", numbers.get(message.tool_call_id))


def _part(part: TextPart | MediaPart) -> tuple[Part, ...]:
    if isinstance(part, TextPart):
        return ("text", part.text)
    return (part.kind, part.url, part.detail, part.max_frames)


def _json(value: Any) -> str | None:
    return None if value is None else json.dumps(value, sort_keys=True, ensure_ascii=True)
