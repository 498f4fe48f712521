"""Calls an ASGI application and keeps every message it sends, as httpx's transport does not."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.types import ASGIApp, Message, Scope


@dataclass(slots=True)
class Got:
    """What an application sent: `writes` are the pieces of the body, `complete` says that its end came."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    writes: list[bytes] = field(default_factory=list)
    complete: bool = False

    @property
    def body(self) -> bytes:
        return b"".join(self.writes)

    @property
    def text(self) -> str:
        return self.body.decode()

    def take(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            assert self.status == 0, "a second start"
            self.status = message["status"]
            names = [name.decode() for name, _ in message["headers"]]
            assert len(names) == len(set(names)), f"repeated headers: {names}"
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            return
        assert self.status, "a body before the start"
        assert not self.complete, "a body after its end"
        if message.get("body"):
            self.writes.append(message["body"])
        self.complete = not message.get("more_body", False)


@dataclass(slots=True)
class Client:
    """One request; it leaves as soon as it has got `leave_after` writes, or at once with 0.

    Without a number it stays until it has got all; servers tell an application that listens so, as they do of one that
    leaves. `asked` counts how often the application wanted to hear from it.
    """

    path: str
    method: str = "POST"
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    pieces: Sequence[bytes] = (b"",)
    leave_after: int | None = None
    got: Got = field(default_factory=Got)
    asked: int = 0
    scope: dict[str, Any] = field(default_factory=dict)

    async def call(self, app: ASGIApp) -> Got:
        pieces = list(self.pieces)
        gone = asyncio.Event()
        if self.leave_after == 0:
            gone.set()

        async def receive() -> Message:
            self.asked += 1
            if pieces and not gone.is_set():
                return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            self.got.take(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                gone.set()
            if self.leave_after is not None and len(self.got.writes) >= self.leave_after:
                gone.set()

        await app(self._scope(), receive, send)
        return self.got

    def run(self, app: ASGIApp) -> Got:
        """Calls in an event loop of its own."""
        return asyncio.run(self.call(app))

    def _scope(self) -> Scope:
        headers = {"host": "127.0.0.1", **self.headers}
        return {
            "type": "http",
            "http_version": "1.1",
            "scheme": "http",
            "method": self.method,
            "path": self.path,
            "raw_path": self.path.encode(),
            "root_path": "",
            "query_string": self.query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            **self.scope,
        }


def call(app: ASGIApp, path: str, body: bytes = b"", **more: Any) -> Got:
    """Makes one request, in an event loop of its own."""
    return Client(path=path, pieces=(body,), **more).run(app)
