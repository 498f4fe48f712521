"""Uvicorn's HTTP protocol, with what mockllm needs below ASGI."""

import asyncio
import re
from typing import Any

from starlette.types import ASGIApp
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from .begun import begin
from .connection import KEY
from .cork import Cork
from .hints import CHAT_PATH
from .whole import Whole

OFFER = re.compile(rb"^upgrade:[ \t]*h2c[^\r\n]*\r\n", re.IGNORECASE | re.MULTILINE)
HEAD_BYTES = 4096
"""How far into what arrives the offer is looked for; it stands among a request's first headers."""


class Protocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # uvicorn chooses the class as it is imported
    """Writes answers in one piece, and takes no notice of an offer to speak HTTP/2.

    Java's HttpClient makes that offer with every request; the parser would stop at it and never read the body.
    """

    _arriving = False
    _arrived: tuple[Any, ASGIApp] | None = None
    _running: Any = None

    def connection_made(self, transport: asyncio.WriteTransport) -> None:
        super().connection_made(opened(self, transport))

    def connection_lost(self, exc: Exception | None) -> None:
        """Tells the request under way that its client is gone; uvicorn tells the newest, which may still be waiting."""
        super().connection_lost(exc)
        cycle = self._running
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()

    def data_received(self, data: bytes) -> None:
        self._arriving = True
        try:
            super().data_received(without_offer(data))
        finally:
            self._arriving = False
        if self._arrived is not None:
            (cycle, app), self._arrived = self._arrived, None
            begun = begin(cycle.run_asgi(app)) if at_once(cycle) else cycle
            if begun is not None:
                super()._start_asgi_task(begun, app)

    def _start_asgi_task(self, cycle: Any, app: ASGIApp) -> None:
        """Has the application send with `Whole`, and begin when all that came in with the request's head is read.

        Only uvicorn's protocol over httptools asks for this, in the versions we know; without it all works as well.
        """
        cycle.send = Whole(cycle, cycle.send)
        self._running = cycle
        if self._arriving:
            self._arrived = cycle, app
        else:
            super()._start_asgi_task(cycle, app)


def at_once(cycle: Any) -> bool:
    """Says whether a request is all there, and for a path of ours, which asks for no task until it waits."""
    return not cycle.more_body and cycle.scope["path"].endswith(CHAT_PATH)


def opened(protocol: Any, transport: asyncio.WriteTransport) -> Cork:
    """Returns what a protocol shall write to, and has each request's `state` say which connection it came by.

    Both of uvicorn's protocols copy what they have as the application's state for each request.
    """
    cork = Cork(transport, protocol.loop)
    protocol.app_state = {**protocol.app_state, KEY: cork}
    return cork


def without_offer(data: bytes) -> bytes:
    """Takes the offer out of a request's head."""
    if data.find(b"h2c", 0, HEAD_BYTES) < 0:
        return data
    head, border, body = data.partition(b"\r\n\r\n")
    return OFFER.sub(b"", head + b"\r\n")[:-2] + border + body if border else data
