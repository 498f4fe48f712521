"""Lets web pages ask (CORS): those on this machine unless told otherwise."""

from collections.abc import Sequence

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from .arrive import route_path
from .routes import ADMIN

LOCAL = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"


class Origins:
    """Adds CORS headers for the pages that may ask; all other requests pass as if it were not there.

    Never for the mock's own control, which no page has a business with.
    """

    def __init__(self, app: ASGIApp, *, allowed: Sequence[str]) -> None:
        self._app = app
        self._shared = CORSMiddleware(
            app,
            allow_origins=[origin for origin in allowed if origin not in ("local", "none")],
            allow_origin_regex=LOCAL if "local" in allowed else None,
            allow_methods=["*"],
            allow_headers=["*"],
            expose_headers=["*"],
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._shared if scope["type"] == "http" and self._may(scope) else self._app
        await app(scope, receive, send)

    def _may(self, scope: Scope) -> bool:
        for name, value in scope["headers"]:
            if name == b"origin":
                origin = value.decode("latin-1")
                return self._shared.is_allowed_origin(origin) and not route_path(scope).startswith(ADMIN)
        return False
