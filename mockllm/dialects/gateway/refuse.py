"""Words refusals as the gateway does: a status, and `{"error":"<text>"}` (wire/gateway.md 2)."""

from collections.abc import Mapping
from typing import Any

from mockllm.core import Header, Incoming, Outgoing, Rejection
from mockllm.wire import header_text

from .gotext import go_body, go_quote
from .relay import relay
from .upstream import UPSTREAM
from .wording import word

JSON = ("content-type", "application/json; charset=utf-8")
NO_RETRY = ("x-should-retry", "false")

FIXED: Mapping[str, tuple[int, str]] = {
    "no_provider": (
        400,
        (
            "Unable to determine provider for model. Please specify a provider using the ?provider= query parameter"
            " or use the provider/model format (e.g., openai/gpt-4)."
        ),
    ),
    "unknown_provider": (400, "Provider not found. Please check the list of supported providers."),
    "no_provider_key": (400, "Provider requires an API key. Please configure the provider's API key."),
    "model_not_allowed": (403, "Model not allowed. Please check the list of allowed models."),
    "model_disallowed": (403, "Model is disallowed. Please use a different model."),
    "too_large": (413, "Request body too large"),
    "unauthorized": (401, "unauthorized"),
    "stopping": (503, "mockllm: the server stops before the answer is complete"),
    "no_route": (404, "Requested route is not found"),
    "wrong_method": (404, "Requested route is not found"),
}
"""The texts that are the same at every level."""


def refuse(rejection: Rejection, incoming: Incoming, request_id: str) -> Outgoing:
    """Renders a refusal; its hint travels in a header of ours."""
    extra = hint(rejection.hint)
    if upstream := UPSTREAM.get(rejection.code):
        status, body = upstream(rejection.detail)
        return relay(status, body, incoming.level, bool(rejection.detail.get("stream")), extra)
    if fixed := FIXED.get(rejection.code):
        return error(*fixed, extra)
    if rejection.code == "complaint":
        kind = str(rejection.detail.get("kind", "unmatched"))
        extra = (*extra, NO_RETRY, ("x-mockllm-error", header_text(kind)))
    elif rejection.code in ("unsupported", "bug"):
        extra = (*extra, NO_RETRY)
    return error(*own(rejection, incoming, request_id), extra)


def error(status: int, text: str, headers: tuple[Header, ...] = ()) -> Outgoing:
    return Outgoing(status=status, headers=(JSON, *headers), body=go_body(f'{{"error":{go_quote(text)}}}'))


def hint(text: str | None) -> tuple[Header, ...]:
    return (("x-mockllm-hint", header_text(text)),) if text else ()


def own(rejection: Rejection, incoming: Incoming, request_id: str) -> tuple[int, str]:
    """The texts that depend on what was refused."""
    detail = rejection.detail
    match rejection.code:
        case "unreadable":
            return 400, unreadable(detail, incoming)
        case "invalid":
            return 400, word(rejection.faults)
        case "unknown_include":
            return 400, f"unknown include value {go_quote(str(detail.get('value', '')))}"
        case "unsupported":
            return 501, f"mockllm: {detail.get('feature', 'this')} is not emulated yet"
        case "complaint":
            text = str(detail.get("message", "the request cannot be answered"))
            return 400, text if text.startswith("mockllm:") else f"mockllm: {text}"
        case "bug":
            return (
                500,
                f"Internal server error: a bug of mockllm, which its log has under {detail.get('id', request_id)}",
            )
    raise ValueError(f"the gateway has no words for a rejection of code {rejection.code!r}")


def unreadable(detail: Mapping[str, Any], incoming: Incoming) -> str:
    """The real text at `live`; the other levels say what is wrong, and where."""
    if incoming.level == "live":
        return "Failed to decode request"
    if not incoming.body:
        return "the request body is empty, but must be a JSON object"
    where = f" at byte {detail['position']}" if "position" in detail else ""
    return f"the request body is not valid JSON: {detail.get('message', 'it cannot be read')}{where}"
