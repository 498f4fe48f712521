"""Turns the optional fields of a request into the words all parts share.

The level has seen to the types of the plain fields. Their ranges it may have left alone, as the real gateway does;
since no provider stands behind us to refuse what is out of range, such values are brought to the nearest one that has
a meaning (our own choice, `live` only).
"""

from collections.abc import Mapping
from typing import Any, TypeVar, get_args

from mockllm.core import Effort, Limits, Logprobs, Reasoning, ResponseFormat, Sampling, Tool, ToolChoice
from mockllm.dialects.unusable import schema_problem

from .schema import MAX_BIAS, MAX_CHOICES, MAX_TOP_LOGPROBS

Body = Mapping[str, Any]
N = TypeVar("N", int, float)

RANGES = {
    "temperature": (0.0, 2.0),
    "top_p": (0.0, 1.0),
    "frequency_penalty": (-2.0, 2.0),
    "presence_penalty": (-2.0, 2.0),
}
MOST_STOPS = 128
"""More stop sequences than this are left out at `live`, which bounds the work; the reference allows four."""

PLAIN_SAMPLING = Sampling()
PLAIN_LIMITS = Limits()
PLAIN_REASONING = Reasoning()
TEXT = ResponseFormat(kind="text")
AUTO = ToolChoice(mode="auto")
NONE = ToolChoice(mode="none")
SAMPLERS = frozenset(RANGES) | {"seed", "logit_bias"}
LIMITERS = frozenset({"max_tokens", "max_completion_tokens", "stop", "n"})
EFFORTS = get_args(Effort)


def sampling(body: Body) -> Sampling:
    """Reads how tokens are drawn; the defaults are those of the OpenAPI document (wire/gateway.md 1)."""
    if SAMPLERS.isdisjoint(body):
        return PLAIN_SAMPLING
    bias = {
        int(token): clamp(float(value), -MAX_BIAS, MAX_BIAS)
        for token, value in body.get("logit_bias", {}).items()
        if token.isascii() and token.isdigit() and len(token) < 20
    }
    seed = body.get("seed")
    return Sampling(
        temperature=number(body, "temperature", 1.0),
        top_p=number(body, "top_p", 1.0),
        frequency_penalty=number(body, "frequency_penalty", 0.0),
        presence_penalty=number(body, "presence_penalty", 0.0),
        seed=None if seed is None else int(seed),
        logit_bias=bias,
    )


def number(body: Body, name: str, default: float) -> float:
    return clamp(float(body[name]), *RANGES[name]) if name in body else default


def limits(body: Body) -> Limits:
    """Reads where answers end; `max_completion_tokens` is the successor of `max_tokens` and wins over it.

    The reference gives neither a minimum: a negative number is taken for no limit.
    """
    if LIMITERS.isdisjoint(body):
        return PLAIN_LIMITS
    most = body.get("max_completion_tokens", body.get("max_tokens"))
    return Limits(
        max_tokens=None if most is None or most < 0 else int(most),
        stop=stops(body.get("stop")),
        n=clamp(int(body.get("n", 1)), 1, MAX_CHOICES),
    )


def stops(value: Any) -> tuple[str, ...]:
    """An empty sequence would end every answer before it began, and is left out."""
    items = value if isinstance(value, list) else [value]
    return tuple([item for item in items if isinstance(item, str) and item][:MOST_STOPS])


def logprobs(body: Body) -> Logprobs | None:
    if body.get("logprobs") is not True:
        return None
    return Logprobs(form="openai", top=clamp(int(body.get("top_logprobs", 0)), 0, MAX_TOP_LOGPROBS))


def reasoning(body: Body) -> Reasoning:
    effort, form = body.get("reasoning_effort"), body.get("reasoning_format")
    if effort is None and form is None:
        return PLAIN_REASONING
    return Reasoning(effort=effort if effort in EFFORTS else None, form="raw" if form == "raw" else "parsed")


def response_format(body: Body, *, checked: bool) -> ResponseFormat:
    """Anything that is no format the reference knows asks for text.

    So does a schema that nothing can be made of, where it was not `checked` before.
    """
    value = body.get("response_format")
    if not isinstance(value, dict):
        return TEXT
    if value.get("type") == "json_object":
        return ResponseFormat(kind="json_object")
    wanted = value.get("json_schema")
    if value.get("type") != "json_schema" or not isinstance(wanted, dict):
        return TEXT
    schema = wanted.get("schema")
    if not checked and schema is not None and schema_problem(schema):
        return TEXT
    return ResponseFormat(kind="json_schema", schema=schema)


def tool_choice(body: Body, tools: tuple[Tool, ...]) -> ToolChoice:
    """Without tools none can be called, whatever is said; a tool that is absent is not demanded.

    `contract` refused such a choice before; the real gateway passes any on (wire/gateway.md 3), and what a provider
    makes of it differs.
    """
    if not tools:
        return NONE
    value = body.get("tool_choice")
    if value is None or value == "auto":
        return AUTO
    if value == "none":
        return NONE
    if value == "required":
        return ToolChoice(mode="required")
    function = value.get("function") if isinstance(value, dict) else None
    name = function.get("name") if isinstance(function, dict) else None
    return ToolChoice(mode="named", name=name) if name in [tool.name for tool in tools] else AUTO


def clamp(value: N, low: N, high: N) -> N:
    return max(low, min(value, high))
