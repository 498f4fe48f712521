"""Answers HTTP requests: finds the place of a path, and logs how the visit went."""

from asyncio import CancelledError

from starlette.types import ASGIApp, Receive, Scope, Send

from mockllm.engine import Engine
from mockllm.journal import Journal

from .arrive import route_path
from .date import Date
from .log import Log
from .respond import Response
from .routes import ADMIN, Place, Routes
from .scripts import Scripts
from .stopping import Stopping
from .visit import Visit


class Site:
    """Answers every path but the mock's own pages, which it leaves to the application behind it."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        engine: Engine,
        routes: Routes,
        log: Log | None = None,
        stopping: Stopping | None = None,
        journal: Journal | None = None,
        scripts: Scripts | None = None,
    ) -> None:
        self._app = app
        self._engine = engine
        self._routes = routes
        self._log = log
        self._stopping = stopping or Stopping()
        self._journal = journal
        self._scripts = scripts
        self._date = Date(engine.options.clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = route_path(scope) if scope["type"] == "http" else ADMIN
        place = self._routes.find(path)
        if place.purpose == "nothing" and path.startswith(ADMIN):
            await self._app(scope, receive, send)
            return
        options = self._engine.options
        started = options.clock.elapsed()
        notice = None if self._scripts is None else self._scripts.notice
        visit = Visit(self._engine, self._routes, scope, path, place, notice)
        bare = visit.method == "HEAD"
        response = Response(scope, receive, send, date=self._date.now(), bare=bare, speed=options.speed)
        self._stopping.under_way += 1
        try:
            await visit.run(receive, response)
        except CancelledError:
            await self._cut(visit, response)
            raise
        finally:
            self._stopping.under_way -= 1
            elapsed_s = options.clock.elapsed() - started
            if self._journal is not None and (place.purpose == "chat" or astray(visit.method, place)):
                self._journal.add(visit.entry(self._journal.seen + 1, options.clock.now(), elapsed_s))
            if self._log is not None:
                self._log.write(visit.line(elapsed_s))
        if response.broken is not None:
            raise response.broken

    async def _cut(self, visit: Visit, response: Response) -> None:
        """Ends a visit that may not take longer: the server stops, or whoever called us without one has left."""
        if self._stopping.begun:
            self._stopping.cut += 1
            await visit.cut_off(response)
        else:
            visit.leave(response)


def astray(method: str, place: Place) -> bool:
    """Says whether a request was probably meant for a chat, so that whoever wonders why it failed finds it."""
    return place.purpose == "nothing" and method == "POST"
