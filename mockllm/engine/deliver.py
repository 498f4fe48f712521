"""Sends an answer's frames when they are due."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from math import ceil
from typing import Literal

from mockllm.core import Frame

WRITE_BYTES = 65_536
"""Frames that need not wait are sent together, up to about this many bytes a write."""

MOMENTS = 500
"""How many moments of a second frames are sent at.

What many streams have due between two of them is sent at the second: one after the other they cost a third less than
each by itself, for which the processor has to find everything again that it needs.
"""

ROUNDING_S = 1e-8
"""What sums of floats may be off."""

EARLY_S = 0.0006
"""How early a frame may be: event loops round to the nearest millisecond, and would be asked in vain for less."""

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
            if delivery.complete:  # who has got all of it may leave
                break
            await asyncio.sleep(0)  # so that it goes out, and word of a client that left can arrive
    finally:
        delivery.stop()
    return delivery.complete


class Delivery:
    """Frames on their way; `complete` says whether all of them are.

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
        self.complete = False
        self._held: Frame | None = None
        self._due: float | None = None
        self._timer: asyncio.Handle | None = None
        self._watching = False
        self._others: Awaitable[None] | None = None
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
        if isinstance(self._others, Coroutine):  # whoever was cancelled before it could wait for it never will
            self._others.close()

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
        if others != "later":
            self._others = others
            stage.set_result(others)

    def _send(self) -> Awaitable[None] | Literal["later"] | None:
        """Sends until there is nothing more, or something to wait for: others, or the timer."""
        pending: list[bytes] = []
        size = 0
        while not self._left.done():
            frame = self._held or self._next()
            if frame is None:
                self.complete = True
                return self._put(b"".join(pending)) if pending else None
            due, data = frame
            if due - self._loop.time() > EARLY_S:
                self._held = frame
                return self._later(pending, due)
            self._held = None
            pending.append(data)
            size += len(data)
            if size >= self._enough:
                return self._later(pending, 0.0)
        return None

    def _later(self, pending: list[bytes], due: float) -> Awaitable[None] | Literal["later"]:
        """Sends what there is, and sets the timer unless that takes longer."""
        others = self._put(b"".join(pending)) if pending else None
        if others is not None:
            return others
        self._timer = self._loop.call_at(ceil((due - ROUNDING_S) * MOMENTS) / MOMENTS, self._tick)
        if not self._watching:
            self._watching = True
            self._left.add_done_callback(self._leave)
        return "later"

    def _next(self) -> Frame | None:
        """The next frame, with the loop's time at which it is due in place of its wait; 0 where it need not wait."""
        frame = next(self._frames, None)
        if frame is None or not frame[0]:
            return frame
        wait_s, data = frame
        if self._speed is None:
            return 0.0, data
        self._due = (self._loop.time() if self._due is None else self._due) + wait_s / self._speed
        return self._due, data

    def _leave(self, _: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._tick()
