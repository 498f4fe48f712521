"""Opens many streams at once, and notes when each token comes."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from benchmarks import process, said

LOOK_S = 0.25


@dataclass(slots=True)
class Watched(asyncio.Protocol):
    """One stream: when its request was sent, and what came when."""

    request: bytes
    loop: asyncio.AbstractEventLoop
    finished: asyncio.Future[None]
    sent_s: float = 0.0
    came: list[tuple[float, bytes]] = field(default_factory=list)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.sent_s = self.loop.time()
        cast("asyncio.Transport", transport).write(self.request)

    def data_received(self, data: bytes) -> None:
        if not self.came and not data.startswith(b"HTTP/1.1 200"):
            self.finished.set_exception(RuntimeError(f"the server answered {data[:300]!r}"))
            return
        # As little as can be done, since the client's own lateness counts as the server's.
        self.came.append((self.loop.time(), data))
        if data.endswith(b"0\r\n\r\n"):
            self.finished.set_result(None)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.finished.done():
            self.finished.set_exception(error or RuntimeError(f"the server left after {self.came[-1:]!r}"))

    def tokens_s(self) -> Iterator[float]:
        """When each event that carries text was complete, in seconds after the request."""
        head = b""
        for time_s, data in self.came:
            *events, head = (head + data).split(b"\n\n")
            yield from (time_s - self.sent_s for event in events if said.has_text(event))


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The streams, and the most memory the server had, in megabytes."""

    streams: Sequence[Sequence[float]]
    memory_mb: float


async def run(port: int, pid: int, requests: Sequence[bytes], spread_s: float, longest_s: float) -> Seen:
    """Sends the requests, each over a connection of its own, one after the other within `spread_s`."""
    loop = asyncio.get_running_loop()
    begin = loop.time()
    watched = [Watched(request, loop, loop.create_future()) for request in requests]
    opening: list[asyncio.Task[asyncio.BaseTransport]] = []
    for number, each in enumerate(watched):
        await asyncio.sleep(begin + spread_s * number / len(watched) - loop.time())
        opening.append(asyncio.create_task(opened(loop, each, port)))
    transports = await asyncio.gather(*opening)
    try:
        all_done = asyncio.gather(*(each.finished for each in watched))
        most = process.memory_mb(pid)
        while not all_done.done():
            await asyncio.wait([all_done], timeout=LOOK_S)
            most = max(most, process.memory_mb(pid))
            if loop.time() - begin > longest_s:
                raise TimeoutError(f"streams did not end within {longest_s:.0f} s")
        await all_done
    finally:
        for transport in transports:
            transport.close()
    return Seen(streams=[list(each.tokens_s()) for each in watched], memory_mb=most)


async def opened(loop: asyncio.AbstractEventLoop, watched: Watched, port: int) -> asyncio.BaseTransport:
    transport, _ = await loop.create_connection(lambda: watched, "127.0.0.1", port)
    return transport
