"""Words the errors that a script calls by name, as a client of the gateway gets them.

Some are the gateway's own, the others a provider's, whose body it relays as a text and whose headers it drops
(wire/gateway.md 2). What providers say is OpenAI's (a GUESS for the others).
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from mockllm.core import Failure, Header, Incoming, Outgoing, Request
from mockllm.dialects.failing import hint, name_of, raw, readable, retry_after, status_of, unanswered, with_scripted
from mockllm.wire import quote

from .refuse import FIXED, error
from .relay import relay

Own = tuple[int, str]
"""A status and a text of the gateway's own."""

OWN: Mapping[str, Own] = {
    "unauthorized": FIXED["unauthorized"],
    "forbidden": FIXED["model_not_allowed"],
    "not_found": FIXED["no_route"],
    "too_large": FIXED["too_large"],
    "gateway_timeout": (504, "Request timed out"),
}

UNREACHABLE = '{"error":"Failed to reach upstream server: EOF"}\n'
"""What the gateway's proxy says to the gateway, which relays it as it relays a provider (wire/gateway.md 2)."""

DROPPED = "the gateway drops its provider's Retry-After (wire/gateway.md 2); x-mockllm-fidelity: contract sends it"


class Said(NamedTuple):
    """A provider's error."""

    message: str
    kind: str = "invalid_request_error"
    param: str | None = None
    code: str | None = None


CONTEXT = Said(
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 128001 tokens."
    " Please reduce the length of the messages.",
    param="messages",
    code="context_length_exceeded",
)
OVERLOADED = Said("The server is currently overloaded with other requests. Sorry about that!", "server_error")

UPSTREAM: Mapping[str, Callable[[Request], Said]] = {
    "bad_request": lambda _: Said("Invalid request."),
    "context_length": lambda _: CONTEXT,
    "payment_required": lambda _: Said("Insufficient balance.", "insufficient_quota", code="insufficient_quota"),
    "request_timeout": lambda _: Said("Request timed out.", "timeout"),
    "conflict": lambda _: Said("The resource is being changed by another request.", code="conflict"),
    "suspended": lambda _: Said("The account is not active.", "billing_not_active", code="billing_not_active"),
    "invalid": lambda _: Said("Invalid value.", param="messages", code="invalid_value"),
    "rate_limited": lambda request: Said(
        f"Rate limit reached for {request.model} on requests per min (RPM). Please try again later.",
        "requests",
        code="rate_limit_exceeded",
    ),
    "overloaded": lambda _: OVERLOADED,
    "unavailable": lambda _: OVERLOADED,
    "server_error": lambda _: Said("The server had an error while processing your request.", "server_error"),
}
"""By the name of the error."""


def fail(failure: Failure, request: Request, incoming: Incoming, request_id: str) -> Outgoing:  # noqa: ARG001
    """Renders an error; one that has a body of its own is sent as it is."""
    name, status = name_of(failure), status_of(failure)
    if status == 0:
        return unanswered()
    if failure.body is not None:
        return raw(failure)
    failure = readable(failure)
    if name in OWN:
        made = error(status, failure.message or OWN[name][1], _again(failure, incoming))
    else:
        made = relay(status, _upstream(name, failure, request), incoming.level, request.stream,
                     _again(failure, incoming))  # fmt: skip
    return Outgoing(status=status, headers=with_scripted(made.headers, failure), body=made.body)


def _upstream(name: str, failure: Failure, request: Request) -> str:
    """The body of the provider, or of the gateway's proxy where no provider answers."""
    if name == "bad_gateway":
        return UNREACHABLE if failure.message is None else f'{{"error":{quote(failure.message)}}}\n'
    made = UPSTREAM.get(name)
    said = made(request) if made else _other(failure)
    param, code = _or_null(said.param), _or_null(said.code)
    return (
        f'{{"error": {{"message": {quote(failure.message or said.message)}, "type": {quote(said.kind)},'
        f' "param": {param}, "code": {code}}}}}'
    )


def _other(failure: Failure) -> Said:
    """A status without a name."""
    status = status_of(failure)
    return Said(
        f"The provider failed with status {status}.", "server_error" if status >= 500 else "invalid_request_error"
    )


def _or_null(text: str | None) -> str:
    return "null" if text is None else quote(text)


def _again(failure: Failure, incoming: Incoming) -> tuple[Header, ...]:
    """When to come again: a provider's header, which does not get through at `live`."""
    if failure.retry_after_s is not None and incoming.level == "live":
        return (hint(DROPPED),)
    return retry_after(failure)
