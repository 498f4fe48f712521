"""Words refusals as the service does (wire/fireworks.md 3), in one of its three envelopes.

The gateway's has a code in capitals, the backend's calls everything an invalid request, and FastAPI's, which the
reference declares, lists the faults.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic_core import to_json

from mockllm.core import Fault, Incoming, Outgoing, Rejection
from mockllm.wire import header_text

from .grammar import body_message_of, message_of
from .headers import ID_PREFIX, JSON, front
from .parse import REFUSED_BY_GATEWAY

Worded = tuple[int, Mapping[str, Any]]
"""A status and a body."""

NO_RETRY = (("x-should-retry", "false"),)


def refuse(rejection: Rejection, incoming: Incoming, request_id: str) -> Outgoing:
    """Words a refusal: status, headers, body."""
    id_ = ID_PREFIX + request_id
    status, body = WORDINGS.get(rejection.code, _bug)(rejection, incoming, id_)
    headers = [JSON, *front(incoming.level), ("x-request-id", id_)]
    if rejection.code in ("complaint", "unsupported", "bug"):
        headers += NO_RETRY
    if rejection.code == "complaint":
        headers.append(("x-mockllm-error", str(rejection.detail.get("kind", "unmatched"))))
    if rejection.code == "wrong_method":
        headers.append(("allow", str(rejection.detail.get("allowed", "POST"))))
    if rejection.hint:
        headers.append(("x-mockllm-hint", header_text(rejection.hint)))
    return Outgoing(status=status, headers=tuple(headers), body=_json(body))


def _json(body: Mapping[str, Any]) -> bytes:
    """Writes a body; a number too large for a float, which JSON can hold and Python reads as infinite, as null."""
    return to_json(body, inf_nan_mode="null")


def _gateway(code: str, message: str, param: str | None = None, request_id: str | None = None) -> dict[str, Any]:
    body: dict[str, Any] = {"error": {"message": message, "param": param, "code": code, "type": "error"}}
    if request_id:
        body["request_id"] = request_id
    return body


def _backend(message: str, code: str = "invalid_request_error") -> dict[str, Any]:
    return {"error": {"object": "error", "type": code, "code": code, "message": message}}


def _entry(fault: Fault) -> dict[str, Any]:
    """An entry of FastAPI's list, which shows of a failed check's exception an empty object."""
    by_hand = fault.kind == "value_error"
    value = fault.value.decode("utf-8", "replace") if isinstance(fault.value, bytes) else fault.value
    entry = {
        "type": fault.kind,
        "loc": ["body", *fault.loc],
        "msg": f"Value error, {fault.message}" if by_hand else fault.message,
        "input": value,
    }
    context = {"error": {}} if by_hand else dict(fault.context)
    return {**entry, "ctx": context} if context else entry


def _invalid(rejection: Rejection, incoming: Incoming, _: str) -> Worded:
    if incoming.level == "live":
        return 400, _backend(message_of(rejection.faults))
    return 422, {"detail": [_entry(fault) for fault in rejection.faults]}


def _unreadable(rejection: Rejection, incoming: Incoming, _: str) -> Worded:
    if incoming.level == "live":
        return 400, _backend(body_message_of(rejection.faults[0]))
    return 422, {"detail": [_entry(fault) for fault in rejection.faults]}


def _too_large(rejection: Rejection, _: Incoming, id_: str) -> Worded:
    limit = rejection.detail.get("limit")
    most = "" if limit is None else f": at most {limit} bytes are accepted"
    return 413, _gateway("PAYLOAD_TOO_LARGE", f"Request body is too large{most}", request_id=id_)


def _unauthorized(rejection: Rejection, _: Incoming, __: str) -> Worded:
    """The text for a missing key was never seen (a GUESS)."""
    if rejection.detail.get("reason") == "missing":
        return 401, _gateway("UNAUTHORIZED", "The API key is missing: no Authorization header was sent.")
    return 401, _gateway("UNAUTHORIZED", "The API key you provided is invalid.")


def _no_route(rejection: Rejection, incoming: Incoming, id_: str) -> Worded:
    """Seen for `/inference/v1/v1/messages`: the path in the text lacks its first part (earendil-works/pi#4029)."""
    path = str(rejection.detail.get("path", incoming.path))
    return 404, _gateway("NOT_FOUND", f"Path not found: {_below_root(path)}", request_id=id_)


def _below_root(path: str) -> str:
    for root in ("/inference", "/fireworks"):
        if path.startswith(f"{root}/"):
            return path.removeprefix(root)
    return path


def _wrong_method(_: Rejection, __: Incoming, id_: str) -> Worded:
    """FastAPI's text in the gateway's envelope (a GUESS)."""
    return 405, _gateway("METHOD_NOT_ALLOWED", "Method Not Allowed", request_id=id_)


def _unknown_model(_: Rejection, __: Incoming, id_: str) -> Worded:
    return 404, _gateway("NOT_FOUND", "Model not found, inaccessible, and/or not deployed", "model", id_)


def _refused_by_gateway(rejection: Rejection, _: Incoming, __: str) -> Worded:
    return 400, _gateway("BAD_REQUEST", str(rejection.detail["message"]), str(rejection.detail["param"]))


def _prompt_too_long(rejection: Rejection, _: Incoming, __: str) -> Worded:
    length, limit = rejection.detail.get("length"), rejection.detail.get("limit")
    return 400, _backend(f"The prompt is too long: {length}, model maximum context length: {limit}")


def _unsupported(rejection: Rejection, _: Incoming, id_: str) -> Worded:
    feature = rejection.detail.get("feature", "this")
    return 501, _gateway("NOT_IMPLEMENTED", f"mockllm: {feature} is not emulated yet", request_id=id_)


def _complaint(rejection: Rejection, _: Incoming, __: str) -> Worded:
    text = str(rejection.detail.get("message") or rejection.hint or "the request cannot be answered")
    return 400, _backend(text if text.startswith("mockllm:") else f"mockllm: {text}")


def _stopping(_: Rejection, __: Incoming, ___: str) -> Worded:
    """In the envelope of the real service's 503 (wire/fireworks.md 3.2)."""
    return 503, _backend("mockllm: the server stops before the answer is complete")


def _bug(rejection: Rejection, _: Incoming, __: str) -> Worded:
    id_ = rejection.detail.get("id", "unknown")
    return 500, _backend(f"mockllm: an error of its own, which the log has as {id_}", "internal_server_error")


WORDINGS: Mapping[str, Callable[[Rejection, Incoming, str], Worded]] = {
    "unreadable": _unreadable,
    "invalid": _invalid,
    "too_large": _too_large,
    "unauthorized": _unauthorized,
    "no_route": _no_route,
    "wrong_method": _wrong_method,
    "unknown_model": _unknown_model,
    "prompt_too_long": _prompt_too_long,
    "unsupported": _unsupported,
    "complaint": _complaint,
    "stopping": _stopping,
    "bug": _bug,
    REFUSED_BY_GATEWAY: _refused_by_gateway,
}
