"""Lets web pages ask (CORS): those on this machine unless told otherwise.

See the Fetch standard, "CORS protocol", and "Private Network Access" for what browsers ask before a page on the
internet may reach this machine.
"""

import re
from collections.abc import Awaitable, Sequence

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .arrive import route_path
from .lines import line
from .log import Log
from .namespaces import NAMESPACE_KEY
from .routes import ADMIN

LOCAL = re.compile(r"https?://(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(:\d+)?")
REFUSED_KEY = "mockllm.refused_origin"
"""Where the scope keeps the origin of a page that may not ask."""

REMEMBER_S = b"600"
ORIGIN = b"origin"
ASKED_METHOD = b"access-control-request-method"
ASKED_HEADERS = b"access-control-request-headers"
ASKED_PRIVATE = b"access-control-request-private-network"

Headers = list[tuple[bytes, bytes]]


class Origins:
    """Adds CORS headers for the pages that may ask; all other requests pass as if it were not there.

    Never for the mock's own control, which no page has a business with.
    """

    def __init__(self, app: ASGIApp, *, allowed: Sequence[str], log: Log | None = None) -> None:
        self._app = app
        self._allowed = frozenset(allowed) - {"none"}
        self._log = log

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] == "http":
            for name, value in scope["headers"]:
                if name == ORIGIN:
                    return self._visit(value, scope, receive, send)
        return self._app(scope, receive, send)

    async def _visit(self, raw: bytes, scope: Scope, receive: Receive, send: Send) -> None:
        origin = raw.decode("latin-1")
        if not self._may(origin) or route_path(scope).startswith(ADMIN):
            await self._app({**scope, REFUSED_KEY: origin}, receive, send)
            return
        asked = dict(scope["headers"])
        shared: Headers = [
            (b"access-control-allow-origin", b"*" if "*" in self._allowed else raw),
            (b"vary", b"Origin"),
        ]
        if scope["method"] == "OPTIONS" and ASKED_METHOD in asked:
            await self._permit(scope, [*shared, *permissions(asked)], send)
            return

        async def send_shared(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {
                    **message,
                    "headers": [*message["headers"], *shared, (b"access-control-expose-headers", b"*")],
                }
            await send(message)

        await self._app(scope, receive, send_shared)

    def _may(self, origin: str) -> bool:
        if "local" in self._allowed:
            return LOCAL.fullmatch(origin) is not None
        return origin in self._allowed or "*" in self._allowed

    async def _permit(self, scope: Scope, headers: Headers, send: Send) -> None:
        """Answers a browser that asks what a page may do: all it wants to."""
        await send({"type": "http.response.start", "status": 200, "headers": [*headers, (b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})
        if self._log is not None:
            self._log.write(line("OPTIONS", route_path(scope), 200, namespace=scope.get(NAMESPACE_KEY)))


def permissions(asked: dict[bytes, bytes]) -> Headers:
    """Grants whatever was asked for."""
    granted = [(b"access-control-allow-methods", asked[ASKED_METHOD]), (b"access-control-max-age", REMEMBER_S)]
    if wanted := asked.get(ASKED_HEADERS):
        granted.append((b"access-control-allow-headers", wanted))
    if asked.get(ASKED_PRIVATE) == b"true":
        granted.append((b"access-control-allow-private-network", b"true"))
    return granted
