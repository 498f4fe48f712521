"""Notices a client that leaves before its answer is complete."""

import asyncio
from collections.abc import Callable
from contextvars import Context

from starlette.types import Receive


class Leaving(asyncio.Future[None]):
    """Done once the client has left.

    It listens only from when somebody waits for it, or asks it to: an answer that is sent in one go needs no task.
    """

    def __init__(self, receive: Receive) -> None:
        super().__init__()
        self._receive = receive
        self._task: asyncio.Task[None] | None = None

    def add_done_callback(self, fn: Callable[["Leaving"], object], /, *, context: Context | None = None) -> None:
        self.listen()
        super().add_done_callback(fn, context=context)

    def listen(self) -> None:
        """Begins to watch what the client does."""
        if self._task is None:
            self._task = self.get_loop().create_task(self._listen())

    def close(self) -> None:
        """Stops watching."""
        if self._task is not None:
            self._task.cancel()

    async def _listen(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        if not self.done():
            self.set_result(None)
