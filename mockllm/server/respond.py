"""Sends an answer over ASGI."""

from starlette.types import Receive, Send

from mockllm.core import Outgoing
from mockllm.engine import deliver

from .leaving import Leaving


class Response:
    """One answer on its way; `started` says whether the client has seen its first bytes."""

    __slots__ = ("_bare", "_date", "_receive", "_send", "_speed", "started")

    def __init__(self, receive: Receive, send: Send, *, date: bytes, bare: bool, speed: float | None) -> None:
        self._receive = receive
        self._send = send
        self._date = date
        self._bare = bare
        self._speed = speed
        self.started = False

    async def send(self, outgoing: Outgoing) -> bool:
        """Sends everything; returns False if the client left before."""
        if outgoing.frames is None and (not outgoing.wait_s or self._speed is None):
            await self._start(outgoing)
            await self._body(outgoing)
            return True
        return await self._deliver(outgoing)

    async def _start(self, outgoing: Outgoing) -> None:
        self.started = True
        headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in outgoing.headers]
        headers.append((b"date", self._date))
        if outgoing.frames is None:
            headers.append((b"content-length", b"%d" % len(outgoing.body)))
        await self._send({"type": "http.response.start", "status": outgoing.status, "headers": headers})

    async def _body(self, outgoing: Outgoing) -> None:
        await self._send({"type": "http.response.body", "body": b"" if self._bare else outgoing.body})

    async def _deliver(self, outgoing: Outgoing) -> bool:
        """Sends what takes time; the headers go out with the first bytes, as the real ones do (wire/gateway.md 4)."""
        left = Leaving(self._receive)

        async def write(data: bytes) -> None:
            if self.started:
                left.listen()
            else:
                await self._start(outgoing)
            await self._send({"type": "http.response.body", "body": data, "more_body": outgoing.frames is not None})

        frames = [(outgoing.wait_s, outgoing.body)] if outgoing.frames is None else outgoing.frames
        try:
            complete = await deliver(frames, write, left, self._speed)
            if complete and outgoing.frames is not None:
                await self._send({"type": "http.response.body", "body": b""})
            return complete
        finally:
            left.close()
