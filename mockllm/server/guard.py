"""Keeps strangers out of the mock's own pages, and whatever goes wrong in them in the log."""

import logging
import re
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from .namespaces import NAMESPACE, NAMESPACE_KEY
from .origins import REFUSED_KEY

logger = logging.getLogger("mockllm")

Page = Callable[[Request], Awaitable[Response]]

OURS = re.compile(
    r"([a-z0-9_-]+|([a-z0-9_-]+\.)*(localhost|local|internal|test)|\d+\.\d+\.\d+\.\d+|\[[0-9a-f:.]+\])(:\d+)?",
    re.IGNORECASE,
)
"""Names by which a machine is known to itself and its neighbours: addresses, and names that nobody can register.

Under a name of its own a web page could have its reader's browser ask this machine without saying that it is a page.
"""


def guarded(page: Page) -> Page:
    """Returns a page that only programs of this machine and its neighbours see."""

    async def guard(request: Request) -> Response:
        host = request.headers.get("host", "")
        if REFUSED_KEY in request.scope or "origin" in request.headers:
            return refused("no web page may do this", 403)
        if host and not OURS.fullmatch(host):
            return refused(f"these pages are not for {host!r}; ask by an address, as 127.0.0.1, or as localhost", 403)
        name = namespace(request)
        if name is not None and not NAMESPACE.fullmatch(name):
            return refused(f"the namespace {name!r} is not made of 1 to 64 letters, digits and . _ -", 400)
        try:
            return await page(request)
        except Exception:
            logger.exception("mockllm: bug in the page %s", request.url.path)
            return refused("this is a bug in mockllm, which its log tells of", 500)

    return guard


def namespace(request: Request) -> str | None:
    """The namespace a page is asked about, in its path or its query; None for all."""
    name: str | None = request.scope.get(NAMESPACE_KEY, request.query_params.get("namespace"))
    return name


def refused(text: str, status: int) -> Response:
    return JSONResponse({"error": f"mockllm: {text}"}, status_code=status)
