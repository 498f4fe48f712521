"""What stands behind the site: the mock's own pages, and the beginning and the end of its life."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from starlette.types import ASGIApp, Receive, Scope, Send

from .parts import Parts


class Behind:
    """Obeys the ASGI lifespan itself, and leaves the rest to the pages."""

    def __init__(self, parts: Parts, alive: Callable[[], AbstractAsyncContextManager[None]]) -> None:
        self._parts = parts
        self._alive = alive
        self._pages: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        if self._pages is None:
            # Starlette and what explains requests take a tenth of a start to import, and most servers have no visitors.
            from .admin import pages

            self._pages = pages(self._parts)
        await self._pages(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        async with self._alive():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})
