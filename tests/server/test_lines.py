"""What the log says of each request."""

import io
import re
from typing import Any

import pytest
import virtual_time
from asgi_client import Client
from toy import Toy, site

from mockllm.clock import SystemClock
from mockllm.core import Fault, Rejection
from mockllm.pace import Pace
from mockllm.server.lines import REASON_CHARACTERS, reason
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


def test_a_header_that_nobody_reads_is_noted() -> None:
    """Behind what else there is."""
    headers = {"x-mockllm-fidelty": "live"}
    said = "there is no header x-mockllm-fidelty: did you mean x-mockllm-fidelity?"
    assert logged(Client(path=CHAT, pieces=[BODY], headers=headers)) == f"POST {CHAT} 200 {said}\n"
    assert logged(Client(path=CHAT, headers=headers)) == f"POST {CHAT} 400 empty (send JSON) {said}\n"


def test_a_client_that_left_is_noted() -> None:
    """After what it got, or nothing."""
    assert logged(Client(path=CHAT, leave_after=0)) == f"POST {CHAT} - the client left before the end\n"
    client = Client(path=CHAT, pieces=[b'{"text": " a b c d", "stream": true}'], leave_after=1)
    assert logged(client, pace=Pace(tps=10)) == f"POST {CHAT} 200 the client left before the end\n"


@pytest.mark.parametrize("path", ["/a\nPOST /b 200\x1b[31m", "/" + "x" * 100_000])
def test_a_path_cannot_forge_or_flood(path: str) -> None:
    """What is not printable is escaped, and what is long is cut."""
    line = logged(Client(path=path))
    assert line.count("\n") == 1
    assert "\x1b" not in line
    assert len(line) < 400


def fault(*loc: str | int, message: str = "Field required", **more: Any) -> Fault:
    return Fault(loc=loc, kind="missing", message=message, **more)


@pytest.mark.parametrize(
    ("faults", "said"),
    [
        ([fault("model")], "model: Field required"),
        ([fault("messages", 0, "content", message="Wrong")], "messages[0].content: Wrong"),
        ([fault()], "(body): Field required"),
        ([fault("model"), fault("n", message="Wrong")], "model: Field required; n: Wrong"),
        (
            [fault(104, message="JSON decode error", context={"error": "Expecting value"})],
            "(body): JSON decode error at character 104: Expecting value",
        ),
        ([fault("a\n", message="b\x1b")], "a\\n: b\\x1b"),
    ],
)
def test_all_faults_are_said(faults: list[Fault], said: str) -> None:
    """Each with its place, as one writes it in code."""
    assert reason(Rejection(code="invalid", faults=tuple(faults))) == said


def test_as_many_as_fit() -> None:
    """And how many more there are; one fault at least, whatever its length."""
    many = reason(Rejection(code="invalid", faults=tuple(fault(f"field_{index}") for index in range(100))))
    assert REASON_CHARACTERS - 40 < len(many) < REASON_CHARACTERS + 40
    shown = many.count(": Field required")
    assert many.endswith(f"; and {100 - shown} more")
    long = reason(Rejection(code="invalid", faults=(fault("x" * 5_000, message="y" * 5_000), fault("z"))))
    assert len(long) < REASON_CHARACTERS


def test_a_body_that_cannot_be_read_says_where() -> None:
    """Where the dialect knows."""
    rejection = Rejection(code="unreadable", detail={"message": "expected a comma", "position": 7})
    assert reason(rejection) == "(body): expected a comma at byte 7"
