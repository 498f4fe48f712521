"""`mockllm ask`: one question to the application itself, without a socket."""

import asyncio
import json
import sys
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from starlette.types import ASGIApp, Message

from mockllm import dialects
from mockllm.errors import UsageError
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


def read_prompt(given: str) -> str:
    """Returns the prompt, which `-` takes from the standard input."""
    try:
        prompt = sys.stdin.read().rstrip("\r\n") if given == "-" else given
    except UnicodeDecodeError as error:
        raise UsageError(f"the standard input is no text in {error.encoding}") from None
    if not prompt.strip():
        raise UsageError(
            "the prompt is empty" if given != "-" else "the prompt, read from the standard input, is empty"
        )
    return prompt


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
        self._hint: bytes | None = None
        self._empty = True
        self._reason: str | None = None

    def take(self, message: Message) -> None:
        """Takes an ASGI message."""
        if message["type"] == "http.response.start":
            self._status = message["status"]
            headers = dict(message["headers"])
            self._streamed = headers.get(b"content-type", b"").startswith(b"text/event-stream")
            self._hint = headers.get(b"x-mockllm-hint")
            return
        self._rest += message.get("body", b"")
        if self._streamed:
            *events, self._rest = self._rest.split(b"\n\n")
            for event in events:
                self._print(event.removeprefix(DATA), "delta")

    def close(self) -> int:
        """Prints what is left, and returns the exit code."""
        if self._status != OK:
            told = f"\nmockllm: hint: {self._hint.decode('latin-1')}" if self._hint else ""
            complain(f"{self._status} {self._rest.decode()}{told}")
            return 1
        if not self._streamed:
            self._print(self._rest, "message")
        if self._empty:
            complain(f"the answer has no text; it ended with finish_reason {self._reason!r}")
        self._out.write("\n")
        self._out.flush()
        return 0

    def _print(self, data: bytes, part: str) -> None:
        if data == DONE:
            return
        for choice in json.loads(data).get("choices", ()):
            text = choice[part].get("content") or ""
            self._empty = self._empty and not text
            self._reason = choice.get("finish_reason") or self._reason
            self._out.write(text)
        self._out.flush()


def complain(text: str) -> None:
    print(f"mockllm: {text}", file=sys.stderr)  # noqa: T201 - this is what the command is for
