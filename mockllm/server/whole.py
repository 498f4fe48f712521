"""Sends an answer that is complete to the socket at once, past what uvicorn does for answers that are not."""

import re
from collections.abc import Awaitable, Sequence
from functools import lru_cache
from http import HTTPStatus
from typing import Any, NamedTuple

from starlette.types import Message, Send

from mockllm.core import ID_BYTES, Form, Header

SIZED = b"%b%bdate: %b\r\ncontent-length: %d\r\n\r\n%b"
BEGINNING = b"%b%bdate: %b\r\ntransfer-encoding: chunked\r\n\r\n"
CHUNKED = BEGINNING + b"%x\r\n%b\r\n0\r\n\r\n"
"""An answer as uvicorn writes it: with its length, or in chunks (RFC 9112, 7.1)."""

NAME = re.compile(r"[!#$%&'*+.^_`|~0-9a-z-]+")
FRAMING = frozenset({"connection", "content-length", "date", "transfer-encoding"})
"""Headers that say where an answer ends, which uvicorn has to know of, and what we write ourselves, unless all goes on
as it does anyway.
"""

KEPT: Header = ("connection", "keep-alive")

REMEMBERED = 256
"""How many lines of headers are remembered as they are written."""


class Sent(NamedTuple):
    """A form as it goes out at a `date`; no data where it has to be uvicorn that sends it."""

    date: bytes
    data: bytes | None


class Whole:
    """What a request's application sends with, when uvicorn's protocol over httptools serves it.

    Uvicorn takes head and body one after the other, and looks at each header twice; of an answer that is all there it
    need know no more than that it was sent. `cycle` is what uvicorn knows of the request, its transport a `Cork`.
    """

    __slots__ = ("_cycle", "_head", "_send")

    def __init__(self, cycle: Any, send: Send) -> None:
        self._cycle = cycle
        self._send = send
        self._head = b""

    def __call__(self, message: Message) -> Awaitable[None]:
        """As ASGI has it."""
        return self._send(message)

    def body(self) -> bytes | None:
        """Takes the request's body as uvicorn's `receive` does, if all of it has arrived; else None."""
        cycle = self._cycle
        if cycle.more_body or cycle.disconnected or cycle.waiting_for_100_continue:
            return None
        body = bytes(cycle.body)
        cycle.body = bytearray()
        cycle.message_event.clear()
        return body

    def whole(self, status: int, headers: Sequence[Header], date: bytes, body: bytes, *, chunked: bool = False) -> bool:
        """Sends an answer, as one chunk if it is to be `chunked`; returns False where that is left to uvicorn."""
        if not self._free() or (data := written(status, headers, date, body, chunked=chunked)) is None:
            return False
        self._write(data)
        return True

    def filled(self, form: Form, answer_id: str, status: int, date: bytes, *, chunked: bool = False) -> bool:
        """The same for an answer that is a form but for its id; what comes before and after that is kept with it."""
        if not self._free():
            return False
        known: Sent | None = form.written
        if known is None or known.date is not date:
            data = written(status, form.headers, date, form.body, chunked=chunked)
            form.written = known = Sent(date, data)
        if known.data is None:
            return False
        self._write(known.data.replace(ID_BYTES, answer_id.encode()))
        return True

    def begin(self, status: int, headers: Sequence[Header], date: bytes) -> bool:
        """Begins to send in chunks, the head with the first; returns False where that is left to uvicorn."""
        if not self._free() or (lines := head(headers)) is None:
            return False
        cycle = self._cycle
        cycle.response_started = cycle.chunked_encoding = True
        cycle.waiting_for_100_continue = False
        self._head = BEGINNING % (status_line(status), lines, date)
        return True

    def chunk(self, data: bytes) -> Awaitable[None] | None:
        """Sends a chunk; returns what has to be waited for where the client takes less than it is sent."""
        cycle = self._cycle
        if cycle.disconnected:
            return None
        begun, self._head = self._head, b""
        if data:
            cycle.transport.write(b"%b%x\r\n%b\r\n" % (begun, len(data), data))
        elif begun:  # alone, since a chunk of nothing would be the last
            cycle.transport.write(begun)
        return cycle.flow.drain() if cycle.flow.write_paused else None

    def _free(self) -> bool:
        """Says whether nothing of the connection is for uvicorn to see to."""
        cycle = self._cycle
        if cycle.disconnected or cycle.response_started or cycle.access_log or cycle.default_headers:
            return False
        return bool(cycle.keep_alive and not cycle.flow.write_paused)

    def _write(self, data: bytes) -> None:
        cycle = self._cycle
        cycle.response_started = cycle.response_complete = True
        cycle.transport.write_at_once(data)
        cycle.message_event.set()
        cycle.on_response()


def written(status: int, headers: Sequence[Header], date: bytes, body: bytes, *, chunked: bool) -> bytes | None:
    """Writes an answer as it goes out; None where it has to be uvicorn that does."""
    if (lines := head(headers)) is None or (chunked and not body):  # an empty chunk is the last
        return None
    return (CHUNKED if chunked else SIZED) % (status_line(status), lines, date, len(body), body)


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
