"""How answers end that don't end as they should, seen from a socket: with both protocols of uvicorn, and both loops."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from mockllm.core import Outgoing
from mockllm.server.connection import connection_of
from mockllm.server.protocol import Protocol, opened
from mockllm.server.respond import Response

TEXT = (("content-type", "text/plain"),)
LONG = (("content-length", "100"),)
FRAMES = [(0.0, b"one"), (0.0, b"two")]
BIG = 4_000_000
REQUEST = b"POST /%b HTTP/1.1\r\nhost: here\r\ncontent-length: 2\r\n\r\n{}"

ANSWERS = {
    "/fine": Outgoing(status=200, headers=TEXT, body=b"fine"),
    "/empty": Outgoing(status=200, headers=TEXT, frames=[]),
    "/stream-close": Outgoing(status=200, headers=TEXT, frames=FRAMES, ending="close"),
    "/stream-reset": Outgoing(status=200, headers=TEXT, frames=FRAMES, ending="reset"),
    "/stream-hang": Outgoing(status=200, headers=TEXT, frames=FRAMES, ending="hang"),
    "/body-close": Outgoing(status=200, headers=LONG, frames=[(0.0, b"half")], ending="close"),
    "/body-reset": Outgoing(status=200, headers=LONG, frames=[(0.0, b"half")], ending="reset"),
    "/headers-close": Outgoing(status=200, headers=LONG, frames=[], ending="close"),
    "/whole-close": Outgoing(status=200, headers=TEXT, body=b"all", ending="close"),
    "/none-close": Outgoing(status=0, headers=(), ending="close"),
    "/none-reset": Outgoing(status=0, headers=(), ending="reset"),
    "/none-hang": Outgoing(status=0, headers=(), ending="hang"),
    "/apart": Outgoing(status=200, headers=TEXT, frames=[(0.0, b"%d" % digit) for digit in range(10)], apart=True),
    "/big-reset": Outgoing(status=200, headers=TEXT, frames=[(0.0, b"x" * BIG)], ending="reset"),
}


class PlainProtocol(H11Protocol):
    """What `Protocol` is where httptools is not installed."""

    def connection_made(self, transport: asyncio.WriteTransport) -> None:  # type: ignore[override]
        super().connection_made(opened(self, transport))  # type: ignore[arg-type]


class Served:
    """An application on a socket, and what it has finished."""

    def __init__(self) -> None:
        self.over = threading.Event()
        self.broken: list[object] = []
        self.listener = socket.create_server(("127.0.0.1", 0))

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = Response(scope, receive, send, date=b"today", bare=False, speed=None)
        while (await receive()).get("more_body"):
            pass
        self.over.clear()
        try:
            await response.send(ANSWERS[scope["path"]])
        finally:
            self.broken.append(response.broken)
            self.over.set()

    def ask(self, path: str) -> socket.socket:
        client = socket.create_connection(self.listener.getsockname(), timeout=20)
        client.sendall(REQUEST % path.encode())
        return client

    def whole(self, path: str) -> tuple[bytes, bool]:
        """Returns all that comes, and whether the connection was reset."""
        got = b""
        with self.ask(path) as client:
            try:
                while data := client.recv(65_536):
                    got += data
            except ConnectionResetError:
                return got, True
        return got, False


@contextlib.contextmanager
def running(app: ASGIApp, listener: socket.socket, **options: Any) -> Iterator[uvicorn.Server]:
    config = uvicorn.Config(app, interface="asgi3", lifespan="off", log_level="critical", **options)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.should_exit = True
        thread.join(20)
        listener.close()
        assert not thread.is_alive()


@pytest.fixture(scope="module", params=[Protocol, PlainProtocol], ids=["httptools", "h11"])
def protocol(request: pytest.FixtureRequest) -> object:
    return request.param


@pytest.fixture(scope="module", params=["asyncio", "uvloop"])
def server(request: pytest.FixtureRequest, protocol: object) -> Iterator[Served]:
    if request.param == "uvloop":
        pytest.importorskip("uvloop")
    served = Served()
    with running(served.app, served.listener, http=protocol, loop=request.param):
        yield served


@pytest.mark.parametrize(
    ("path", "reset", "end"),
    [
        ("stream-close", False, b"\r\n\r\n6\r\nonetwo\r\n"),
        ("stream-reset", True, b"\r\n\r\n6\r\nonetwo\r\n"),
        ("body-close", False, b"\r\n\r\nhalf"),
        ("body-reset", True, b"\r\n\r\nhalf"),
        ("headers-close", False, b"\r\n\r\n"),
        ("whole-close", False, b"\r\n\r\n3\r\nall\r\n"),
    ],
)
def test_an_answer_ends_in_the_middle(server: Served, path: str, reset: bool, end: bytes) -> None:
    """What came before has arrived; the end of the body never does, and the connection ends as it was told to."""
    got, was_reset = server.whole(path)
    assert got.startswith(b"HTTP/1.1 200 OK\r\n")
    assert got.endswith(end)
    assert was_reset == reset
    assert server.over.wait(20)
    assert server.broken[-1] is None


@pytest.mark.parametrize(("path", "reset"), [("none-close", False), ("none-reset", True)])
def test_an_answer_ends_before_it_begins(server: Served, path: str, reset: bool) -> None:
    """Not one byte arrives."""
    assert server.whole(path) == (b"", reset)


@pytest.mark.parametrize(("path", "comes"), [("none-hang", b""), ("stream-hang", b"6\r\nonetwo\r\n")])
def test_an_answer_hangs_until_the_client_leaves(server: Served, path: str, comes: bytes) -> None:
    """Even though nothing waits at this speed; then the request is over."""
    with server.ask(path) as client:
        got = b""
        while not got.endswith(comes):
            got += client.recv(4096)
        client.settimeout(0.05)
        with pytest.raises(TimeoutError):
            client.recv(1)
    assert server.over.wait(20)


def test_frames_apart_are_chunks_of_their_own(server: Served) -> None:
    """Ten frames, ten chunks of HTTP, though none has to wait."""
    with server.ask("apart") as client:
        got = b""
        while not got.endswith(b"0\r\n\r\n"):
            got += client.recv(4096)
    assert got.endswith(b"".join([b"1\r\n%d\r\n" % digit for digit in range(10)]) + b"0\r\n\r\n")


def test_a_stream_of_nothing_ends_properly(server: Served) -> None:
    """With headers and the end of the body."""
    with server.ask("empty") as client:
        got = b""
        while not got.endswith(b"0\r\n\r\n"):
            got += client.recv(4096)
    assert got.startswith(b"HTTP/1.1 200 OK\r\n")


def test_a_reset_comes_after_much_too(server: Served) -> None:
    """More than one buffer holds; what the system has not sent yet is lost, as with any reset."""
    got, reset = server.whole("big-reset")
    assert reset
    assert got.startswith(b"HTTP/1.1 200 OK\r\n")
    assert got.count(b"x") > BIG // 100


def test_the_others_are_served_as_ever(server: Served) -> None:
    """A connection that ends is nobody else's, and an ordinary one is kept."""
    server.whole("none-reset")
    with server.ask("fine") as client:
        for _ in range(2):
            got = b""
            while not got.endswith(b"fine"):
                got += client.recv(4096)
            client.sendall(REQUEST % b"fine")


def test_a_server_that_stops_does_not_wait_for_one_that_hangs(protocol: object) -> None:
    """Longer than for others: the connection ends, and nothing is sent."""
    served = Served()
    with running(served.app, served.listener, http=protocol, timeout_graceful_shutdown=0) as server:
        client = served.ask("none-hang")
        served.over.wait(0.1)
        server.should_exit = True
        assert served.over.wait(20)
    client.close()


@pytest.mark.parametrize(("ending", "error"), [("close", ConnectionAbortedError), ("reset", ConnectionResetError)])
def test_without_a_connection_there_is_an_error(ending: Any, error: type[Exception]) -> None:
    """For whoever called the application in its own process."""

    async def broken() -> object:
        async def nothing(message: Any = None) -> Any:
            return {"type": "http.disconnect"}

        scope: Scope = {"type": "http"}
        assert connection_of(scope) is None
        response = Response(scope, nothing, nothing, date=b"today", bare=False, speed=None)
        await response.send(Outgoing(status=0, headers=(), ending=ending))
        return response.broken

    assert isinstance(asyncio.run(broken()), error)
