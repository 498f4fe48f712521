"""What is written in one step of the event loop reaches the socket in one piece, in order, and never too late."""

import asyncio
import socket
import struct
from typing import Any

from mockllm.server.cork import Cork


class Recorder(asyncio.Transport):
    """A transport that keeps what it is told."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "socket": self})
        self.told: list[Any] = []
        self.held = 0
        self.gone = asyncio.Event()

    def write(self, data: Any) -> None:
        self.told.append(data)

    def close(self) -> None:
        self.told.append("closed")

    def abort(self) -> None:
        self.told.append("aborted")
        self.gone.set()

    def setsockopt(self, *option: object) -> None:
        self.told.append(option)

    def is_closing(self) -> bool:
        return "closed" in self.told or "aborted" in self.told

    def get_write_buffer_size(self) -> int:
        """Holds something back so many times."""
        self.held -= 1
        return self.held + 1


def test_writes_of_one_step_are_joined() -> None:
    """And those of the next are not among them."""

    async def run() -> list[Any]:
        recorder = Recorder()
        cork = Cork(recorder, asyncio.get_running_loop())
        cork.write(b"head ")
        cork.write(b"body")
        await asyncio.sleep(0)
        cork.write(b"more")
        await asyncio.sleep(0)
        return recorder.told

    assert asyncio.run(run()) == [b"head body", b"more"]


def test_a_connection_closes_after_what_was_written() -> None:
    """At once, and nothing is written twice."""

    async def run() -> list[Any]:
        recorder = Recorder()
        cork = Cork(recorder, asyncio.get_running_loop())
        cork.write(b"the end")
        cork.close()
        told = list(recorder.told)
        await asyncio.sleep(0)
        assert recorder.told == told
        return told

    assert asyncio.run(run()) == [b"the end", "closed"]


def test_all_else_is_the_transports_own() -> None:
    """Such as who is at the other end."""

    async def run() -> object:
        return Cork(Recorder(), asyncio.get_running_loop()).get_extra_info("peername")

    assert asyncio.run(run()) == ("127.0.0.1", 1)


def test_nothing_is_written_after_the_end() -> None:
    """Nor is a connection ended twice."""

    async def run() -> list[Any]:
        recorder = Recorder()
        cork = Cork(recorder, asyncio.get_running_loop())
        cork.close()
        assert cork.is_closing()
        cork.write(b"late")
        cork.reset()
        cork.close()
        await asyncio.sleep(0)
        return recorder.told

    assert asyncio.run(run()) == ["closed"]


def test_a_reset_waits_for_what_was_written() -> None:
    """As long as the transport holds some of it back; then it is a reset, no farewell."""

    async def run() -> list[Any]:
        recorder = Recorder()
        recorder.held = 2
        cork = Cork(recorder, asyncio.get_running_loop())
        cork.write(b"the end")
        cork.reset()
        assert recorder.told == [b"the end"]
        cork.close()
        await recorder.gone.wait()
        return recorder.told

    told = asyncio.run(run())
    assert told == [b"the end", (socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)), "aborted"]
