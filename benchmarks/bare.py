"""The measure: an ASGI app that reads the body and sends bytes it was given, and nothing else.

`python -m benchmarks.bare PORT FILE` serves FILE, a JSON list of [content type, [piece, …], [seconds, …]]: one piece is
one body, several are sent one by one, each so many seconds after the request, or all at once if there are none.
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from pathlib import Path
from typing import Any

import uvicorn

Message = MutableMapping[str, Any]


class Bare:
    def __init__(self, content_type: str, pieces: list[bytes], dues_s: Sequence[float] = ()) -> None:
        self.headers = [(b"content-type", content_type.encode())]
        if len(pieces) == 1:
            self.headers.append((b"content-length", str(len(pieces[0])).encode()))
        self.pieces = pieces
        self.dues_s = dues_s

    async def __call__(
        self,
        scope: Message,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        if scope["type"] != "http":
            return
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": self.headers})
        if self.dues_s:
            await self.paced(send)
            return
        for piece in self.pieces[:-1]:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": self.pieces[-1]})

    async def paced(self, send: Callable[[Message], Awaitable[None]]) -> None:
        loop = asyncio.get_running_loop()
        begin = loop.time()
        for due_s, piece in zip(self.dues_s, self.pieces, strict=True):
            wait_s = begin + due_s - loop.time()
            if wait_s > 0:
                await asyncio.sleep(wait_s)
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


def serve(app: Any, port: int) -> None:
    """Serves an application with as little around it as uvicorn can have."""
    uvicorn.run(
        app,
        host="127.0.0.1",
        port=port,
        log_level="critical",
        lifespan="off",
        date_header=False,
        server_header=False,
    )


def main() -> None:
    port, file = sys.argv[1:]
    content_type, pieces, dues_s = json.loads(Path(file).read_text())
    app = Bare(content_type, [piece.encode() for piece in pieces], dues_s)
    serve(app, int(port))


if __name__ == "__main__":
    main()
