"""Sends an answer's frames when they are due."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from mockllm.core import Frame

WRITE_BYTES = 65_536
"""Frames that need not wait are sent together, up to about this many bytes a write."""


async def deliver(
    frames: Iterable[Frame],
    write: Callable[[bytes], Awaitable[None]],
    left: asyncio.Future[None],
    speed: float | None,
    *,
    apart: bool = False,
) -> bool:
    """Writes the frames, each whole in one write; returns False, and takes no further frame, once the client left.

    Waits pass `speed` times faster than they say, None meaning not at all. They are kept from the first frame on, so
    that a late one does not make the others late. Frames that are `apart` share no write even where they need not wait.
    """
    enough = 0 if apart else WRITE_BYTES
    loop = asyncio.get_running_loop()
    pending: list[bytes] = []
    size = 0
    due: float | None = None
    for wait_s, data in frames:
        if wait_s and speed is not None:
            if pending:
                await write(b"".join(pending))
                pending, size = [], 0
            due = (loop.time() if due is None else due) + wait_s / speed
            await pause(due, left, loop)
        if left.done():
            return False
        pending.append(data)
        size += len(data)
        if size >= enough:
            await write(b"".join(pending))
            pending, size = [], 0
            await asyncio.sleep(0)  # so that it goes out, and word of a client that left can arrive
    if pending and not left.done():
        await write(b"".join(pending))
    return not left.done()


async def pause(due: float, left: asyncio.Future[None], loop: asyncio.AbstractEventLoop) -> None:
    """Waits until the loop's time is `due`, or until the client leaves."""
    if left.done() or due <= loop.time():
        return
    woken = loop.create_future()

    def wake(_: object = None) -> None:
        if not woken.done():
            woken.set_result(None)

    timer = loop.call_at(due, wake)
    left.add_done_callback(wake)
    try:
        await woken
    finally:
        timer.cancel()
        left.remove_done_callback(wake)
