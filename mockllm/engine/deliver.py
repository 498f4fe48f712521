"""Sends an answer's frames when they are due."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from mockllm.core import Frame

WRITE_BYTES = 65_536
"""Frames that need not wait are sent together, up to about this many bytes a write."""

Put = Callable[[bytes], Awaitable[None] | None]
"""Sends bytes; returns what has to be waited for before there may be more, if anything."""


async def deliver(
    frames: Iterable[Frame], put: Put, left: asyncio.Future[None], speed: float | None, *, apart: bool = False
) -> bool:
    """Sends the frames, each whole in one go; returns False, and takes no further frame, once the client left.

    Waits pass `speed` times faster than they say, None meaning not at all. They are kept from the first frame on, so
    that a late one does not make the others late. Frames that are `apart` share no write even where they need not wait.
    """
    delivery = Delivery(frames, put, left, speed, enough=0 if apart else WRITE_BYTES)
    try:
        while (others := await delivery.go_on()) is not None:
            await others
            await asyncio.sleep(0)  # so that it goes out, and word of a client that left can arrive
    finally:
        delivery.stop()
    return not left.done()


class Delivery:
    """Frames on their way.

    The event loop's timer sends them, not a task that would have to be woken for each: a thousand streams at a time
    have tens of thousands of frames a second.
    """

    def __init__(
        self, frames: Iterable[Frame], put: Put, left: asyncio.Future[None], speed: float | None, *, enough: int
    ) -> None:
        self._frames = iter(frames)
        self._put = put
        self._left = left
        self._speed = speed
        self._enough = enough
        self._loop = asyncio.get_running_loop()
        self._next: tuple[float, bytes] | None = None
        self._due: float | None = None
        self._timer: asyncio.Handle | None = None
        self._watching = False
        self._stage: asyncio.Future[Awaitable[None] | None] | None = None

    def go_on(self) -> asyncio.Future[Awaitable[None] | None]:
        """Sends on; the future gets what has to be waited for before this may be called again, or None at the end."""
        self._stage = self._loop.create_future()
        self._tick()
        return self._stage

    def stop(self) -> None:
        """Sends nothing more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._watching:
            self._left.remove_done_callback(self._leave)

    def _tick(self) -> None:
        """Sends what is due, and has the loop come back for what is not."""
        self._timer = None
        stage = self._stage
        if stage is None or stage.done():  # whoever waited for it was cancelled
            return
        try:
            others = self._send()
        except Exception as error:  # noqa: BLE001 - whatever it is, whoever waits for the end gets it
            stage.set_exception(error)
            return
        if others is not None or self._timer is None:
            stage.set_result(others)

    def _send(self) -> Awaitable[None] | None:
        """Sends until a frame has to wait, which sets the timer, or somebody else; at the end neither is so."""
        pending: list[bytes] = []
        size = 0
        while not self._left.done():
            frame = self._next or self._frame()
            if frame is None:
                return self._put(b"".join(pending)) if pending else None
            due, data = frame
            if due and due > self._loop.time():
                self._next = frame
                others = self._put(b"".join(pending)) if pending else None
                if others is None:
                    self._watch()
                    self._timer = self._loop.call_at(due, self._tick)
                return others
            self._next = None
            pending.append(data)
            size += len(data)
            if size >= self._enough:
                others = self._put(b"".join(pending))
                if others is None:
                    self._timer = self._loop.call_soon(self._tick)  # as above
                return others
        return None

    def _frame(self) -> tuple[float, bytes] | None:
        """The next frame, and at which of the loop's times it is due; 0 where it need not wait."""
        frame = next(self._frames, None)
        if frame is None:
            return None
        wait_s, data = frame
        if not wait_s or self._speed is None:
            return 0.0, data
        self._due = (self._loop.time() if self._due is None else self._due) + wait_s / self._speed
        return self._due, data

    def _watch(self) -> None:
        if not self._watching:
            self._watching = True
            self._left.add_done_callback(self._leave)

    def _leave(self, _: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._tick()
