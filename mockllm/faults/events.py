"""Server-sent events among the frames of an answer."""

import re
from collections.abc import Iterable, Iterator

from mockllm.core import Frame, Outgoing

END = re.compile(rb"\r\n\r\n|\n\n")
FINISH = re.compile(rb'"finish_reason"\s*:\s*"')
"""Inside a text its quotes would be escaped."""

USAGE = re.compile(rb'"choices"\s*:\s*\[\s*\]')


def is_stream(outgoing: Outgoing) -> bool:
    """Says whether an answer consists of events; a body that is whole has a length, even if it is sent in parts."""
    return outgoing.frames is not None and all(name != "content-length" for name, _ in outgoing.headers)


def events(frames: Iterable[Frame]) -> Iterator[Frame]:
    """Yields frames that are one event each, when its last byte is due; what is no whole event comes last."""
    begun, waited = b"", 0.0
    for wait_s, data in frames:
        waited += wait_s
        begun += data
        while (end := END.search(begun)) is not None:
            yield waited, begun[: end.end()]
            begun, waited = begun[end.end() :], 0.0
    if begun or waited:
        yield waited, begun


def is_data(event: bytes) -> bool:
    """Says whether an event is a chunk: neither a comment nor the mark of the end."""
    return event.startswith(b"data:") and not is_done(event)


def is_done(event: bytes) -> bool:
    return event.startswith(b"data:") and event[5:].strip() == b"[DONE]"


def is_finish(event: bytes) -> bool:
    """Says whether an event tells why a choice ended."""
    return FINISH.search(event) is not None


def is_usage(event: bytes) -> bool:
    """Says whether an event is the chunk after the choices, which has the usage."""
    return USAGE.search(event) is not None
