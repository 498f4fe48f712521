"""Sends an answer over ASGI."""

from collections.abc import Awaitable, Iterable, Iterator
from dataclasses import replace
from itertools import chain

from starlette.types import Receive, Scope, Send

from mockllm.core import Frame, Outgoing
from mockllm.engine import WRITE_BYTES, deliver

from .connection import connection_of
from .leaving import Leaving
from .whole import Whole

OK = 200
WITHOUT_BODY = (204, 304)
"""Statuses of answers that have no body (RFC 9110, 6.4.1), as those below 200 have none."""


class Response:
    """One answer on its way; `started` says whether the client has seen its first bytes.

    `whole` sends what is complete, where our own protocol serves us and nobody stands in between. `broken` is an error
    that whoever called us has to get, since there is no other way to end an answer as it should. `hanging` says that
    all has been sent that will be.
    """

    __slots__ = ("_bare", "_date", "_receive", "_scope", "_send", "_speed", "broken", "hanging", "started", "whole")

    def __init__(
        self, scope: Scope, receive: Receive, send: Send, *, date: bytes, bare: bool, speed: float | None
    ) -> None:
        self._scope = scope
        self._receive = receive
        self._send = send
        self.whole = send if type(send) is Whole else None
        self._date = date
        self._bare = bare
        self._speed = speed
        self.started = False
        self.broken: ConnectionError | None = None
        self.hanging = False

    async def send(self, outgoing: Outgoing) -> bool:
        """Sends everything; returns False if the client left before."""
        if (form := outgoing.form) is not None and self.whole is not None and not self._bare:
            chunked = outgoing.frames is not None
            if self.whole.filled(form, outgoing.id, outgoing.status, self._date, chunked=chunked):
                self.started = True
                return True
        if outgoing.ending != "complete" or not outgoing.status:
            return await self._break_off(outgoing)
        if outgoing.frames is None and (not outgoing.wait_s or self._speed is None):
            if not self._at_once(outgoing, outgoing.body):
                await self._start(outgoing)
                await self._body(outgoing)
            return True
        if outgoing.instant and outgoing.frames is not None and self.whole is not None:
            begun, rest = first(outgoing.frames)
            if rest is None and self._at_once(outgoing, begun):
                return True
            outgoing = replace(outgoing, frames=[(0.0, begun)] if rest is None else chain([(0.0, begun)], rest))
        left = Leaving(self._receive)
        try:
            return await self._deliver(outgoing, left)
        finally:
            left.close()

    def end(self, *, reset: bool = False) -> None:
        """Ends the connection before the answer is complete."""
        connection = connection_of(self._scope)
        if connection is None:
            kind = ConnectionResetError if reset else ConnectionAbortedError
            self.broken = kind("mockllm: the connection ends here, on purpose")
        elif reset:
            connection.reset()
        else:
            connection.close()

    def _at_once(self, outgoing: Outgoing, body: bytes) -> bool:
        """Sends head and body together, where our own protocol serves us and nobody stands in between."""
        whole = self.whole
        if whole is None or self._bare or outgoing.status < OK or outgoing.status in WITHOUT_BODY:
            return False
        chunked = outgoing.frames is not None
        self.started = whole.whole(outgoing.status, outgoing.headers, self._date, body, chunked=chunked)
        return self.started

    async def _start(self, outgoing: Outgoing) -> None:
        headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in outgoing.headers]
        if all(name != b"date" for name, _ in headers):  # a script may say another
            headers.append((b"date", self._date))
        if outgoing.frames is None:
            headers.append((b"content-length", b"%d" % len(outgoing.body)))
        await self._send({"type": "http.response.start", "status": outgoing.status, "headers": headers})
        self.started = True

    async def _body(self, outgoing: Outgoing) -> None:
        await self._send({"type": "http.response.body", "body": b"" if self._bare else outgoing.body})

    async def _deliver(self, outgoing: Outgoing, left: Leaving) -> bool:
        """Sends what takes time; the headers go out with the first bytes, as the real ones do (wire/gateway.md 4)."""
        more = outgoing.frames is not None
        chunks: Whole | None = None

        def put(data: bytes) -> Awaitable[None] | None:
            nonlocal chunks
            if chunks is not None:
                return chunks.chunk(data)
            if self.started:
                left.listen()
                return self._send({"type": "http.response.body", "body": data, "more_body": more})
            if (chunks := self._chunks(outgoing)) is None:
                return self._start_with(outgoing, data)
            self.started = True
            return chunks.chunk(data)

        frames = [(outgoing.wait_s, outgoing.body)] if outgoing.frames is None else outgoing.frames
        complete = await deliver(frames, put, left, self._speed, apart=outgoing.apart)
        if complete and more:
            if not self.started:  # a stream of nothing
                await self._start(outgoing)
            if outgoing.ending == "complete":
                await self._send({"type": "http.response.body", "body": b""})
        return complete

    def _chunks(self, outgoing: Outgoing) -> Whole | None:
        """Begins a stream that our own protocol sends chunk by chunk, if it can."""
        whole = self.whole
        if whole is None or self._bare or outgoing.frames is None:
            return None
        if outgoing.status < OK or outgoing.status in WITHOUT_BODY:
            return None
        return whole if whole.begin(outgoing.status, outgoing.headers, self._date) else None

    async def _start_with(self, outgoing: Outgoing, data: bytes) -> None:
        await self._start(outgoing)
        more = outgoing.frames is not None
        await self._send({"type": "http.response.body", "body": data, "more_body": more})

    async def _break_off(self, outgoing: Outgoing) -> bool:
        """Sends what comes before an ending that is none, then ends so."""
        left = Leaving(self._receive)
        try:
            if not await self._before_end(outgoing, left):
                return False
            if outgoing.ending == "hang":
                self.hanging = True
                left.listen()
                await left
            else:
                self.end(reset=outgoing.ending == "reset")
            return True
        finally:
            left.close()

    async def _before_end(self, outgoing: Outgoing, left: Leaving) -> bool:
        """Sends what there is; a body is sent as a stream, since one with a length would be complete with its end."""
        body = [(outgoing.wait_s, outgoing.body)]
        if outgoing.status:
            frames = body if outgoing.frames is None else outgoing.frames
            return await self._deliver(replace(outgoing, frames=frames), left)
        return await deliver(body, nowhere, left, self._speed)


def first(frames: Iterable[Frame]) -> tuple[bytes, Iterator[Frame] | None]:
    """Joins as many frames as one write may hold, and returns them with the others; None where there are no others."""
    left = iter(frames)
    begun: list[bytes] = []
    size = 0
    for _, data in left:
        begun.append(data)
        size += len(data)
        if size >= WRITE_BYTES:
            return b"".join(begun), left
    return b"".join(begun), None


def nowhere(data: bytes) -> None:
    """Takes what is not to be sent."""
