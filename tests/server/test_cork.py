"""What is written in one step of the event loop reaches the socket in one piece, in order, and never too late."""

import asyncio
from typing import Any

from mockllm.server.cork import Cork


class Recorder(asyncio.Transport):
    """A transport that keeps what it is told."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1)})
        self.told: list[Any] = []

    def write(self, data: Any) -> None:
        self.told.append(data)

    def close(self) -> None:
        self.told.append("closed")


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
