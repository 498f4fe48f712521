"""What an answer of ours consists of, so that others can be made to send the same."""

import json
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A body's content type, the pieces it is sent in, its text, and how many of the pieces carry text."""

    content_type: str
    pieces: tuple[bytes, ...]
    text: str
    tokens: int


def read(body: bytes) -> Said:
    """Reads a body as it came over the wire: JSON, or server-sent events in chunked coding."""
    if not body.endswith(b"0\r\n\r\n"):
        text = json.loads(body)["choices"][0]["message"]["content"]
        return Said(content_type="application/json", pieces=(body,), text=text, tokens=1)
    events = b"".join(unchunked(body)).split(b"data: ")[1:]
    texts = [json.loads(event)["choices"][0]["delta"].get("content") or "" for event in events if has_text(event)]
    pieces = tuple(b"data: %b" % event for event in events)
    return Said(content_type="text/event-stream", pieces=pieces, text="".join(texts), tokens=len(texts))


def has_text(event: bytes) -> bool:
    """Says whether an event carries text; those of a role, a reason to finish and the end do not."""
    return b'"content":"' in event and b'"content":""' not in event


def unchunked(body: bytes) -> Iterator[bytes]:
    while body:
        size, _, rest = body.partition(b"\r\n")
        yield rest[: int(size, 16)]
        body = rest[int(size, 16) + 2 :]
