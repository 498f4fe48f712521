"""Sends requests over kept-alive connections, a different body in each, and counts what comes back."""

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import cast

CONNECTIONS = 8
LONGEST_S = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """How many answers and stream frames came in how many seconds; `sample` is the last answer's body."""

    answers: int
    frames: int
    seconds: float
    sample: bytes


class Connection(asyncio.Protocol):
    """One connection: sends the next request as soon as the answer to the last has ended."""

    def __init__(self, requests: Iterator[bytes], finished: asyncio.Future[None]) -> None:
        self.requests, self.finished = requests, finished
        self.answers = self.frames = 0
        self.received = b""
        self.sample = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.next()

    def next(self) -> None:
        request = next(self.requests, None)
        if request is None:
            self.transport.close()
            self.finished.set_result(None)
        else:
            self.transport.write(request)

    def data_received(self, data: bytes) -> None:
        self.received += data
        head, border, body = self.received.partition(b"\r\n\r\n")
        if not border:
            return
        if b"chunked" in head:
            if not body.endswith(b"0\r\n\r\n"):
                return
        elif len(body) < length(head):
            return
        if not head.startswith(b"HTTP/1.1 200"):
            self.finished.set_exception(RuntimeError(f"the server answered {head!r} {body[:300]!r}"))
            self.transport.close()
            return
        self.answers += 1
        self.frames += body.count(b"data: ")
        self.sample, self.received = body, b""
        self.next()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.finished.done():
            self.finished.set_exception(error or RuntimeError(f"the server left after {self.received[:300]!r}"))


def length(head: bytes) -> int:
    return int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])


def written(body: bytes, path: str) -> bytes:
    """A request as it goes over the wire."""
    head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: {len(body)}"
    return b"%b\r\n\r\n%b" % (head.encode(), body)


async def run(port: int, body: Callable[[int], bytes], first: int, count: int, path: str) -> Load:
    """Sends `count` requests, numbered from `first`, and waits for their answers."""
    requests = iter([written(body(number), path) for number in range(first, first + count)])
    loop = asyncio.get_running_loop()
    finished = [loop.create_future() for _ in range(CONNECTIONS)]
    started = time.perf_counter()
    made = [
        await loop.create_connection(lambda future=future: Connection(requests, future), "127.0.0.1", port)  # type: ignore[misc]
        for future in finished
    ]
    try:
        await asyncio.wait_for(asyncio.gather(*finished), LONGEST_S)
        seconds = time.perf_counter() - started
    finally:
        for transport, _ in made:
            transport.close()
    connections = [connection for _, connection in made]
    return Load(
        answers=sum(connection.answers for connection in connections),
        frames=sum(connection.frames for connection in connections),
        seconds=seconds,
        sample=connections[0].sample,
    )
