"""Sends an answer that is complete to the socket at once, past what uvicorn does for answers that are not."""

import re
from collections.abc import Awaitable, Sequence
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from starlette.types import Message, Send

from mockllm.core import Header

SIZED = b"%b%bdate: %b\r\ncontent-length: %d\r\n\r\n%b"
CHUNKED = b"%b%bdate: %b\r\ntransfer-encoding: chunked\r\n\r\n%x\r\n%b\r\n0\r\n\r\n"
"""An answer as uvicorn writes it: with its length, or in chunks (RFC 9112, 7.1)."""

NAME = re.compile(r"[!#$%&'*+.^_`|~0-9a-z-]+")
FRAMING = frozenset({"connection", "content-length", "date", "transfer-encoding"})
"""Headers that say where an answer ends, which uvicorn has to know of, and what we write ourselves, unless all goes on
as it does anyway.
"""

KEPT: Header = ("connection", "keep-alive")

REMEMBERED = 256
"""How many lines of headers are remembered as they are written."""


class Whole:
    """What a request's application sends with, when uvicorn's protocol over httptools serves it.

    Uvicorn takes head and body one after the other, and looks at each header twice; of an answer that is all there it
    need know no more than that it was sent. `cycle` is what uvicorn knows of the request, its transport a `Cork`.
    """

    __slots__ = ("_cycle", "_send")

    def __init__(self, cycle: Any, send: Send) -> None:
        self._cycle = cycle
        self._send = send

    def __call__(self, message: Message) -> Awaitable[None]:
        """As ASGI has it."""
        return self._send(message)

    def whole(self, status: int, headers: Sequence[Header], date: bytes, body: bytes, *, chunked: bool = False) -> bool:
        """Sends an answer, as one chunk if it is to be `chunked`; returns False where that is left to uvicorn."""
        cycle = self._cycle
        if cycle.disconnected or cycle.response_started or cycle.access_log or cycle.default_headers:
            return False
        if not cycle.keep_alive or cycle.flow.write_paused or (chunked and not body):  # an empty chunk is the last
            return False
        if (written := head(headers)) is None:
            return False
        cycle.response_started = cycle.response_complete = True
        form = CHUNKED if chunked else SIZED
        cycle.transport.write_at_once(form % (status_line(status), written, date, len(body), body))
        cycle.message_event.set()
        cycle.on_response()
        return True


def head(headers: Sequence[Header]) -> bytes | None:
    """Writes the lines of headers; None where one cannot stand in a line, or uvicorn has to see it."""
    lines = [line(header) for header in headers]
    return None if None in lines else b"".join(lines)  # type: ignore[arg-type]  # there is no None in it


@lru_cache(REMEMBERED)
def line(header: Header) -> bytes | None:
    """Writes one header; most of an answer's are the same in every answer, and found here."""
    name, value = header
    if not NAME.fullmatch(name) or (name in FRAMING and header != KEPT) or not value.isprintable():
        return None
    return f"{name}: {value}\r\n".encode("latin-1")


@lru_cache(REMEMBERED)
def status_line(status: int) -> bytes:
    try:
        phrase = HTTPStatus(status).phrase
    except ValueError:
        phrase = ""
    return f"HTTP/1.1 {status} {phrase}\r\n".encode()
