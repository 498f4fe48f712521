"""Reads what an ASGI server hands over: path, headers, and a body of limited size."""

from collections.abc import Mapping

from starlette.types import Receive, Scope

from mockllm.core import Rejection

MOST_DIGITS = 20
"""A longer length is read no further: it is too large for any limit, and could be too long for Python to read."""


def route_path(scope: Scope) -> str:
    """Returns the path below whatever the application is mounted at."""
    path: str = scope["path"]
    root: str = scope.get("root_path", "")
    return path.removeprefix(root) if root else path


def read_headers(scope: Scope) -> dict[str, str]:
    """Returns the headers by name; of repeated ones the first."""
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in reversed(scope["headers"])}


def base_url(scope: Scope, headers: Mapping[str, str]) -> str:
    """Returns the address at which the client found us, with what stands before all of our paths."""
    return f"{scope.get('scheme', 'http')}://{headers.get('host', 'HOST:PORT')}{scope.get('root_path', '')}"


async def read_body(receive: Receive, content_length: str | None, limit: int) -> bytes | Rejection | None:
    """Returns the body, a refusal as soon as it is sure to have more than `limit` bytes, or None if the client left."""
    if content_length and content_length.isdecimal() and int(content_length[:MOST_DIGITS]) > limit:
        return too_large(limit)
    message = await receive()
    body: bytes = message.get("body", b"")
    pieces, size = [body], len(body)
    while message["type"] == "http.request" and message.get("more_body") and size <= limit:
        message = await receive()
        pieces.append(message.get("body", b""))
        size += len(pieces[-1])
    if message["type"] == "http.disconnect":
        return None
    if size > limit:
        return too_large(limit)
    return body if len(pieces) == 1 else b"".join(pieces)


def too_large(limit: int) -> Rejection:
    return Rejection(code="too_large", detail={"limit": limit})
