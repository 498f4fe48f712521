"""One request on its way from ASGI to the engine and back."""

import asyncio
from dataclasses import replace
from typing import assert_never, get_args
from urllib.parse import quote

from starlette.types import Receive, Scope

from mockllm.core import Incoming, Level, Outgoing, Rejection
from mockllm.engine import Engine
from mockllm.journal import Entry
from mockllm.wire import header_text

from . import bug
from .arrive import base_url, read_body, read_headers, too_large
from .hints import hint, hinted, origin_hint, unknown_headers
from .lines import answered, line, printable, reason
from .namespaces import NAMESPACE, NAMESPACE_KEY
from .openapi import openapi
from .origins import REFUSED_KEY
from .respond import Response
from .routes import Place, Routes

LEVEL_HEADER = "x-mockllm-fidelity"
NAMESPACE_HEADER = "x-mockllm-namespace"
FAULT_HEADER = "x-mockllm-fault"
HEADERS = (LEVEL_HEADER, NAMESPACE_HEADER, FAULT_HEADER)
LEVELS: tuple[Level, ...] = get_args(Level)
BIG_BODY_BYTES = 50_000
"""Longer bodies are read in a thread, so that others need not wait."""


class Visit:
    """A request, and how it went: `status` stays 0 where nothing was answered.

    `why` is what was refused, `note` what went wrong on purpose, `hint` what is wrong with a script that answered all
    the same. A `notice` is told to whoever asks.
    """

    def __init__(
        self, engine: Engine, routes: Routes, scope: Scope, path: str, place: Place, notice: str | None = None
    ) -> None:
        self._engine = engine
        self._routes = routes
        self._scope = scope
        self._place = place
        self._headers = read_headers(scope)
        self.path = path
        self.method: str = scope["method"]
        self.namespace: str | None = scope.get(NAMESPACE_KEY, self._headers.get(NAMESPACE_HEADER))
        self._body = b""
        self._read_as: Incoming | None = None
        self.status = 0
        self.why: Rejection | None = None
        self.note: str | None = None
        self.hint: str | None = None
        self.rule: str | None = None
        self.spot: tuple[int | None, int | None] = None, None
        self.left = False
        self.cut = False
        self._unknown = unknown_headers(self._headers, HEADERS)
        self._notice = notice

    async def run(self, receive: Receive, response: Response) -> None:
        """Reads what is left to read, answers, and sends the answer."""
        try:
            self.why = self._fault()
            if self.why is None and self._place.purpose == "chat":
                await self._read(receive, response)
            if self.left:
                return
            incoming = self._incoming()
            if self.why is None and self._place.purpose == "chat":
                outgoing = await self._chat(incoming)
            else:
                outgoing = self._answer(incoming)
            await self._send(outgoing, response)
        except Exception as error:  # noqa: BLE001 - whatever it is, the client gets an answer and the log its traceback
            await self._fail(error, response)

    def line(self, elapsed_s: float) -> str:
        """Says in one line what came in, what went out, for a refusal why and what to change, and what else to know."""
        notes = [*self._unknown]
        if self.why is not None and not self.cut:
            notes = [reason(self.why), *([f"({printable(self.why.hint)})"] if self.why.hint else ()), *notes]
        elif self.rule is not None:
            notes = [answered(self.rule, *self.spot), *([f"({printable(self.hint)})"] if self.hint else ()), *notes]
        if (origin := self._scope.get(REFUSED_KEY)) is not None and self.method != "OPTIONS":
            notes.append(f"({origin_hint(origin, 'read this')})")
        ends = [printable(self.note)] if self.note is not None else []
        if self.left:
            ends.append("the client left before the end")
        if self.cut:
            ends.append("cut, since the server stops")
        if ends:
            notes.append("; ".join(ends))
        return line(self.method, self.path, self.status, elapsed_s=elapsed_s, namespace=self.namespace, notes=notes)

    def entry(self, number: int, at: float, elapsed_s: float) -> Entry:
        """What the journal keeps of it."""
        turn, reply = self.spot
        return Entry(
            number=number,
            dialect=self._place.dialect.name,
            path=self.path,
            incoming=self._incoming(),
            status=self.status,
            at=at,
            elapsed_s=elapsed_s,
            rule=self.rule,
            turn=turn,
            reply=reply,
            why=self.why,
            note=self.note,
            hint=self.hint,
            left=self.left,
        )

    def leave(self, response: Response) -> None:
        """Notes that the client has left; what it has seen nothing of was not answered."""
        self.left = True
        if not response.started:
            self.status = 0

    async def cut_off(self, response: Response) -> None:
        """Ends a visit before its time, since the server stops; what has begun to go out just ends."""
        self.cut = True
        if response.hanging:
            response.end()
        if response.started or response.hanging:
            return
        self.why = Rejection(code="stopping")
        incoming = self._incoming()
        try:
            await self._send(self._engine.refuse(self._place.dialect, self.why, incoming), response)
        except Exception as error:  # noqa: BLE001 - as in `run`
            await self._fail(error, response)

    async def _read(self, receive: Receive, response: Response) -> None:
        """Reads the body, unless it is too large or the client leaves."""
        limit = self._engine.options.max_body_bytes
        if response.whole is not None and (body := response.whole.body()) is not None:
            read: bytes | Rejection | None = body if len(body) <= limit else too_large(limit)
        else:
            read = await read_body(receive, self._headers.get("content-length"), limit)
        if read is None:
            self.left = True
        elif isinstance(read, Rejection):
            self.why = read
        else:
            self._body = read

    def _fault(self) -> Rejection | None:
        """Finds what can be wrong before anything of the body is read."""
        if self.namespace is not None and not NAMESPACE.fullmatch(self.namespace):
            return complaint(
                "namespace",
                f"the namespace {self.namespace!r} is not made of 1 to 64 letters, digits and . _ -",
            )
        if self._place.purpose == "nothing":
            return None if self._without_slash() else self._nowhere()
        if self.method != self._place.method:
            detail = {"method": self.method, "allowed": self._place.method}
            told = self._preflight_hint() or f"this path takes {self._place.method}"
            return Rejection(code="wrong_method", detail=detail, hint=told)
        level = self._headers.get(LEVEL_HEADER)
        if level is not None and level not in LEVELS:
            return complaint(
                "header", f"the header {LEVEL_HEADER} is {level!r}, but has to be one of {', '.join(LEVELS)}"
            )
        return None

    def _incoming(self) -> Incoming:
        """What came in; made once, since nothing asks for it before all that will be read was."""
        if self._read_as is not None:
            return self._read_as
        level = self._headers.get(LEVEL_HEADER)
        self._read_as = Incoming(
            method=self.method,
            path=self._place.path,
            query=self._scope["query_string"].decode("latin-1"),
            headers=self._headers,
            body=self._body,
            level=level if level in LEVELS else self._engine.options.fidelity,
            namespace=self.namespace,
        )
        return self._read_as

    def _answer(self, incoming: Incoming) -> Outgoing:
        """Answers what is no chat, or cannot be."""
        if self.why is not None:
            return self._engine.refuse(self._place.dialect, self.why, incoming)
        match self._place.purpose:
            case "chat":
                raise AssertionError("chats are answered by `_chat`")
            case "models":
                return self._engine.models(self._place.dialect, incoming)
            case "health":
                return self._place.dialect.health()
            case "openapi":
                return openapi(self._place.dialect, self.path, self._scope.get("root_path", ""), self._routes)
            case "nothing":
                return self._redirect()
            case _:
                assert_never(self._place.purpose)

    async def _chat(self, incoming: Incoming) -> Outgoing:
        """Reads and answers; in a thread what takes long, so that others need not wait."""
        engine, dialect = self._engine, self._place.dialect
        if len(incoming.body) > BIG_BODY_BYTES:
            request = await asyncio.to_thread(engine.read, dialect, incoming)
        else:
            request = engine.read(dialect, incoming)
        if isinstance(request, Rejection):
            self.why = request
            return engine.refuse(dialect, request, incoming)
        if engine.heavy(request, incoming):
            return await asyncio.to_thread(engine.answer, dialect, request, incoming)
        return engine.answer(dialect, request, incoming)

    def _nowhere(self) -> Rejection:
        detail = {"method": self.method, "path": self.path}
        told = self._preflight_hint() or hint(self.path, self._routes.places, base_url(self._scope, self._headers))
        return Rejection(code="no_route", detail=detail, hint=told)

    def _preflight_hint(self) -> str | None:
        """What to tell a web page that asks whether it may ask, and may not."""
        origin = self._scope.get(REFUSED_KEY)
        return origin_hint(origin) if origin is not None and self.method == "OPTIONS" else None

    def _without_slash(self) -> bool:
        """Says whether there is something at the path without the slash at its end."""
        return self.path.endswith("/") and self._routes.find(self.path[:-1]).method == self.method

    def _redirect(self) -> Outgoing:
        """Sends a client to the path without the slash at its end (wire/gateway.md 2 and 7)."""
        query = self._scope["query_string"].decode("latin-1")
        location = quote(self._scope["path"][:-1]) + (f"?{query}" if query else "")
        return Outgoing(status=301 if self.method == "GET" else 307, headers=(("location", location),))

    async def _fail(self, error: Exception, response: Response) -> None:
        if response.started and isinstance(error, OSError):  # how some servers tell that the client is gone
            self.left = True
            return
        incoming = self._incoming()
        self.why = bug.report(error, self._engine, incoming)
        if not response.started:  # later on, a body without its end is the only sign left
            await self._send(bug.word(self.why, self._engine, self._place.dialect, incoming), response)

    async def _send(self, outgoing: Outgoing, response: Response) -> None:
        self.status = outgoing.status
        self.note = outgoing.note
        self.hint = outgoing.hint
        self.rule = outgoing.rule
        self.spot = outgoing.turn, outgoing.reply
        self.why = self.why or outgoing.why
        if self._unknown or self._notice is not None:
            told = [*self._unknown, *([] if self._notice is None else [header_text(self._notice)])]
            outgoing = replace(outgoing, headers=hinted(outgoing.headers, "; ".join(told)), form=None)
        if not await response.send(outgoing):
            self.leave(response)


def complaint(kind: str, message: str) -> Rejection:
    """Something the mock itself was told wrongly."""
    return Rejection(code="complaint", detail={"kind": kind, "message": message})
