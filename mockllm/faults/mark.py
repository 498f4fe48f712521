"""A place in an answer: after so many chunks, or bytes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from mockllm.core import Frame, Outgoing

from .events import events, is_data, is_done
from .fault import Fault, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """After `count` chunks or bytes.

    Chunks are events with data, of any kind, the one with the role being the first. A stream that has fewer is marked
    before its `[DONE]`. A body that is sent whole has no chunks: there such a mark is its middle, or its beginning
    where it is after none. No mark is after the last byte of a body, since nothing would be missing then.
    """

    count: int
    unit: Literal["chunks", "bytes"] = "chunks"

    @property
    def stage(self) -> Stage:
        """Bytes are counted as they are sent, chunks as they are made."""
        return Stage.CUT if self.unit == "chunks" else Stage.BYTES

    def __str__(self) -> str:
        return f"{self.count} {self.unit}" if self.count != 1 else f"1 {self.unit[:-1]}"


FIRST = Mark(count=1)
"""Where a fault is that needs a mark and was given none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AtMark(Fault):
    """A fault that comes at a mark, or where its kind says if it has none."""

    after: Mark | None = None
    when = Stage.CUT

    @property
    def stage(self) -> Stage:
        """As what is before the mark is counted."""
        return self.after.stage if self.after else self.when

    @property
    def mark(self) -> Mark:
        """The mark, for those that always have one."""
        return self.after or FIRST


HERE = None
"""What stands for the mark among frames."""


def before(frames: Iterable[Frame], mark: Mark) -> Iterator[Frame]:
    """Yields what a stream has before a mark, and takes nothing more from it."""
    for frame in marked(frames, mark):
        if frame is HERE:
            return
        yield frame


def paused(frames: Iterable[Frame], mark: Mark, pause_s: float) -> Iterator[Frame]:
    """Lets what comes after a mark wait."""
    owed = 0.0
    for frame in marked(frames, mark):
        if frame is HERE:
            owed = pause_s
        else:
            yield frame[0] + owed, frame[1]
            owed = 0.0
    if owed:
        yield owed, b""


def marked(frames: Iterable[Frame], mark: Mark) -> Iterator[Frame | None]:
    """Yields the frames of a stream, and `HERE` between them, once."""
    return chunks(frames, mark.count) if mark.unit == "chunks" else pieces(frames, mark.count)


def chunks(frames: Iterable[Frame], left: int) -> Iterator[Frame | None]:
    if not left:
        yield HERE
    for wait_s, event in events(frames):
        if left and is_done(event):
            left = 0
            yield HERE
        yield wait_s, event
        if left and is_data(event):
            left -= 1
            if not left:
                yield HERE


def pieces(frames: Iterable[Frame], left: int) -> Iterator[Frame | None]:
    if not left:
        yield HERE
    for wait_s, data in frames:
        if left and is_done(data):
            left = 0
            yield HERE
        if not left or len(data) < left:
            left = max(0, left - len(data))
            yield wait_s, data
            continue
        yield wait_s, data[:left]
        yield HERE
        if data[left:]:
            yield 0.0, data[left:]
        left = 0


class Body(NamedTuple):
    """A whole body, when it is due, and headers that say its length."""

    data: bytes
    wait_s: float
    promised: Outgoing

    def place(self, mark: Mark) -> int:
        """Returns after how many of its bytes a mark is."""
        if mark.unit == "bytes":
            return max(0, min(mark.count, len(self.data) - 1))
        return len(self.data) // 2 if mark.count else 0


def whole(outgoing: Outgoing) -> Body:
    """Reads an answer that is no stream, even if it is sent in parts already."""
    if outgoing.frames is None:
        headers = (*outgoing.headers, ("content-length", str(len(outgoing.body))))
        return Body(outgoing.body, outgoing.wait_s, replace(outgoing, headers=headers, body=b"", wait_s=0.0))
    frames = list(outgoing.frames)
    return Body(b"".join([data for _, data in frames]), sum([wait_s for wait_s, _ in frames]), outgoing)
