"""Takes the namespace off the path: `/t/<namespace>/v1/…` is `/v1/…`, for one test alone."""

import re

from starlette.types import ASGIApp, Receive, Scope, Send

from .arrive import route_path

PREFIX = "/t/"
NAMESPACE = re.compile(r"[A-Za-z0-9._-]{1,64}")
NAMESPACE_KEY = "mockllm.namespace"
"""Where the scope keeps the namespace that stood in the path."""


class Namespaces:
    """Moves the prefix from the path into `root_path`, so that redirects keep it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            path = route_path(scope)
            if path.startswith(PREFIX):
                namespace = path.removeprefix(PREFIX).partition("/")[0]
                root_path = f"{scope.get('root_path', '')}{PREFIX}{namespace}"
                scope = {**scope, "root_path": root_path, NAMESPACE_KEY: namespace}
        await self._app(scope, receive, send)
