"""What others are made to say is what mockllm says."""

from asgi_client import call

from benchmarks import said
from benchmarks.asking import PATH, short, stream
from mockllm.server import build
from mockllm.settings import Settings

APP = build(Settings(clock="frozen"))
JSON = {"content-type": "application/json"}


def chunked(body: bytes) -> bytes:
    """A body as it goes over the wire, cut in two."""
    middle = len(body) // 2
    parts = [b"%x\r\n%b\r\n" % (len(part), part) for part in (body[:middle], body[middle:], b"")]
    return b"".join(parts)


def test_an_answer_is_read() -> None:
    """One piece, and its text."""
    body = call(APP, PATH, short(1), headers=JSON).body
    got = said.read(body)
    assert (got.content_type, got.pieces) == ("application/json", (body,))
    assert got.text in body.decode()
    assert got.text


def test_a_stream_is_read() -> None:
    """Event by event; as many carry text as tokens were asked for, since lateness is counted by that."""
    body = call(APP, PATH, stream(1, 40), headers=JSON).body
    got = said.read(chunked(body))
    assert (got.content_type, got.tokens) == ("text/event-stream", 40)
    assert b"".join(got.pieces) == body
    assert len(got.text) > 40
