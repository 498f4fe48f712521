"""Answers that are sent past uvicorn are the bytes that uvicorn would have sent, or are left to it."""

import asyncio
import logging
from typing import Any

import pytest
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from mockllm.core import ID, Form, Header
from mockllm.server.cork import Cork
from mockllm.server.whole import Whole, head

DATE = b"Thu, 01 Jan 2026 00:00:00 GMT"
HEADERS: tuple[Header, ...] = (("content-type", "text/plain"), ("x-some", 'a  {"b": 1}, é'))


class Wire:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.written = b""

    def write(self, data: bytes) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        self.written += b"<closed>"


class Served:
    """A request as uvicorn keeps track of it, and what was written for it."""

    def __init__(self, *, keep_alive: bool = True) -> None:
        self.wire = Wire()
        self.responses = 0
        log = logging.getLogger("nobody")
        transport: Any = Cork(self.wire, asyncio.get_running_loop())  # type: ignore[arg-type]
        self.cycle = RequestResponseCycle(
            scope={"method": "POST", "http_version": "1.1"},  # type: ignore[typeddict-item]
            transport=transport,
            flow=FlowControl(transport),
            logger=log,
            access_logger=log,
            access_log=False,
            default_headers=[],
            message_event=asyncio.Event(),
            expect_100_continue=False,
            keep_alive=keep_alive,
            on_response=self.count,
        )
        self.whole = Whole(self.cycle, self.cycle.send)  # type: ignore[arg-type]

    def count(self) -> None:
        self.responses += 1

    async def by_uvicorn(self, status: int, headers: tuple[Header, ...], body: bytes, *, chunked: bool) -> bytes:
        """Sends as ASGI has it, and returns the bytes."""
        raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers] + [(b"date", DATE)]
        if not chunked:
            raw.append((b"content-length", b"%d" % len(body)))
        await self.whole({"type": "http.response.start", "status": status, "headers": raw})
        await self.whole({"type": "http.response.body", "body": body, "more_body": chunked})
        if chunked:
            await self.whole({"type": "http.response.body", "body": b""})
        await asyncio.sleep(0)
        return self.wire.written


@pytest.mark.anyio
@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize(("status", "body"), [(200, b"{}"), (422, b"x" * 300), (299, "é🌊".encode())])
async def test_a_whole_answer_is_what_uvicorn_would_send(status: int, body: bytes, chunked: bool) -> None:
    """Byte for byte, and uvicorn knows that the response is complete."""
    ours, uvicorns = Served(), Served()
    assert ours.whole.whole(status, HEADERS, DATE, body, chunked=chunked)
    assert ours.wire.written == await uvicorns.by_uvicorn(status, HEADERS, body, chunked=chunked)
    for served in (ours, uvicorns):
        assert served.responses == 1
        assert served.cycle.response_complete
        assert served.cycle.message_event.is_set()


@pytest.mark.anyio
@pytest.mark.parametrize("chunked", [False, True])
async def test_a_form_goes_out_as_the_answer_it_stands_for(chunked: bool) -> None:
    """Time and again, with the date of the moment."""
    form = Form((*HEADERS, ("x-request-id", f"chatcmpl-{ID}")), f'{{"id":"{ID}"}}'.encode())
    for date, answer_id in ((DATE, "1" * 32), (DATE, "2" * 32), (b"Fri, 02 Jan 2026 00:00:00 GMT", "3" * 32)):
        ours, others = Served(), Served()
        assert ours.whole.filled(form, answer_id, 200, date, chunked=chunked)
        others.whole.whole(200, form.headers_of(answer_id), date, form.body_of(answer_id), chunked=chunked)
        assert ours.wire.written == others.wire.written
        assert answer_id.encode() in ours.wire.written
        assert ours.cycle.response_complete


@pytest.mark.anyio
async def test_a_form_that_uvicorn_has_to_send_is_left_to_it() -> None:
    """Time and again, too."""
    form = Form((("connection", "close"),), b"{}")
    for _ in range(2):
        served = Served()
        assert not served.whole.filled(form, "1" * 32, 200, DATE)
        assert not served.cycle.response_started


@pytest.mark.anyio
@pytest.mark.parametrize(
    "header",
    [
        ("x-split", "a\r\nx-more: b"),
        ("x-bell", "\x07"),
        ("x-tab", "a\tb"),
        ("x more", "b"),
        ("x:", "b"),
        ("", "b"),
        ("connection", "close"),
        ("content-length", "9"),
        ("transfer-encoding", "chunked"),
    ],
)
async def test_other_headers_are_left_to_uvicorn(header: Header) -> None:
    """It refuses those that could end a line, and has to know of those that frame an answer."""
    served = Served()
    assert not served.whole.whole(200, (*HEADERS, header), DATE, b"{}")
    assert served.wire.written == b""
    assert not served.cycle.response_started


@pytest.mark.anyio
async def test_a_connection_that_is_to_close_is_left_to_uvicorn() -> None:
    """It says so in a header, and closes it."""
    served = Served(keep_alive=False)
    assert not served.whole.whole(200, HEADERS, DATE, b"{}")


@pytest.mark.anyio
async def test_a_stream_of_nothing_is_left_to_uvicorn() -> None:
    """A chunk of no bytes would be the last one."""
    assert not Served().whole.whole(200, HEADERS, DATE, b"", chunked=True)


@pytest.mark.anyio
async def test_a_stream_in_chunks_is_what_uvicorn_would_send() -> None:
    """Its head goes out with the first chunk, and uvicorn ends it."""
    ours, uvicorns = Served(), Served()
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in HEADERS] + [(b"date", DATE)]
    await uvicorns.whole({"type": "http.response.start", "status": 200, "headers": raw})
    assert ours.whole.begin(200, HEADERS, DATE)
    await asyncio.sleep(0)
    assert ours.wire.written == b""
    for piece in (b"data: 1\n\n", b"", b"data: 2\n\n"):
        await uvicorns.whole({"type": "http.response.body", "body": piece, "more_body": True})
        assert ours.whole.chunk(piece) is None
    for served in (ours, uvicorns):
        await served.whole({"type": "http.response.body", "body": b""})
        await asyncio.sleep(0)
        assert served.responses == 1
    assert ours.wire.written == uvicorns.wire.written


@pytest.mark.anyio
async def test_a_stream_of_nothing_has_a_head_all_the_same() -> None:
    """It is sent as soon as there would be a first chunk."""
    ours, uvicorns = Served(), Served()
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in HEADERS] + [(b"date", DATE)]
    await uvicorns.whole({"type": "http.response.start", "status": 200, "headers": raw})
    assert ours.whole.begin(200, HEADERS, DATE)
    assert ours.whole.chunk(b"") is None
    for served in (ours, uvicorns):
        await served.whole({"type": "http.response.body", "body": b""})
        await asyncio.sleep(0)
    assert ours.wire.written == uvicorns.wire.written
    assert ours.wire.written.startswith(b"HTTP/1.1 200 OK\r\n")


@pytest.mark.anyio
async def test_chunks_wait_for_a_client_that_takes_them_slowly() -> None:
    """What has to be waited for is over once the client has taken enough."""
    served = Served()
    assert served.whole.begin(200, HEADERS, DATE)
    served.cycle.flow.pause_writing()
    waits = served.whole.chunk(b"data: 1\n\n")
    assert waits is not None
    waiting = asyncio.ensure_future(waits)
    await asyncio.sleep(0)
    assert not waiting.done()
    served.cycle.flow.resume_writing()
    await waiting


@pytest.mark.anyio
async def test_nothing_is_sent_to_a_client_that_left() -> None:
    """Uvicorn notes that it did."""
    served = Served()
    assert served.whole.begin(200, HEADERS, DATE)
    served.cycle.disconnected = True
    assert served.whole.chunk(b"data: 1\n\n") is None
    await asyncio.sleep(0)
    assert served.wire.written == b""


@pytest.mark.anyio
async def test_what_is_written_before_goes_out_before() -> None:
    """An answer waits for what the cork still holds."""
    served = Served()
    served.cycle.transport.write(b"first ")
    served.whole.whole(200, HEADERS, DATE, b"{}")
    await asyncio.sleep(0)
    assert served.wire.written.startswith(b"first HTTP/1.1 200 OK\r\n")
    assert served.wire.written.endswith(b"\r\n\r\n{}")


def test_keeping_a_connection_alive_frames_nothing() -> None:
    """The gateway's streams say so."""
    assert head((("connection", "keep-alive"),)) == b"connection: keep-alive\r\n"
