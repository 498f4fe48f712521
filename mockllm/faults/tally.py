"""The fault of an answer that does not say how many tokens it took."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from mockllm.core import Frame, Outgoing

from .events import events, is_data, is_stream, is_usage
from .fault import Fault, Stage

COUNTS = re.compile(rb',\s*"usage"\s*:\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}')
"""The counts, with their details; inside a text the quotes would be escaped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoUsage(Fault):
    """There is no usage, be it asked for or not: no chunk of its own, and null or nothing where it would ride."""

    when = Stage.EVENTS

    @property
    def note(self) -> str:
        return "usage left out"

    def outgoing(self, outgoing: Outgoing) -> Outgoing:
        if is_stream(outgoing):
            return replace(outgoing, frames=uncounted(outgoing.frames or ()))
        if outgoing.frames is None and COUNTS.search(outgoing.body):
            headers = tuple([header for header in outgoing.headers if header[0] != "content-length"])
            return replace(outgoing, headers=headers, body=COUNTS.sub(b"", outgoing.body, count=1))
        return outgoing


def uncounted(frames: Iterable[Frame]) -> Iterator[Frame]:
    """Yields what else there is; the time of a chunk that is left out passes all the same."""
    owed = 0.0
    for wait_s, event in events(frames):
        if is_data(event) and is_usage(event):
            owed += wait_s
            continue
        yield owed + wait_s, COUNTS.sub(b',"usage":null', event, count=1) if is_data(event) else event
        owed = 0.0
    if owed:
        yield owed, b""
