"""Faults in how events are written: comments between them, line ends, another type, pieces that are cut strangely."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from mockllm.core import Frame, Outgoing

from .events import events, is_stream
from .fault import Fault, Stage

Where = Literal["utf8", "data", "bytes"]
LEADING = re.compile(rb"[\xc2-\xf4](?=[\x80-\xbf])")
"""The first byte of a character that has several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comments(Fault):
    """Before each event comes a comment, before the first one without waiting for it."""

    text: str = "keep-alive"

    when = Stage.LINES

    @property
    def note(self) -> str:
        return "comments added"

    def outgoing(self, outgoing: Outgoing) -> Outgoing:
        if not is_stream(outgoing):
            return outgoing
        return replace(outgoing, frames=commented(outgoing.frames or (), f": {self.text}\n\n".encode()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Crlf(Fault):
    """Lines end as they do in the rest of HTTP."""

    when = Stage.WRITES

    @property
    def note(self) -> str:
        return "lines ended with CRLF"

    def outgoing(self, outgoing: Outgoing) -> Outgoing:
        if not is_stream(outgoing):
            return outgoing
        frames = outgoing.frames or ()
        return replace(outgoing, frames=((wait_s, data.replace(b"\n", b"\r\n")) for wait_s, data in events(frames)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentType(Fault):
    """The header says that the answer is something else."""

    value: str

    when = Stage.WHOLE

    @property
    def note(self) -> str:
        return f"called {self.value}"

    def outgoing(self, outgoing: Outgoing) -> Outgoing:
        if not outgoing.status:
            return outgoing
        kept = [header for header in outgoing.headers if header[0] != "content-type"]
        return replace(outgoing, headers=(*kept, ("content-type", self.value)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Split(Fault):
    """Events are cut where no service would cut them, and each piece is sent by itself."""

    where: Where

    when = Stage.BYTES

    @property
    def note(self) -> str:
        return f"split ({self.where})"

    def outgoing(self, outgoing: Outgoing) -> Outgoing:
        if not is_stream(outgoing):
            return outgoing
        return replace(outgoing, frames=cut_up(outgoing.frames or (), CUTS[self.where]), apart=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Coalesce(Fault):
    """All events come in one write, when the last one is due."""

    when = Stage.BYTES

    @property
    def note(self) -> str:
        return "sent in one write"

    def outgoing(self, outgoing: Outgoing) -> Outgoing:
        return replace(outgoing, frames=joined(outgoing.frames or ())) if is_stream(outgoing) else outgoing


def commented(frames: Iterable[Frame], comment: bytes) -> Iterator[Frame]:
    yield 0.0, comment
    first = True
    for wait_s, event in events(frames):
        if event and not first:  # the last frame may be nothing but a wait
            yield 0.0, comment
        first = False
        yield wait_s, event


def cut_up(frames: Iterable[Frame], places: Callable[[bytes], Iterable[int]]) -> Iterator[Frame]:
    for wait_s, data in frames:
        begun = 0
        for place in (*places(data), len(data)):
            yield wait_s, data[begun:place]
            wait_s, begun = 0.0, place


def joined(frames: Iterable[Frame]) -> Iterator[Frame]:
    gathered = list(frames)
    if gathered:
        yield sum([wait_s for wait_s, _ in gathered]), b"".join([data for _, data in gathered])


CUTS: Mapping[Where, Callable[[bytes], Iterable[int]]] = MappingProxyType(
    {
        "utf8": lambda data: [found.end() for found in LEADING.finditer(data)],
        "data": lambda data: [2] if data.startswith(b"data:") else [],
        "bytes": lambda data: range(1, len(data)),
    }
)
