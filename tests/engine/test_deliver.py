"""Frames are sent when they are due, together where none has to wait, and no longer than somebody listens."""

import asyncio
from collections.abc import Coroutine, Iterator
from inspect import CORO_CLOSED, getcoroutinestate

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


def test_what_can_be_sent_at_once_wakes_nobody() -> None:
    """Where nothing has to be waited for, frames go out when they are due, all the same."""

    async def sending() -> tuple[bool, list[tuple[float, bytes]]]:
        loop = asyncio.get_running_loop()
        seen: list[tuple[float, bytes]] = []
        started = loop.time()

        def put(data: bytes) -> None:
            seen.append((round(loop.time() - started, 4), data))

        frames = [(0.1, b"a"), (0.0, b"b"), (0.1, b"c"), (0.0, b"d" * WRITE_BYTES), (0.0, b"e")]
        return await deliver(frames, put, loop.create_future(), 1.0), seen

    finished, seen = run(sending())
    assert finished
    assert seen == [(0.1, b"ab"), (0.2, b"c" + b"d" * WRITE_BYTES), (0.2, b"e")]


def test_moments_are_shared_and_do_not_drift() -> None:
    """A frame waits for the next moment that frames are sent at, and those after it are no later for that."""

    async def sending() -> list[float]:
        loop = asyncio.get_running_loop()
        started = loop.time()
        seen: list[float] = []

        def put(_: bytes) -> None:
            seen.append(loop.time() - started)

        await deliver([(0.0101, b"x")] * 50, put, loop.create_future(), 1.0)
        return seen

    late = [time_s - 0.0101 * place for place, time_s in enumerate(run(sending()), 1)]
    assert min(late) > -0.001
    assert max(late) < 0.0021


def test_whoever_waits_gets_what_goes_wrong() -> None:
    """A frame that cannot be made, in the middle of a stream, is its reader's error."""

    async def failing() -> str:
        loop = asyncio.get_running_loop()

        def frames() -> Iterator[Frame]:
            yield 0.1, b"a"
            raise ValueError("no more words")

        try:
            await deliver(frames(), lambda _: None, loop.create_future(), 1.0)
        except ValueError as error:
            return str(error)
        return "nothing"

    assert run(failing()) == "no more words"


def test_a_client_that_leaves_with_the_last_frame_has_got_all() -> None:
    """Servers say so of every client whose answer is complete."""

    async def sending() -> bool:
        left: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def put(_: bytes) -> None:
            await asyncio.sleep(0)
            left.set_result(None)

        return await deliver([(0.1, b"all")], put, left, 1.0)

    assert run(sending())


def test_who_is_cancelled_leaves_nothing_behind() -> None:
    """Not even what it was about to wait for."""

    async def cancelled() -> bool:
        loop = asyncio.get_running_loop()
        waited: list[Coroutine[None, None, None]] = []

        async def never() -> None:
            await loop.create_future()

        def put(_: bytes) -> Coroutine[None, None, None]:
            waited.append(never())
            loop.call_soon(task.cancel)
            return waited[-1]

        task = asyncio.ensure_future(deliver([(0.1, b"a"), (0.1, b"b")], put, loop.create_future(), 1.0))
        await asyncio.wait([task])
        return task.cancelled() and all(getcoroutinestate(each) == CORO_CLOSED for each in waited)

    assert run(cancelled())
