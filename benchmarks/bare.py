"""The measure: an ASGI app that reads the body and sends bytes it was given, and nothing else.

`python -m benchmarks.bare PORT FILE` serves FILE, a JSON list of [content type, [piece, …]]: one piece is one body,
several are sent one by one.
"""

import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import uvicorn

Message = dict[str, Any]


class Bare:
    def __init__(self, content_type: str, pieces: list[bytes]) -> None:
        self.headers = [(b"content-type", content_type.encode())]
        if len(pieces) == 1:
            self.headers.append((b"content-length", str(len(pieces[0])).encode()))
        self.pieces = pieces

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
        for piece in self.pieces[:-1]:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": self.pieces[-1]})


def main() -> None:
    port, file = sys.argv[1:]
    content_type, pieces = json.loads(Path(file).read_text())
    app = Bare(content_type, [piece.encode() for piece in pieces])
    uvicorn.run(
        app,
        host="127.0.0.1",
        port=int(port),
        log_level="critical",
        lifespan="off",
        date_header=False,
        server_header=False,
    )


if __name__ == "__main__":
    main()
