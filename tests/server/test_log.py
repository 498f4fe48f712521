"""The line that each request leaves."""

import asyncio
import io
import re
from typing import Any

import virtual_time
from asgi_client import Client
from toy import Toy, site

from mockllm.clock import SystemClock
from mockllm.pace import Pace
from mockllm.server.log import Log

CHAT = "/v1/chat/completions"
BODY = b'{"text": "hi"}'


def logged(client: Client, **more: Any) -> str:
    out = io.StringIO()
    log = Log(out)
    virtual_time.run(client.call(site(Toy(), log=log, **more)))
    log.flush()
    return out.getvalue()


def test_a_request_leaves_a_line() -> None:
    """With method, path and status; a frozen clock measures nothing."""
    assert logged(Client(path=CHAT, pieces=[BODY])) == f"POST {CHAT} 200\n"


def test_a_running_clock_measures() -> None:
    """In milliseconds."""
    line = logged(Client(path=CHAT, pieces=[BODY]), clock=SystemClock())
    assert re.fullmatch(rf"POST {CHAT} 200 \d+\.\dms\n", line)


def test_the_namespace_is_shown() -> None:
    """Apart from the path."""
    assert logged(Client(path="/t/green" + CHAT, pieces=[BODY])) == f"POST {CHAT} 200 [green]\n"


def test_a_refusal_says_why() -> None:
    """With the hint that the client gets too."""
    assert logged(Client(path=CHAT)) == f"POST {CHAT} 400 empty (send JSON)\n"
    assert "405 wrong_method (this path takes POST)" in logged(Client(path=CHAT, method="GET"))


def test_a_client_that_left_is_noted() -> None:
    """After what it got, or nothing."""
    assert logged(Client(path=CHAT, leave_after=0)) == f"POST {CHAT} - the client left before the end\n"
    client = Client(path=CHAT, pieces=[b'{"text": " a b c d", "stream": true}'], leave_after=1)
    assert logged(client, pace=Pace(tps=10)) == f"POST {CHAT} 200 the client left before the end\n"


def test_a_path_cannot_forge_lines() -> None:
    """What is not printable is escaped."""
    line = logged(Client(path="/a\nPOST /b 200\x1b[31m"))
    assert line.count("\n") == 1
    assert "\x1b" not in line


def test_lines_are_written_a_moment_later_together() -> None:
    """Without being asked to."""

    class Out(io.StringIO):
        writes = 0

        def write(self, text: str, /) -> int:
            self.writes += 1
            return super().write(text)

    out = Out()

    async def lines() -> None:
        log = Log(out)
        for name in "abc":
            log.write(name)
        assert out.writes == 0
        await asyncio.sleep(1)
        log.write("d")
        await asyncio.sleep(1)

    virtual_time.run(lines())
    assert (out.getvalue(), out.writes) == ("a\nb\nc\nd\n", 2)


def test_output_that_is_gone_fails_nothing() -> None:
    """The lines are dropped."""
    out = io.StringIO()
    out.close()

    async def lines() -> None:
        log = Log(out)
        log.write("a")
        await asyncio.sleep(1)
        log.write("b")
        await asyncio.sleep(1)

    virtual_time.run(lines())
