"""What the site does with answers that go wrong on purpose: the log says so, and a stop ends those that hang."""

import asyncio
import io

import pytest
from asgi_client import Client
from toy import Toy, site

from mockllm.core import Outgoing
from mockllm.server import Stopping
from mockllm.server.log import Log

HEADERS = (("content-type", "text/event-stream"),)


class Spoilt(Toy):
    """A dialect with one answer."""

    def __init__(self, answer: Outgoing) -> None:
        super().__init__()
        self.answer = answer

    def health(self) -> Outgoing:
        return self.answer


class Line:
    """A connection that only notes what is done to it."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def close(self) -> None:
        self.told.append("closed")

    def reset(self) -> None:
        self.told.append("reset")


def client(line: Line | None = None, leave_after: int | None = None) -> Client:
    scope = {"state": {"mockllm.connection": line}} if line is not None else {}
    return Client(path="/toy/health", method="GET", scope=scope, leave_after=leave_after)


def logged(answer: Outgoing, asking: Client) -> str:
    """Asks, and returns what the log says."""
    out = io.StringIO()
    log = Log(out)
    try:
        asking.run(site(Spoilt(answer), log=log))
    finally:
        log.flush()
    return out.getvalue()


def test_the_log_says_what_happened() -> None:
    """And that it was meant; the body has no end."""
    answer = Outgoing(
        status=200, headers=HEADERS, frames=[(0.0, b"a")], ending="close", note="dropped after 1 chunk, on purpose"
    )
    asking, line = client(Line()), Line()
    asking.scope["state"]["mockllm.connection"] = line
    assert logged(answer, asking) == "GET /toy/health 200 dropped after 1 chunk, on purpose\n"
    assert (asking.got.body, asking.got.complete, line.told) == (b"a", False, ["closed"])


def test_an_answer_that_never_began_has_no_status() -> None:
    """Neither for the client nor in the log."""
    line = Line()
    asking = client(line)
    answer = Outgoing(status=0, headers=(), ending="reset", note="reset before the headers, on purpose")
    assert logged(answer, asking) == "GET /toy/health - reset before the headers, on purpose\n"
    assert (asking.got.status, line.told) == (0, ["reset"])


def test_a_client_in_the_same_process_gets_an_error() -> None:
    """After what came before it; and the log has its line all the same."""
    asking = client()
    answer = Outgoing(status=200, headers=HEADERS, frames=[(0.0, b"a")], ending="reset", note="reset, on purpose")
    with pytest.raises(ConnectionResetError, match="on purpose"):
        logged(answer, asking)
    assert asking.got.body == b"a"


def test_a_hang_ends_when_the_client_leaves() -> None:
    """Which is no surprise, and the log doesn't call it one."""
    answer = Outgoing(
        status=200, headers=HEADERS, frames=[(0.0, b"a")], ending="hang", note="hung after 1 chunk, on purpose"
    )
    line = Line()
    asking = client(line, leave_after=1)
    assert logged(answer, asking) == "GET /toy/health 200 hung after 1 chunk, on purpose\n"
    assert (asking.got.complete, line.told) == (False, [])


def test_a_server_that_stops_ends_what_hangs() -> None:
    """Without a word to the client, who was promised none."""
    line = Line()
    asking = client(line)
    stopping = Stopping()
    app = site(Spoilt(Outgoing(status=0, headers=(), ending="hang")), stopping=stopping)

    async def live() -> None:
        task = asyncio.create_task(asking.call(app))
        for _ in range(5):
            await asyncio.sleep(0)
        assert not task.done()
        stopping.begun = True
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(live())
    assert (asking.got.status, line.told, stopping.cut) == (0, ["closed"], 1)
