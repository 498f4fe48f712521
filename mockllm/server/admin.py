"""The mock's own control and inspection, below /__mockllm; never a dialect's, and no web page's business."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from mockllm.core import Incoming, Rejection
from mockllm.journal import Entry
from mockllm.wire import read_json, write_json

from .guard import guarded, namespace, refused
from .lines import reason
from .parts import Parts
from .routes import ADMIN
from .story import Story, refusal, tell

MOST_LISTED = 100

NO_CHAT = ("no_route", "wrong_method")
"""The codes of refusals that say of a request that it was no chat."""

MOST_SECONDS = 315_360_000
"""How far ahead a namespace's time may be: ten years."""


@dataclass(frozen=True, slots=True)
class Admin:
    """The pages; a namespace in the path, as `/t/<namespace>/__mockllm/…`, restricts them to it."""

    parts: Parts

    async def scenarios(self, _: Request) -> Response:
        """What is loaded, and why the files that are not could not be."""
        return JSONResponse(self.parts.scripts.status())

    async def reload(self, _: Request) -> Response:
        """Reads the scenario files again; a broken one leaves the old rules."""
        await asyncio.to_thread(self.parts.scripts.again)
        status = self.parts.scripts.status()
        return JSONResponse(status, status_code=409 if status["broken"] else 200)

    async def journal(self, request: Request) -> Response:
        """The latest exchanges, the latest first."""
        entries = self.parts.journal.latest(namespace(request), most=MOST_LISTED)
        return page_of({"seen": self.parts.journal.seen, "exchanges": [shown(entry) for entry in entries]})

    async def explain_last(self, request: Request) -> Response:
        """The story of the latest exchange."""
        entry = next(self.parts.journal.latest(namespace(request), most=1), None)
        if entry is None:
            return refused("no request was seen yet", 404)
        story = await asyncio.to_thread(told, self.parts, entry)
        notice = self.parts.scripts.notice
        return page_of({"exchange": shown(entry), **story.json(), "notice": notice, "text": story.text()})

    async def reset(self, request: Request) -> Response:
        """Forgets a namespace's past, or all: sequences, limits, what was seen."""
        name = namespace(request)
        if name is None:
            self.parts.engine.pasts.forget_all()
        else:
            self.parts.engine.pasts.forget(name)
        self.parts.journal.clear(name)
        return JSONResponse({"reset": name or "all"})

    async def advance(self, request: Request) -> Response:
        """Lets time pass for limits: `?seconds=60`."""
        raw = request.query_params.get("seconds", "")
        try:
            seconds = float(raw)
        except ValueError:
            seconds = -1.0
        past = self.parts.engine.pasts.of(namespace(request))
        if not 0 <= seconds <= MOST_SECONDS - past.ahead_s:
            return refused(f"seconds is {raw!r}, and has to be a number from 0 to {MOST_SECONDS}, all in all", 400)
        past.advance(seconds)
        return JSONResponse({"now": past.now()})


def pages(parts: Parts) -> ASGIApp:
    """Makes the application that answers with the pages, and says of every other path that there is nothing."""
    admin = Admin(parts)
    listed: tuple[tuple[str, str, Callable[[Request], Awaitable[Response]]], ...] = (
        ("GET", "/scenarios", admin.scenarios),
        ("POST", "/scenarios/reload", admin.reload),
        ("GET", "/journal", admin.journal),
        ("GET", "/explain", admin.explain_last),
        ("POST", "/reset", admin.reset),
        ("POST", "/advance", admin.advance),
    )
    routes = [Route(ADMIN + path, guarded(page), methods=[method]) for method, path, page in listed]
    return Starlette(routes=routes, exception_handlers={HTTPException: nothing_here})


def nothing_here(request: Request, error: Exception) -> Response:
    """What the mock's own pages say at paths that are none."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    return JSONResponse({"error": f"mockllm: there is nothing at {request.url.path}"}, status_code=status)


def page_of(value: Any) -> Response:
    """A page with what a request held, which may be numbers that Python's own writer refuses."""
    return Response(write_json(value), media_type="application/json")


def body_of(incoming: Incoming) -> Any:
    """A body as the value it is; one that is no JSON as text."""
    value, error = read_json(incoming.body)
    return value if error is None else incoming.body.decode("utf-8", "replace")


def shown(entry: Entry) -> dict[str, Any]:
    """An exchange as data."""
    incoming: Incoming = entry.incoming
    return {
        "number": entry.number,
        "method": incoming.method,
        "path": entry.path,
        "query": incoming.query,
        "dialect": entry.dialect,
        "namespace": incoming.namespace,
        "headers": entry.headers(),
        "body": body_of(incoming),
        "status": entry.status,
        "rule": entry.rule,
        "turn": entry.turn,
        "reply": entry.reply,
        "refused": None if entry.why is None else reason(entry.why),
        "complaint": None if entry.why is None else complained(entry.why),
        "nearest": None if entry.why is None else entry.why.detail.get("nearest"),
        "note": entry.note,
        "hint": entry.hint,
        "client_left": entry.left,
    }


def told(parts: Parts, entry: Entry) -> Story:
    """The story of an exchange; of one at a wrong path, or with a wrong method, that it was no chat."""
    dialect = parts.dialects[entry.dialect]
    if entry.why is not None and entry.why.code in NO_CHAT:
        return refusal(parts, dialect, entry.why, entry.incoming)
    return tell(parts, dialect, entry.incoming)


def complained(why: Rejection) -> str | None:
    """What the header `x-mockllm-error` said; None where the service itself would refuse the request."""
    return str(why.detail.get("kind", "unmatched")) if why.code == "complaint" else None
