"""What stands between the socket and ASGI."""

import socket
import threading

import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from mockllm.server.protocol import Protocol, without_offer

HEAD = b"POST / HTTP/1.1\r\nConnection: Upgrade, HTTP2-Settings, close\r\nContent-Length: 5\r\n"
OFFER = b"HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\nUpgrade: h2c\r\n"


@pytest.mark.parametrize(
    ("data", "left"),
    [
        (HEAD + b"Upgrade: h2c\r\n\r\nhello", HEAD + b"\r\nhello"),
        (b"GET / HTTP/1.1\r\nupgrade:h2c\r\nhost: x\r\n\r\n", b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"),
        (b"GET / HTTP/1.1\r\nupgrade: websocket\r\n\r\nh2c", b"GET / HTTP/1.1\r\nupgrade: websocket\r\n\r\nh2c"),
        (b"a body that says\r\nupgrade: h2c\r\n", b"a body that says\r\nupgrade: h2c\r\n"),
        (b"{}", b"{}"),
    ],
)
def test_only_the_offer_is_taken_out(data: bytes, left: bytes) -> None:
    """Of a head, and of nothing else."""
    assert without_offer(data) == left


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    body = await Request(scope, receive).body()
    await PlainTextResponse(body)(scope, receive, send)


def test_a_request_that_offers_http2_keeps_its_body() -> None:
    """As Java's HttpClient sends it."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(echo, http=Protocol, lifespan="off", log_level="critical"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        with socket.create_connection(listener.getsockname(), timeout=20) as client:
            client.sendall(HEAD + OFFER + b"\r\nhello")
            answer = b""
            while data := client.recv(4096):
                answer += data
    finally:
        server.should_exit = True
        thread.join(20)
        listener.close()
    assert answer.startswith(b"HTTP/1.1 200")
    assert answer.endswith(b"\r\n\r\nhello")
