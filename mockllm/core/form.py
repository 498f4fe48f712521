"""What answers have in common that differ in nothing but their id."""

from collections.abc import Iterator, Sequence
from typing import Any

from .exchange import Frame, Header

ID = "6d6f636b6c6c6d20616e737765722069"
"""Stands in a form where each answer has its own id; it looks like one."""

ID_BYTES = ID.encode()
"""The same in a body."""


class Form:
    """An answer without its id: its headers, and its body or the bytes of its stream.

    `written` is for whoever sends answers: what it made of the form, which it need make only once.
    """

    __slots__ = ("_filled", "body", "headers", "written")

    def __init__(self, headers: Sequence[Header], body: bytes) -> None:
        self.headers = tuple(headers)
        self.body = body
        self.written: Any = None
        self._filled = [place for place, (_, value) in enumerate(self.headers) if ID in value]

    def headers_of(self, answer_id: str) -> tuple[Header, ...]:
        """The headers of the answer with this id."""
        headers = list(self.headers)
        for place in self._filled:
            name, value = headers[place]
            headers[place] = name, value.replace(ID, answer_id)
        return tuple(headers)

    def body_of(self, answer_id: str) -> bytes:
        """The body of the answer with this id."""
        return self.body.replace(ID_BYTES, answer_id.encode())

    def frames_of(self, answer_id: str) -> Iterator[Frame]:
        """The stream with this id, made when it is asked for, since whoever knows the form need not."""
        yield 0.0, self.body_of(answer_id)
