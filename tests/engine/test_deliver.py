"""Frames are sent when they are due, together where none has to wait, and no longer than somebody listens."""

import asyncio
from collections.abc import Iterator

from virtual_time import run

from mockllm.core import Frame
from mockllm.engine import deliver
from mockllm.engine.deliver import WRITE_BYTES


async def sent(
    frames: list[Frame], speed: float | None = 1.0, *, apart: bool = False
) -> tuple[bool, list[bytes], float]:
    loop = asyncio.get_running_loop()
    writes: list[bytes] = []

    async def write(data: bytes) -> None:
        writes.append(data)

    started = loop.time()
    finished = await deliver(frames, write, loop.create_future(), speed, apart=apart)
    return finished, writes, loop.time() - started


def test_frames_that_need_not_wait_share_a_write() -> None:
    """Three frames, one write."""
    assert run(sent([(0, b"a"), (0, b"b"), (0, b"c")]))[:2] == (True, [b"abc"])


def test_a_frame_that_waits_is_not_held_back_by_others_nor_holds_them() -> None:
    """What came before a wait is sent before it."""
    finished, writes, took = run(sent([(0, b"a"), (0.02, b"b"), (0, b"c"), (0.02, b"d")]))
    assert (finished, writes) == (True, [b"a", b"bc", b"d"])
    assert took == 0.04


def test_speed_shortens_waits_and_max_drops_them() -> None:
    """A hundred times faster a second is ten milliseconds; at `max` an hour is nothing."""
    assert run(sent([(1, b"a")], 100))[2] == 0.01
    assert run(sent([(3600, b"a"), (3600, b"b")], None))[1] == [b"ab"]


def test_a_write_does_not_grow_without_bound() -> None:
    """Large answers go out in several writes, each frame whole in one."""
    frame = b"x" * (WRITE_BYTES // 2 + 1)
    assert run(sent([(0, frame)] * 3))[1] == [frame * 2, frame]


def test_waits_do_not_add_up_to_more_than_they_say() -> None:
    """A frame that was late to send does not make the next ones late: waits count from the first."""
    assert run(sent([(0.1, b"x")] * 10))[2] < 1.0001


def test_nothing_is_taken_after_the_client_left() -> None:
    """A client that leaves during a wait ends the work at once."""

    async def leaving() -> tuple[bool, list[bytes], int]:
        loop = asyncio.get_running_loop()
        left: asyncio.Future[None] = loop.create_future()
        writes: list[bytes] = []
        taken = 0

        def frames() -> Iterator[Frame]:
            nonlocal taken
            for wait in (0.0, 3600.0, 3600.0):
                taken += 1
                yield wait, b"x"

        async def write(data: bytes) -> None:
            writes.append(data)
            loop.call_soon(left.set_result, None)

        return await deliver(frames(), write, left, 1.0), writes, taken

    assert run(leaving()) == (False, [b"x"], 2)


def test_frames_apart_share_no_write() -> None:
    """Not even where nothing waits; and it takes no time."""
    assert run(sent([(0, b"a"), (0, b"b"), (1, b"c")], None, apart=True)) == (True, [b"a", b"b", b"c"], 0.0)
