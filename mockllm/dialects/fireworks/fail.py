"""Words the errors that a script calls by name, as the service words them when it fails by itself.

Seen were 401, 404, 412, 429, 503, a prompt that is too long and an invalid body (wire/fireworks.md 3); of the others
only the status is documented, and their words, in the envelope of the part that would say them, are a GUESS.
"""

from collections.abc import Callable, Mapping
from typing import Any

from mockllm.core import Failure, Header, Incoming, Outgoing, Request
from mockllm.dialects.failing import name_of, raw, readable, retry_after, status_of, unanswered, with_scripted
from mockllm.wire import write_json

from .headers import ID_PREFIX, JSON, front

Worded = tuple[int, Mapping[str, Any]]
"""A status and a body."""

Wording = Callable[[Failure, Request, str], Worded]

CONTEXT = 131_072
"""How much room the model is said to have where a script has a prompt be too long."""

PLAIN = ("content-type", "text/plain")

FRONT_TEXTS: Mapping[str, str] = {
    "bad_gateway": "upstream connect error or disconnect/reset before headers. reset reason: connection termination",
    "unavailable": "no healthy upstream",
    "gateway_timeout": "upstream request timeout",
}
"""What Envoy, which stands in front of the service (wire/fireworks.md 1.3), says by itself, in plain text (GUESS)."""


def fail(failure: Failure, request: Request, incoming: Incoming, request_id: str) -> Outgoing:
    """Renders an error; one that has a body of its own is sent as it is."""
    name, status = name_of(failure), status_of(failure)
    if status == 0:
        return unanswered()
    if failure.body is not None:
        return raw(failure)
    failure = readable(failure)
    id_ = ID_PREFIX + request_id
    own: tuple[Header, ...] = (JSON, *front(incoming.level), ("x-request-id", id_))
    if name in FRONT_TEXTS:
        body = (failure.message or FRONT_TEXTS[name]).encode("utf-8", "replace")
        own = (PLAIN, *own[1:])
    else:
        told, content = WORDINGS.get(name, _other)(failure, request, id_)
        body = write_json(content)
        status = status if failure.status is not None else told
    if name in LIMITED:
        own = (*own, ("x-ratelimit-over-limit", "yes"))
    headers = with_scripted((*own, *retry_after(failure)), failure)
    return Outgoing(status=status, headers=headers, body=body)


def _gateway(status: int, code: str, message: str, param: str | None = None, *, signed: bool = True) -> Wording:
    """An error of the service's gateway: key, account, model, limits."""

    def word(failure: Failure, _: Request, id_: str) -> Worded:
        error = {"message": failure.message or message, "param": param, "code": code, "type": "error"}
        return status, {"error": error, "request_id": id_} if signed else {"error": error}

    return word


def _backend(status: int, message: str, code: str = "invalid_request_error", kind: str | None = None) -> Wording:
    """An error of what serves the model."""

    def word(failure: Failure, _: Request, __: str) -> Worded:
        error = {"object": "error", "type": kind or "invalid_request_error", "code": code}
        return status, {"error": {**error, "message": failure.message or message}}

    return word


def _invalid(failure: Failure, request: Request, id_: str) -> Worded:
    """FastAPI's list, which the reference declares, and at `live` what the service says instead."""
    message = failure.message or "Field required"
    if request.level == "live":
        return _backend(400, failure.message or f"{message}, field: 'messages'")(failure, request, id_)
    return 422, {"detail": [{"type": "missing", "loc": ["body", "messages"], "msg": message, "input": {}}]}


def _suspended(failure: Failure, _: Request, __: str) -> Worded:
    message = (
        "Account mockllm is suspended, possibly due to reaching the monthly spending limit or failure to pay past"
        " invoices."
    )
    return 412, {"error": {"message": failure.message or message, "code": "PRECONDITION_FAILED"}}


def _other(failure: Failure, request: Request, id_: str) -> Worded:
    """A status without a name: the gateway's envelope for what is the client's fault, else the backend's."""
    status = status_of(failure)
    if status < 500:
        return _gateway(status, f"HTTP_{status}", f"The request failed with status {status}.")(failure, request, id_)
    return _backend(status, f"The service failed with status {status}.", "internal_server_error",
                    "internal_server_error")(failure, request, id_)  # fmt: skip


RATE_LIMIT = (
    "You have exceeded your rate limit for this API. Please try again later. For more information, see"
    " https://docs.fireworks.ai/guides/quotas_usage/rate-limits."
)

LIMITED = ("rate_limited",)

WORDINGS: Mapping[str, Wording] = {
    "bad_request": _backend(400, "Invalid request"),
    "context_length": _backend(
        400, f"The prompt is too long: {CONTEXT + 1}, model maximum context length: {CONTEXT - 1}"
    ),
    "unauthorized": _gateway(401, "UNAUTHORIZED", "The API key you provided is invalid.", signed=False),
    "payment_required": _gateway(402, "PAYMENT_REQUIRED", "Payment is required: the account has no credits left."),
    "forbidden": _gateway(403, "FORBIDDEN", "You do not have permission to access this resource."),
    "not_found": _gateway(404, "NOT_FOUND", "Model not found, inaccessible, and/or not deployed", "model"),
    "request_timeout": _gateway(408, "REQUEST_TIMEOUT", "The request timed out."),
    "conflict": _gateway(409, "CONFLICT", "The request conflicts with the state of the resource."),
    "suspended": _suspended,
    "too_large": _gateway(413, "PAYLOAD_TOO_LARGE", "Request body is too large"),
    "invalid": _invalid,
    "rate_limited": _gateway(429, "RATE_LIMIT_EXCEEDED", RATE_LIMIT),
    "overloaded": _backend(503, "service overloaded, please try again later"),
    "server_error": _backend(500, "Internal server error", "internal_server_error", "internal_server_error"),
}
"""By the name of the error; those of the machines in front are texts."""
