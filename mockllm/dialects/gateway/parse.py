"""Reads a request as its level demands.

`contract` decodes strictly and holds the body against the reference before it looks for a provider: its validation
stands where the real gateway decodes. `live` decodes as the real gateway does and refuses nothing else but routes.
`lenient` reads as `contract`, but a field at fault is left out, unless no messages are left.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mockllm.core import UNASKED, Extras, Fault, Incoming, Level, Rejection, Request, Rules
from mockllm.wire import bulky, read_json, sample, validate

from . import conversation, wishes
from .decode import UndecodableError, decode
from .place import dotted
from .routing import Route, route
from .rules import check
from .schema import ChatRequest
from .signature import PROVIDER, unsigned

NULL_HINT = (
    "null is allowed only as the content beside an assistant's tool_calls: leave such keys out, as"
    " model_dump(exclude_none=True) does; the fidelity level live takes null as absent"
)
NO_NULL = ("missing", "token_id", "schema")
"""Kinds of faults that have no value to show without its being null."""

SIGNATURE_HINT = (
    "send the assistant's message back as it came, extra_content included; x-mockllm-fidelity: lenient asks for none"
)
TOLERANT = ("messages", "tools")
"""Fields whose items `conversation` sorts out one by one."""

STAND_IN = {"role": "user", "content": "x"}
STAND_IN_TOOL = {"type": "function", "function": {"name": "x"}}


def parse(incoming: Incoming, rules: Rules) -> Request | Rejection:
    """Returns the request, or the first refusal in the gateway's order: body, provider, lists, key, then Google's."""
    body = read(incoming)
    if isinstance(body, Rejection):
        return body
    model = body.get("model")
    model = model if isinstance(model, str) else ""
    found = route(model, incoming.query, rules)
    if isinstance(found, Rejection):
        return replace(found, detail={**found.detail, "stream": body.get("stream") is True})
    if found.provider == PROVIDER and incoming.level != "lenient" and (faults := list(unsigned(body))):
        return refuse_unsigned(faults, incoming.level, stream=body.get("stream") is True)
    return build(body, incoming, model, found)


def read(incoming: Incoming) -> dict[str, Any] | Rejection:
    if incoming.level == "live":
        try:
            return decode(incoming.body)
        except UndecodableError as error:
            return Rejection(code="unreadable", hint=f"{dotted(error.path[::-1]) or 'the body'}: {error}")
    body, wrong = read_json(incoming.body)
    if wrong is not None:
        return Rejection(code="unreadable", detail={"message": wrong.message, "position": wrong.position})
    if not isinstance(body, dict):
        return invalid([Fault(loc=(), kind="dict_type", message="must be an object", value=body)])
    if incoming.level == "lenient":
        return salvage(body)
    beginning = sample(body, ChatRequest.model_fields) if bulky(incoming.body) else {}
    faults = (beginning and validate(ChatRequest, beginning)[1]) or check(body, validate(ChatRequest, body)[1])
    return invalid(faults) if faults else body


def salvage(body: Mapping[str, Any]) -> dict[str, Any] | Rejection:
    """Leaves out the fields at fault; without a message there is nothing to answer.

    Messages and tools are not held against the schema: `conversation` takes of each what it can use.
    """
    if not conversation.messages(body.get("messages")):
        return invalid([fault for fault in validate(ChatRequest, body)[1] if fault.loc[0] == "messages"])
    probe = {**body, "messages": [STAND_IN], "tools": [STAND_IN_TOOL]}
    spoilt = {fault.loc[0] for fault in check(body, validate(ChatRequest, probe)[1])}
    return {key: value for key, value in body.items() if key not in spoilt or key in TOLERANT}


def invalid(faults: list[Fault]) -> Rejection:
    null = any(fault.loc and fault.value is None and fault.kind not in NO_NULL for fault in faults)
    return Rejection(code="invalid", faults=tuple(faults), hint=NULL_HINT if null else None)


def refuse_unsigned(faults: list[Fault], level: Level, *, stream: bool) -> Rejection:
    """At `live` it is Google that refuses, and tells of the first call only."""
    if level != "live":
        return Rejection(code="invalid", faults=tuple(faults), hint=SIGNATURE_HINT)
    detail = {"missing": faults[0].kind == "no_signature", **faults[0].context, "stream": stream}
    return Rejection(code="unsigned", detail=detail, hint=SIGNATURE_HINT)


def build(body: Mapping[str, Any], incoming: Incoming, model: str, found: Route) -> Request:
    checked = incoming.level == "contract"
    tools = conversation.tools(body.get("tools"), checked=checked)
    stream = body.get("stream") is True
    logprobs = wishes.logprobs(body)
    return Request(
        dialect="gateway",
        level=incoming.level,
        model=found.model,
        asked_model=model,
        provider=found.provider,
        messages=conversation.messages(body.get("messages")),
        tools=tools,
        tool_choice=wishes.tool_choice(body, tools),
        parallel_tool_calls=body.get("parallel_tool_calls") is not False,
        response_format=wishes.response_format(body, checked=checked),
        sampling=wishes.sampling(body),
        limits=wishes.limits(body),
        reasoning=wishes.reasoning(body),
        extras=UNASKED if logprobs is None else Extras(logprobs=logprobs),
        stream=stream,
        usage_chunk="own" if incoming.level == "live" or wants_usage(body) else "none",
        body=body,
    )


def wants_usage(body: Mapping[str, Any]) -> bool:
    options = body.get("stream_options")
    return isinstance(options, dict) and options.get("include_usage") is True
