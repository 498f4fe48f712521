"""Faults that end an answer before its time: dropped, hung, truncated, failed, empty, or a bare status."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

from mockllm.core import Ending, Frame, Outgoing

from .events import events, is_done, is_finish, is_stream, is_usage
from .fault import Fault, Stage
from .mark import AtMark, Mark, before, whole

How = Literal["close", "reset"]

ERROR = (
    b'data: {"error":{"message":"The server had an error while processing your request.","type":"server_error"}}\n\n'
)
"""What a provider sends whose status is 200 already, and the gateway relays (wire/gateway.md 4).

That Fireworks sends the same is a GUESS.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop(AtMark):
    """The connection ends at a mark, or before the headers: closed cleanly, or reset."""

    how: How = "close"

    @property
    def note(self) -> str:
        return f"{'dropped' if self.how == 'close' else 'reset'} {where(self.after)}"

    def outgoing(self, outgoing: Outgoing) -> Outgoing:
        return cut(outgoing, self.after, self.how)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hang(AtMark):
    """Nothing more comes after a mark, or nothing at all, until the client leaves."""

    @property
    def note(self) -> str:
        return f"hung {where(self.after)}"

    def outgoing(self, outgoing: Outgoing) -> Outgoing:
        return cut(outgoing, self.after, "hang")


@dataclass(frozen=True, slots=True, kw_only=True)
class Truncate(AtMark):
    """The answer ends properly for HTTP, but not for who reads it.

    A stream loses what comes after a mark, or else why it finished, its usage and its `[DONE]`; a body its second half.
    """

    @property
    def note(self) -> str:
        return f"truncated after {self.after}" if self.after else "truncated"

    def outgoing(self, outgoing: Outgoing) -> Outgoing:
        if outgoing.ending != "complete":
            return outgoing
        if is_stream(outgoing):
            frames = outgoing.frames or ()
            return replace(outgoing, frames=before(frames, self.after) if self.after else unfinished(frames))
        body = whole(outgoing)
        return replace(
            outgoing,
            headers=tuple([header for header in outgoing.headers if header[0] != "content-length"]),
            body=body.data[: body.place(self.mark)],
            wait_s=body.wait_s,
            frames=None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MidError(AtMark):
    """A stream has an event with an error after a mark in chunks, and ends; a body that is sent whole stays."""

    @property
    def note(self) -> str:
        return f"failed after {self.mark}"

    def outgoing(self, outgoing: Outgoing) -> Outgoing:
        if outgoing.ending != "complete" or not is_stream(outgoing):
            return outgoing
        return replace(outgoing, frames=chain(before(outgoing.frames or (), self.mark), [(0.0, ERROR)]))


@dataclass(frozen=True, slots=True, kw_only=True)
class NoBody(Fault):
    """The answer has its status and headers, and nothing behind them."""

    when = Stage.CUT

    @property
    def note(self) -> str:
        return "sent without a body"

    def outgoing(self, outgoing: Outgoing) -> Outgoing:
        if outgoing.ending != "complete":
            return outgoing
        return replace(outgoing, body=b"", frames=None if outgoing.frames is None else ())


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusOnly(Fault):
    """In place of the answer there is a status without a body, as of a proxy that has lost its service."""

    status: int

    when = Stage.CUT

    @property
    def note(self) -> str:
        return f"only the status {self.status} sent"

    def outgoing(self, outgoing: Outgoing) -> Outgoing:
        if outgoing.ending != "complete":
            return outgoing
        kept = tuple([header for header in outgoing.headers if not header[0].startswith("content-")])
        return replace(outgoing, status=self.status, headers=kept, body=b"", frames=None)


def cut(outgoing: Outgoing, after: Mark | None, ending: Ending) -> Outgoing:
    """Ends an answer at a mark, or before it begins; one that has another end already keeps that.

    A body that is cut has promised its whole length.
    """
    if outgoing.ending != "complete":
        return outgoing
    if after is None:
        return replace(outgoing, status=0, headers=(), body=b"", frames=None, wait_s=0.0, ending=ending)
    if is_stream(outgoing):
        return replace(outgoing, frames=before(outgoing.frames or (), after), ending=ending)
    body = whole(outgoing)
    return replace(body.promised, frames=[(body.wait_s, body.data[: body.place(after)])], ending=ending)


def where(after: Mark | None) -> str:
    if after is None:
        return "before the headers"
    return f"after {after}" if after.count else "after the headers"


def unfinished(frames: Iterable[Frame]) -> Iterator[Frame]:
    """Yields what is said, but not why it ended, nor what follows."""
    for wait_s, event in events(frames):
        if is_done(event) or is_usage(event):
            return
        if not is_finish(event):
            yield wait_s, event
