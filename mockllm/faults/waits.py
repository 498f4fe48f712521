"""Faults that cost time: a late start, and a pause in the middle."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from mockllm.core import Frame, Outgoing

from .events import is_stream
from .fault import Fault, Stage
from .mark import AtMark, paused, whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Delay(Fault):
    """Everything comes later, the headers too."""

    seconds: float

    when = Stage.START

    @property
    def note(self) -> str:
        return f"delayed by {self.seconds:g} s"

    def outgoing(self, outgoing: Outgoing) -> Outgoing:
        if outgoing.frames is None:
            return replace(outgoing, wait_s=outgoing.wait_s + self.seconds)
        return replace(outgoing, frames=delayed(outgoing.frames, self.seconds))


@dataclass(frozen=True, slots=True, kw_only=True)
class Stall(AtMark):
    """Nothing comes for a while, in the middle of the answer."""

    seconds: float

    @property
    def note(self) -> str:
        return f"stalled for {self.seconds:g} s after {self.mark}"

    def outgoing(self, outgoing: Outgoing) -> Outgoing:
        if outgoing.status == 0:
            return outgoing
        if is_stream(outgoing):
            return replace(outgoing, frames=paused(outgoing.frames or (), self.mark, self.seconds))
        if outgoing.ending != "complete":  # it is cut in its middle, so that there is none
            return outgoing
        body = whole(outgoing)
        place = body.place(self.mark)
        frames = [(body.wait_s, body.data[:place]), (self.seconds, body.data[place:])]
        return replace(body.promised, frames=frames)


def delayed(frames: Iterable[Frame], seconds: float) -> Iterator[Frame]:
    """Lets the first frame wait; where there is none, the end does."""
    waiting = seconds
    for wait_s, data in frames:
        yield wait_s + waiting, data
        waiting = 0.0
    if waiting:
        yield waiting, b""
