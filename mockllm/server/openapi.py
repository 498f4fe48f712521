"""Answers `GET …/openapi.json`: a dialect's description of itself, with the paths where it is really served."""

from urllib.parse import quote

from mockllm.core import Dialect, Outgoing
from mockllm.wire import write_json

from .routes import SHARED_ROOT, Routes

NAME = "/openapi.json"


def openapi(dialect: Dialect, path: str, mounted_at: str, routes: Routes) -> Outgoing:
    """Returns the document that stands at a path; the server it names is what stands before the document's name."""
    base = path.removesuffix(NAME)
    said = dialect.openapi()
    document = {**said, "servers": [{"url": quote(mounted_at + base) or "/"}]}
    document["paths"] = {place: said["paths"][own] for own, place in served(dialect, base, routes).items()}
    return Outgoing(status=200, headers=(("content-type", "application/json"),), body=write_json(document))


def served(dialect: Dialect, base: str, routes: Routes) -> dict[str, str]:
    """Returns where below the base each of the dialect's own paths is served.

    The document at the top is that of the default dialect, whose paths are spread over the top and `/v1`.
    """
    found: dict[str, str] = {}
    for below in (SHARED_ROOT, "") if not base else ("",):
        for own in dialect.openapi()["paths"]:
            place = routes.places.get(base + below + own)
            if place is not None and place.dialect is dialect:
                found.setdefault(own, below + own)
    return found
