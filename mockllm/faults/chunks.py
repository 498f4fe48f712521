"""Faults in single chunks: one that is no JSON, finishes and ends that are missing or come twice."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from mockllm.core import Frame, Outgoing

from .events import events, is_data, is_done, is_finish, is_stream
from .fault import Fault, Stage

BROKEN_CHUNK = 2
"""The first one that says something, since the one before it has the role."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BadJson(Fault):
    """The JSON of one chunk, or of a whole body, cannot be read: its last brace is a bracket."""

    of: Literal["chunk", "json"]

    when = Stage.EVENTS

    @property
    def note(self) -> str:
        return "the JSON of a chunk broken" if self.of == "chunk" else "the JSON broken"

    def outgoing(self, outgoing: Outgoing) -> Outgoing:
        if is_stream(outgoing) and self.of == "chunk":
            return replace(outgoing, frames=with_broken(outgoing.frames or ()))
        if outgoing.frames is None and self.of == "json" and outgoing.status:
            return replace(outgoing, body=broken(outgoing.body))
        return outgoing


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeated(Fault):
    """Some event comes twice, or not at all."""

    when = Stage.EVENTS
    times: Literal[0, 2]
    done: ClassVar[bool]
    """Whether it is the mark of the end, or what finishes a choice."""

    def outgoing(self, outgoing: Outgoing) -> Outgoing:
        if not is_stream(outgoing):
            return outgoing
        return replace(outgoing, frames=repeated(events(outgoing.frames or ()), self.times, done=self.done))


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish(Repeated):
    """The chunk that finishes a choice comes twice, or not at all."""

    done = False

    @property
    def note(self) -> str:
        return "finished twice" if self.times else "not finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class Done(Repeated):
    """The mark of the end, `[DONE]`, comes twice, or not at all."""

    done = True

    @property
    def note(self) -> str:
        return "[DONE] sent twice" if self.times else "[DONE] left out"


def with_broken(frames: Iterable[Frame]) -> Iterator[Frame]:
    """Breaks the chunk that has the first words; a stream without one stays as it is."""
    seen = 0
    for wait_s, event in events(frames):
        if is_data(event):
            seen += 1
            if seen == BROKEN_CHUNK:
                yield wait_s, broken(event)
                continue
        yield wait_s, event


def broken(text: bytes) -> bytes:
    """Returns as many bytes that no parser takes."""
    before, brace, after = text.rpartition(b"}")
    return before + b"]" + after if brace else text[:-1] + b"]"


def repeated(frames: Iterable[Frame], times: int, *, done: bool) -> Iterator[Frame]:
    """Yields finishes, or the mark of the end, so many times; the time of one that is left out passes all the same."""
    owed = 0.0
    for wait_s, event in frames:
        if not (is_done(event) if done else is_finish(event)):
            yield owed + wait_s, event
            owed = 0.0
        elif times:
            yield owed + wait_s, event
            yield 0.0, event
            owed = 0.0
        else:
            owed += wait_s
    if owed:
        yield owed, b""
