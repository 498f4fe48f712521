"""Writes what an answer consists of to the socket together: its head, its body and its end.

Uvicorn hands each to the socket by itself, and each time costs a system call and wakes the client for a part of the
answer: together as much as finding the answer out.
"""

import asyncio
import socket
import struct
from typing import Any

NO_LINGER = struct.pack("ii", 1, 0)
"""With this a socket that is closed sends no farewell, but a reset."""

RESET_RETRY_S = 0.01
MOST_RETRIES = 100
"""How often a reset lets what was written before it go out first."""


class Cork:
    """A transport that gathers what is written until the event loop's next step; all else it leaves to the real one.

    Nothing can be written any more once it is closed.
    """

    def __init__(self, transport: asyncio.WriteTransport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._pieces: list[bytes] = []
        self._closed = False

    def write(self, data: bytes) -> None:
        """Writes bytes, a moment later."""
        if self._closed:
            return
        if not self._pieces:
            self._loop.call_soon(self._flush)
        self._pieces.append(data)

    def write_at_once(self, data: bytes) -> None:
        """Writes bytes now, unless there are others before them: for what is all that there is to write."""
        if self._closed:
            return
        if self._pieces:
            self._pieces.append(data)
        else:
            self._transport.write(data)

    def close(self) -> None:
        """Closes the connection once everything is written."""
        if self._closed:
            return
        self._closed = True
        self._flush()
        self._transport.close()

    def reset(self) -> None:
        """Resets the connection, once what was written has gone out or the client takes too long for that."""
        if self._closed:
            return
        self._closed = True
        self._flush()
        # Not in this step: the loop may hand what was written to the socket only at its end.
        self._loop.call_soon(self._reset, MOST_RETRIES)

    def is_closing(self) -> bool:
        """Says whether nothing can be written any more."""
        return self._closed or self._transport.is_closing()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def _flush(self) -> None:
        if self._pieces:
            data = b"".join(self._pieces)
            self._pieces.clear()
            self._transport.write(data)

    def _reset(self, retries: int) -> None:
        if self._transport.is_closing():
            return
        if retries and self._transport.get_write_buffer_size():
            self._loop.call_later(RESET_RETRY_S, self._reset, retries - 1)
            return
        self._transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
        self._transport.abort()
