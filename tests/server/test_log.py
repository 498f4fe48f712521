"""The log: written a moment later, together, and never at anybody's cost."""

import io
import logging
import os
import threading
from collections.abc import Iterator
from typing import TextIO

import pytest

from mockllm.server.log import Errors, Log
from mockllm.server.run import logged_errors

PIPE_BYTES = 65_536
"""More than this nobody takes who does not read: Linux' pipes are this large, others smaller."""


class Out(io.StringIO):
    """Counts how often it is written to."""

    writes = 0

    def write(self, text: str, /) -> int:
        self.writes += 1
        return super().write(text)


@pytest.fixture
def pipe() -> Iterator[tuple[int, TextIO]]:
    """The end to read from, and the end to write to."""
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb", buffering=0), os.fdopen(writing, "w", encoding="utf-8") as out:
        yield reading, out


def test_lines_are_written_together() -> None:
    """In their order, and a moment later rather than one by one."""
    out = Out()
    log = Log(out)
    for name in "abc":
        log.write(name)
    assert out.writes == 0
    log.flush()
    log.write("d")
    log.flush()
    assert (out.getvalue(), out.writes) == ("a\nb\nc\nd\n", 2)


def test_lines_are_written_without_being_asked_for() -> None:
    """After a moment."""
    written = threading.Event()

    class Told(io.StringIO):
        def flush(self) -> None:
            written.set()

    out = Told()
    Log(out).write("a")
    assert written.wait(10)
    assert out.getvalue() == "a\n"


def test_a_log_without_lines_has_no_thread() -> None:
    """Nothing is started for an application that nobody asks anything."""
    before = threading.active_count()
    log = Log(io.StringIO())
    log.flush()
    assert threading.active_count() == before


def test_output_that_is_closed_fails_nothing() -> None:
    """The lines are dropped."""
    out = io.StringIO()
    out.close()
    log = Log(out)
    log.write("a")
    log.flush()
    log.write("b")
    log.flush()


def test_a_reader_who_has_gone_fails_nothing() -> None:
    """The lines are dropped."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as out:
        log = Log(out)
        for _ in range(3):
            log.write("a")
            log.flush()


def test_a_reader_who_sleeps_stops_nobody(pipe: tuple[int, TextIO]) -> None:
    """Lines wait, then are dropped; who wakes up reads what waited, and how many lines did not."""
    reading, out = pipe
    log = Log(out, most=100)
    line = "x" * 4095
    for _ in range(1000):
        log.write(line)
    log.flush(timeout_s=0.1)
    text = b""
    while not text.endswith(b"in time\n"):
        text += os.read(reading, PIPE_BYTES)
    *lines, last = text.decode().splitlines()
    assert set(lines) == {line}
    assert last == f"mockllm: {1000 - len(lines)} line(s) of this log are missing, since nobody read them in time"
    log.write("awake")
    log.flush()
    assert os.read(reading, PIPE_BYTES) == b"awake\n"


def test_a_pipe_that_does_not_wait_gets_all(pipe: tuple[int, TextIO]) -> None:
    """Whoever shares it may have set it so."""
    reading, out = pipe
    os.set_blocking(out.fileno(), False)
    log = Log(out)
    lines = [f"{number:05} {'x' * 200}" for number in range(1000)]
    for line in lines:
        log.write(line)
    text = b""
    while text.count(b"\n") < len(lines):
        text += os.read(reading, PIPE_BYTES)
    assert text.decode().splitlines() == lines


def test_what_the_encoding_lacks_is_escaped() -> None:
    """Rather than lost."""
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb", buffering=0), os.fdopen(writing, "w", encoding="ascii") as out:
        log = Log(out)
        log.write("grüße")
        log.flush()
        assert os.read(reading, PIPE_BYTES) == b"gr\\xfc\\xdfe\n"


def test_errors_go_to_a_log_with_their_traceback() -> None:
    """As Python's own handler would have written them."""
    out = io.StringIO()
    handler = Errors(Log(out))
    logger = logging.Logger("mockllm.test")
    logger.addHandler(handler)
    try:
        raise RuntimeError("boom")
    except RuntimeError as error:
        logger.error("mockllm: bug %s", "abc", exc_info=error)
    handler.flush()
    first, second, *_, last = out.getvalue().splitlines()
    assert (first, second, last) == (
        "mockllm: bug abc", "Traceback (most recent call last):", "RuntimeError: boom"
    )  # fmt: skip


def test_a_server_logs_errors_without_waiting(capsys: pytest.CaptureFixture[str]) -> None:
    """As long as it serves."""
    with logged_errors():
        logging.getLogger("asyncio").error("boom")
    assert capsys.readouterr().err == "boom\n"
    assert not any(isinstance(handler, Errors) for handler in logging.getLogger().handlers)
