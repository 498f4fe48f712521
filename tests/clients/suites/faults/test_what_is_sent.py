"""Faults that good clients survive did happen all the same: so say the pieces in which a stream came."""

from collections.abc import Sequence
from time import monotonic

import httpx
import pytest
from asks import FAULTS_BASE, FIREWORKS_MODEL, messages
from clients import CLIENTS, HEADER, Ask


def pieces(order: str) -> tuple[httpx.Headers, Sequence[bytes]]:
    """Headers, and what came with each chunk of HTTP."""
    url = f"{FAULTS_BASE}/v1/chat/completions"
    body = {"model": FIREWORKS_MODEL, "messages": messages(), "stream": True}
    with httpx.Client() as client, client.stream("POST", url, json=body, headers={HEADER: order}) as response:
        return response.headers, list(response.iter_raw())


def is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def test_characters_are_cut() -> None:
    """Inside the one of four bytes."""
    _, came = pieces("split=utf8")
    assert not all(is_text(piece) for piece in came)
    assert "🌊" in b"".join(came).decode()


def test_the_word_data_is_cut() -> None:
    """Each time."""
    _, came = pieces("split=data")
    assert came.count(b"da") == b"".join(came).count(b"data: ") > 10


def test_every_byte_comes_by_itself() -> None:
    """All of them."""
    _, came = pieces("split=bytes")
    assert {len(piece) for piece in came} == {1}


def test_everything_comes_in_one_write() -> None:
    """From the role to the end."""
    _, came = pieces("coalesce")
    assert len(came) == 1
    assert came[0].endswith(b"data: [DONE]\n\n")


def test_lines_end_with_crlf() -> None:
    """No line ends otherwise."""
    text = b"".join(pieces("crlf")[1])
    assert text.count(b"\r\n") == text.count(b"\n") > 10


def test_comments_stand_before_events() -> None:
    """Each has one."""
    text = b"".join(pieces("comments")[1])
    assert text.count(b": keep-alive\n\n") == text.count(b"data: ") > 10


def test_the_type_is_another() -> None:
    """Of the same stream."""
    headers, came = pieces("content_type=text/html")
    assert headers["content-type"] == "text/html"
    assert came[0].startswith(b"data: ")


@pytest.mark.parametrize(("order", "times"), [("duplicate_done", 2), ("missing_done", 0)])
def test_the_mark_of_the_end(order: str, times: int) -> None:
    """Twice, or not at all."""
    assert b"".join(pieces(order)[1]).count(b"[DONE]") == times


@pytest.mark.parametrize("order", ["delay=200ms", "stall=200ms after 3 chunks"])
@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("client", CLIENTS)
def test_waits_last_as_long_as_they_say(client: str, order: str, stream: bool) -> None:
    """At least."""
    begun = monotonic()
    CLIENTS[client](Ask(stream=stream, order=order))
    assert monotonic() - begun >= 0.2
