"""Reads a request in the order of the service's checks (wire/fireworks.md 3.4).

Gateway first: JSON, the model, the rule about long answers that are not streamed; then the backend's fields, and
last what several fields or the model say together.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from mockllm.catalogue import known
from mockllm.core import Fault, Incoming, Level, Rejection, Request, Rules
from mockllm.wire import bulky, read_json, sample, validate, validate_raw

from .hints import hint_for
from .lenient import understood, usable
from .live_schema import LiveRequest
from .order import KNOWN, in_order
from .read import Form, read
from .rules import broken
from .schema import ChatRequest
from .simple import read_simple

MAX_TOKENS_UNSTREAMED = 4096

REFUSED_BY_GATEWAY = "refused_by_gateway"
"""The dialect's own code for what the gateway in front of the service does not let through."""


def parse(incoming: Incoming, rules: Rules) -> Request | Rejection:
    """Reads a chat-completions request, or says why the service would refuse it."""
    level = incoming.level
    body = _json(incoming)
    if isinstance(body, Rejection):
        return body
    if (level == "live" or rules.models == "strict") and (refused := _gateway(body, level, rules)):
        return refused
    if level != "lenient" and (simple := read_simple(body, level)) is not None:
        return simple
    read_as = _form(body, level, incoming.body)
    if isinstance(read_as, Rejection):
        return read_as
    return read(*read_as, level)


def _json(incoming: Incoming) -> dict[str, Any] | Rejection:
    """Reads the body as FastAPI does, save that a missing content type counts as JSON, as it did for years."""
    if not incoming.body:
        return _unreadable(Fault(loc=(), kind="missing", message="Field required", value=None))
    kind = incoming.headers.get("content-type")
    if kind != "application/json" and incoming.level != "lenient" and not _is_json(kind):
        return _unreadable(_no_object(incoming.body))
    body, error = read_json(incoming.body)
    if error is not None:
        return _unreadable(
            Fault(
                loc=(error.position,),
                kind="json_invalid",
                message="JSON decode error",
                value={},
                context={"error": error.message},
            )
        )
    return body if isinstance(body, dict) else _unreadable(_no_object(body))


def _is_json(content_type: str | None) -> bool:
    if content_type is None:
        return True
    kind = content_type.partition(";")[0].strip().lower()
    return not kind or kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))


def _no_object(value: Any) -> Fault:
    return Fault(
        loc=(),
        kind="model_attributes_type",
        message="Input should be a valid dictionary or object to extract fields from",
        value=value,
    )


def _unreadable(fault: Fault) -> Rejection:
    return Rejection(code="unreadable", faults=(fault,), hint=hint_for((fault,), "contract"))


def _gateway(body: Mapping[str, Any], level: Level, rules: Rules) -> Rejection | None:
    model = body.get("model")
    if rules.models == "strict" and isinstance(model, str) and not known(model, "fireworks"):
        return Rejection(
            code="unknown_model",
            detail={"model": model},
            hint="the server runs with --models strict; GET /inference/v1/models lists the names it takes",
        )
    if level != "live":
        return None
    wanted = body.get("max_tokens")
    if isinstance(wanted, int) and wanted > MAX_TOKENS_UNSTREAMED and body.get("stream") is not True:
        return _refused(f"Requests with max_tokens > {MAX_TOKENS_UNSTREAMED} must have stream=true", "max_tokens")
    if isinstance(body.get("reasoning_effort"), dict):
        return _refused(
            "Request body field 'reasoning_effort' is of type 'object', expected 'string'", "reasoning_effort"
        )
    return None


def _refused(message: str, param: str) -> Rejection:
    """The gateway's own words (wire/fireworks.md 1.5, 3.1)."""
    return Rejection(code=REFUSED_BY_GATEWAY, detail={"message": message, "param": param})


def _form(body: dict[str, Any], level: Level, data: bytes) -> tuple[Form, Mapping[str, Any]] | Rejection:
    """Checks the fields and the rules; the live service comes to its rules only when all fields are right.

    There the first rule to be broken is all it tells of.
    """
    if bulky(data):
        _, faults = _fields(sample(body, KNOWN), level)
        if faults and level != "lenient":
            return _invalid(faults, level)
        body = usable(body, faults) if faults else body
    if level == "lenient":
        form, rest, faults = understood(body)
        return _invalid(faults, level) if form is None else (form, rest)
    read_as, faults = _fields(body, level)
    if level == "contract":
        faults += broken(body, level, faults)
    elif not faults:
        faults = list(in_order(broken(body, level, ())))[:1]
    return _invalid(faults, level) if read_as is None or faults else (read_as, body)


def _fields(body: Mapping[str, Any], level: Level) -> tuple[Form | None, list[Fault]]:
    """Checks every field by itself; the live service shows what each arm of a union says."""
    return validate_raw(LiveRequest, body) if level == "live" else validate(ChatRequest, body)


def _invalid(faults: Sequence[Fault], level: Level) -> Rejection:
    ordered = in_order(faults)
    return Rejection(code="invalid", faults=ordered, hint=hint_for(ordered, level))
