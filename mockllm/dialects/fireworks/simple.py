"""Reads the simplest requests, which are most of them, without the schema: its fifty fields cost each as much as ten.

What is taken here has to be what the schema and the rules would let through, and to be read as `read` reads it.
"""

from collections.abc import Mapping
from typing import Any

from mockllm.core import Level, Limits, Message, Request, Sampling

from .conversation import SPEAKERS
from .read import DEFAULTS, WITHOUT_TOOLS

FIELDS = frozenset({"model", "messages", "max_tokens", "temperature", "stream", "ignore_eos"})
HOTTEST = 2
"""The highest temperature."""


def read_simple(body: Mapping[str, Any], level: Level) -> Request | None:
    """Returns the request; None for any that has other fields, or other values than most."""
    if not body.keys() <= FIELDS or "model" not in body or "messages" not in body:
        return None
    model, stream = body["model"], body.get("stream", False)
    messages = _messages(body["messages"])
    limits, sampling = _limits(body), _sampling(body)
    if type(model) is not str or type(stream) is not bool or messages is None or limits is None or sampling is None:
        return None
    return Request(
        dialect="fireworks",
        level=level,
        model=model,
        asked_model=model,
        messages=messages,
        tool_choice=WITHOUT_TOOLS,
        sampling=sampling,
        limits=limits,
        stream=stream,
        usage_chunk="finish",
        body=body,
    )


def _messages(given: Any) -> tuple[Message, ...] | None:
    """Messages that are nothing but somebody's words; None where there are none, or others."""
    if type(given) is not list or not given:
        return None
    messages = []
    for message in given:
        if type(message) is not dict or len(message) != 2:
            return None
        role, content = message.get("role"), message.get("content")
        if type(content) is not str or role not in SPEAKERS:
            return None
        messages.append(Message(role=role, content=content))
    return tuple(messages)


def _limits(body: Mapping[str, Any]) -> Limits | None:
    if "max_tokens" not in body and "ignore_eos" not in body:
        return DEFAULTS.limits
    most, endless = body.get("max_tokens", 0), body.get("ignore_eos", False)
    if type(most) is not int or most < 0 or type(endless) is not bool:
        return None
    return Limits(max_tokens=most if "max_tokens" in body else None, ignore_eos=endless)


def _sampling(body: Mapping[str, Any]) -> Sampling | None:
    if "temperature" not in body:
        return DEFAULTS.sampling
    temperature = body["temperature"]
    if type(temperature) not in (int, float) or not 0 <= temperature <= HOTTEST:
        return None
    return Sampling(temperature=float(temperature))
