"""Writes what an answer consists of to the socket together: its head, its body and its end.

Uvicorn hands each to the socket by itself, and each time costs a system call and wakes the client for a part of the
answer: together as much as finding the answer out.
"""

import asyncio
from typing import Any


class Cork:
    """A transport that gathers what is written until the event loop's next step; all else it leaves to the real one."""

    def __init__(self, transport: asyncio.WriteTransport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._pieces: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Writes bytes, a moment later."""
        if not self._pieces:
            self._loop.call_soon(self._flush)
        self._pieces.append(data)

    def close(self) -> None:
        """Closes the connection once everything is written."""
        self._flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def _flush(self) -> None:
        if self._pieces:
            data = b"".join(self._pieces)
            self._pieces.clear()
            self._transport.write(data)
