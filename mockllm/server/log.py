"""The log: lines that a thread of their own writes, so that a reader who is slow, or sleeps, never stops the server."""

import logging
import os
from collections import deque
from collections.abc import Callable
from select import select
from threading import Event, Thread
from typing import TextIO

GATHER_S = 0.05
"""How long lines are gathered before they are written together."""

WRITE_BYTES = 4096
"""About how much is written at once: as much as a pipe takes without mixing it with what other processes write."""

MOST_LINES = 10_000
"""How many lines may wait; later ones are dropped, and counted."""

FLUSH_S = 0.5
"""How long the end of the server waits for the lines that are left."""


class Log:
    """Lines for an output, written a moment later and together.

    Where an output takes nothing, lines wait, and then are dropped; the log says how many as soon as it can. Output
    that is gone for good takes none, and nobody is told.
    """

    def __init__(self, out: TextIO, *, most: int = MOST_LINES) -> None:
        self._put = writer(out)
        self._most = most
        self._waiting: deque[str | Event] = deque()
        self._dropped = 0
        self._asleep = True
        self._work = Event()
        self._hurry = Event()
        self._thread: Thread | None = None

    def write(self, line: str) -> None:
        """Adds a line; never waits."""
        if len(self._waiting) >= self._most:
            self._dropped += 1
            return
        self._waiting.append(line)
        if self._asleep:
            self._wake()

    def flush(self, timeout_s: float = FLUSH_S) -> None:
        """Waits until what was added so far is written, for as long as it may take."""
        if self._thread is None:
            return
        done = Event()
        self._waiting.append(done)
        self._hurry.set()
        self._wake()
        done.wait(timeout_s)

    def _wake(self) -> None:
        self._asleep = False
        if self._thread is None:
            self._thread = Thread(target=self._run, name="mockllm log", daemon=True)
            self._thread.start()
        self._work.set()

    def _run(self) -> None:
        while self._work.wait():
            self._work.clear()
            self._hurry.wait(GATHER_S)
            self._hurry.clear()
            self._asleep = True  # before looking, so that a line added meanwhile wakes it again
            while self._waiting or self._dropped:
                self._write_some()

    def _write_some(self) -> None:
        """Writes about as much as fits into one write; a dropped line comes after those that waited before it."""
        lines: list[str] = []
        flushed: list[Event] = []
        size = 0
        while self._waiting and size < WRITE_BYTES:
            line = self._waiting.popleft()
            if isinstance(line, Event):
                flushed.append(line)
            else:
                lines.append(line)
                size += len(line) + 1
        if not self._waiting and self._dropped:
            dropped, self._dropped = self._dropped, 0
            lines.append(f"mockllm: {dropped} line(s) of this log are missing, since nobody read them in time")
        if lines:
            self._put("".join([f"{line}\n" for line in lines]))
        for event in flushed:
            event.set()


class Errors(logging.Handler):
    """Hands what Python's logging would write to the error output to a log of ours."""

    def __init__(self, log: Log) -> None:
        super().__init__()
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        self._log.write(self.format(record))

    def flush(self) -> None:
        """Called by `logging` when Python ends."""
        self._log.flush()


def writer(out: TextIO) -> Callable[[str], None]:
    """Returns what writes a text to an output, and drops it if nobody is there any more.

    A file is written around Python's buffer: whoever else flushes that would otherwise wait for our thread, the end of
    Python included.
    """
    try:
        descriptor = out.fileno()
    except (AttributeError, OSError, ValueError):
        return lambda text: write_text(out, text)
    encoding = out.encoding or "utf-8"
    return lambda text: write_bytes(descriptor, text.encode(encoding, "backslashreplace"))


def write_text(out: TextIO, text: str) -> None:
    try:
        out.write(text)
        out.flush()
    except (OSError, ValueError):  # a closed file
        return


def write_bytes(descriptor: int, data: bytes) -> None:
    while data:
        try:
            data = data[os.write(descriptor, data) :]
        except BlockingIOError:  # whoever shares the output with us does not want to wait
            select((), (descriptor,), ())
        except OSError:  # a closed pipe
            return
