"""What the dialects share in wording errors that a script wants: which one is meant, and what goes out as it is."""

import json
from dataclasses import replace
from math import ceil, isfinite
from typing import Any

from pydantic_core import PydanticSerializationError

from mockllm.core import FAILURES, Failure, Header, Outgoing
from mockllm.wire import header_text, write_json

JSON: Header = ("content-type", "application/json")

LOWEST, HIGHEST, ANY = 100, 999, 500

HINT = "x-mockllm-hint"

NAMELESS = ""
"""In place of the name of an error that has none."""


def name_of(failure: Failure) -> str:
    """Returns the name of an error; one that is told by its status alone has the first name of that status."""
    if failure.name is not None and failure.name in FAILURES:
        return failure.name
    return next((name for name, status in FAILURES.items() if status == failure.status), NAMELESS)


def status_of(failure: Failure) -> int:
    """Returns the status of an error: its own, else its name's."""
    if failure.status is not None and (failure.status == 0 or LOWEST <= failure.status <= HIGHEST):
        return failure.status
    return FAILURES.get(failure.name or "", ANY)


def readable(failure: Failure) -> Failure:
    """Takes out of the words what has no bytes in UTF-8: halves of surrogate pairs become `?`."""
    message = failure.message
    return failure if message is None else replace(failure, message=message.encode("utf-8", "replace").decode())


def unanswered() -> Outgoing:
    """No answer at all: the client waits until it gives up."""
    return Outgoing(status=0, headers=(), ending="hang")


def raw(failure: Failure) -> Outgoing:
    """An error whose body the script has written: a text as it is, anything else as JSON."""
    headers = with_scripted((JSON, *retry_after(failure)), failure)
    return Outgoing(status=status_of(failure), headers=headers, body=_written(failure.body))


def _written(body: Any) -> bytes:
    if isinstance(body, str):
        return body.encode("utf-8", "replace")
    try:
        return write_json(body)
    except PydanticSerializationError:  # half of a surrogate pair
        return json.dumps(body, ensure_ascii=False, separators=(",", ":"), default=str).encode("utf-8", "replace")


def retry_after(failure: Failure) -> tuple[Header, ...]:
    """Tells when to come again, in whole seconds (RFC 9110, 10.2.3), rounded up so that nobody comes too early."""
    if failure.retry_after_s is None or not isfinite(failure.retry_after_s):
        return ()
    return (("retry-after", str(max(ceil(failure.retry_after_s), 0))),)


def with_scripted(headers: tuple[Header, ...], failure: Failure) -> tuple[Header, ...]:
    """Adds the script's headers, which stand in place of those of the same name."""
    own = {name.lower() for name, _ in failure.headers}
    kept = [header for header in headers if header[0].lower() not in own]
    return (*kept, *((name.lower(), header_text(value)) for name, value in failure.headers))


def hint(text: str) -> Header:
    """Tells a person what the body does not."""
    return (HINT, header_text(text))
