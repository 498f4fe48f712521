"""The clients send what they are told, and see all that comes."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from benchmarks import load, watch

T = TypeVar("T")
EVENTS = (b'data: {"content":""}\n\n', b'data: {"content":"a"}\n\n', b'data: {"content":"b"}\n\n', b"data: [DONE]\n\n")
WHOLE = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"
STREAM = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n%b0\r\n\r\n" % b"".join(
    b"%x\r\n%b\r\n" % (len(event), event) for event in EVENTS
)


def against(answer: bytes, client: Callable[[int], Awaitable[T]], *, leaves: bool = False) -> tuple[T, list[bytes]]:
    """Lets a client ask a server that always gives this answer, in two parts, and may leave after the first.

    Returns also what it was asked.
    """
    asked: list[bytes] = []
    serving: set[asyncio.Task[None] | None] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        serving.add(asyncio.current_task())
        while not reader.at_eof():
            try:
                head = await reader.readuntil(b"\r\n\r\n")
            except asyncio.IncompleteReadError:
                break
            asked.append(await reader.readexactly(load.length(head)))
            for part in (answer[:-9], answer[-9:]):
                writer.write(part)
                await writer.drain()
                await asyncio.sleep(0)
            if leaves:
                break
        writer.close()

    async def both() -> T:
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            try:
                return await client(server.sockets[0].getsockname()[1])
            finally:
                await asyncio.gather(*(task for task in serving if task))

    return asyncio.run(both()), asked


def body(number: int) -> bytes:
    return b'{"number": %d}' % number


def test_every_request_is_another() -> None:
    """Each is sent once, and each answer counts."""
    got, asked = against(WHOLE, lambda port: load.run(port, body, 100, 20, "/"))
    assert (got.answers, got.frames, got.sample) == (20, 0, b"{}")
    assert sorted(asked) == [body(number) for number in range(100, 120)]


def test_frames_are_counted() -> None:
    """Those of all streams."""
    got, _ = against(STREAM, lambda port: load.run(port, body, 0, 10, "/"))
    assert (got.answers, got.frames) == (10, 40)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (WHOLE.replace(b"200 OK", b"404 No"), r"the server answered b'HTTP/1.1 404 No"),
        (WHOLE[:-2], r"the server left after b'HTTP/1.1 200 OK"),
    ],
)
def test_a_refusal_is_no_figure(answer: bytes, reason: str) -> None:
    """What it was is told."""
    with pytest.raises(RuntimeError, match=reason):
        against(answer, lambda port: load.run(port, body, 0, 1, "/"), leaves=True)


def test_streams_are_watched() -> None:
    """Each has a time for each token, and the process's memory is looked at."""
    requests = [load.written(body(number), "/") for number in range(5)]
    seen, asked = against(STREAM, lambda port: watch.run(port, os.getpid(), requests, 0.01, 20))
    assert sorted(asked) == [body(number) for number in range(5)]
    assert [len(stream) for stream in seen.streams] == [2] * 5
    assert all(0 <= first <= second for first, second in seen.streams)
    assert seen.memory_mb > 5


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (STREAM.replace(b"200 OK", b"500 Oh"), r"the server answered b'HTTP/1.1 500 Oh"),
        (STREAM[:-9], "the server left after"),
    ],
)
def test_a_stream_that_breaks_is_no_figure(answer: bytes, reason: str) -> None:
    """Nor one that is refused."""

    def watched(port: int) -> Awaitable[watch.Seen]:
        return watch.run(port, os.getpid(), [load.written(body(1), "/")], 0, 20)

    with pytest.raises(RuntimeError, match=reason):
        against(answer, watched, leaves=True)
