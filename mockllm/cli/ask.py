"""`mockllm ask`: one question to the application itself, without a socket."""

import asyncio
import json
import sys
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from starlette.types import ASGIApp, Message

from mockllm import dialects
from mockllm.server import build
from mockllm.settings import Settings

PATH = "/v1/chat/completions"
DATA = b"data: "
DONE = b"[DONE]"
OK = 200


def ask(
    settings: Settings, prompt: str, out: TextIO, *, stream: bool, model: str | None, max_tokens: int | None
) -> int:
    """Prints the answer; a refusal goes to the error output, and the code is 1."""
    app = build(settings)
    body = {**dialects.load()[settings.dialect].question(prompt, stream=stream)}
    body.update({key: value for key, value in {"model": model, "max_tokens": max_tokens}.items() if value is not None})
    printer = Printer(out)
    asyncio.run(post(app, body, settings, printer.take))
    return printer.close()


async def post(app: ASGIApp, body: Mapping[str, Any], settings: Settings, take: Callable[[Message], None]) -> None:
    """Sends a request to an ASGI application and hands its messages on as they come."""
    headers = [(b"content-type", b"application/json")]
    headers += [(b"authorization", f"Bearer {key}".encode()) for key in settings.api_key[:1]]
    scope = {
        "type": "http",
        "method": "POST",
        "path": PATH,
        "raw_path": PATH.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": headers,
    }
    never = asyncio.get_running_loop().create_future()
    messages = iter([{"type": "http.request", "body": json.dumps(body).encode()}])

    async def receive() -> Message:
        return next(messages, None) or await never

    async def send(message: Message) -> None:
        take(message)

    await app(scope, receive, send)


class Printer:
    """Prints the text of an answer, of a stream as soon as it comes."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._status = 0
        self._streamed = False
        self._rest = b""

    def take(self, message: Message) -> None:
        """Takes an ASGI message."""
        if message["type"] == "http.response.start":
            self._status = message["status"]
            self._streamed = dict(message["headers"]).get(b"content-type", b"").startswith(b"text/event-stream")
            return
        self._rest += message.get("body", b"")
        if self._streamed:
            *events, self._rest = self._rest.split(b"\n\n")
            for event in events:
                self._print(event.removeprefix(DATA), "delta")

    def close(self) -> int:
        """Prints what is left, and returns the exit code."""
        if self._status != OK:
            print(f"mockllm: {self._status} {self._rest.decode()}", file=sys.stderr)  # noqa: T201 - for this it is
            return 1
        if not self._streamed:
            self._print(self._rest, "message")
        self._out.write("\n")
        self._out.flush()
        return 0

    def _print(self, data: bytes, part: str) -> None:
        if data == DONE:
            return
        for choice in json.loads(data).get("choices", ()):
            self._out.write(choice[part].get("content") or "")
        self._out.flush()
