"""A dialect in a few lines, and sites around it, for tests of what stands between ASGI and the engine."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from mockllm.clock import FrozenClock
from mockllm.core import (
    Answer,
    Asked,
    Clock,
    Failure,
    Header,
    Incoming,
    Message,
    Outgoing,
    Plan,
    Rates,
    Rejection,
    Reply,
    Request,
    Rules,
    Step,
)
from mockllm.engine import Engine, Options
from mockllm.generate import Generator
from mockllm.server.log import Log
from mockllm.server.namespaces import Namespaces
from mockllm.server.origins import Origins
from mockllm.server.routes import Routes
from mockllm.server.site import Site
from mockllm.server.stopping import Stopping

JSON = (("content-type", "application/json"),)
STATUS = {"no_route": 404, "wrong_method": 405, "too_large": 413, "unauthorized": 401, "bug": 500}


class Toy:
    """Says what it understood, so that tests can see it."""

    def __init__(self, name: str = "toy", roots: tuple[str, ...] = ("/toy/v1", "/toy")) -> None:
        self.name = name
        self.roots = roots
        self.frame_characters = 1
        self.seen: list[Incoming] = []
        self.on_parse: Callable[[Incoming], None] = lambda _: None
        self.on_step: Callable[[int], None] = lambda _: None
        self.on_refuse: Callable[[Rejection], None] = lambda _: None

    def parse(self, incoming: Incoming, rules: Rules) -> Request | Rejection:
        self.seen.append(incoming)
        self.on_parse(incoming)
        if not incoming.body:
            return Rejection(code="unreadable", detail={"message": "empty"}, hint="send JSON")
        asked = json.loads(incoming.body)
        return Request(
            dialect=self.name,
            level=incoming.level,
            model="gpt-4",
            asked_model="gpt-4",
            messages=(Message(role="user", content=asked.get("text", "hello")),),
            stream=asked.get("stream", False),
        )

    def refuse(self, rejection: Rejection, incoming: Incoming, request_id: str) -> Outgoing:
        self.on_refuse(rejection)
        said = {"by": self.name, "code": rejection.code, "detail": dict(rejection.detail), "path": incoming.path}
        headers = (*JSON, ("x-mockllm-hint", rejection.hint)) if rejection.hint else JSON
        return Outgoing(status=STATUS.get(rejection.code, 400), headers=headers, body=json.dumps(said).encode())

    def whole(self, request: Request, answer: Answer) -> tuple[tuple[Header, ...], bytes]:
        return JSON, json.dumps({"by": self.name, "text": answer.choices[0].passage.text}).encode()

    def stream(self, request: Request, answer: Answer) -> tuple[tuple[Header, ...], Iterator[Step]]:
        def steps() -> Iterator[Step]:
            for step, piece in enumerate(answer.choices[0].passage.pieces):
                self.on_step(step)
                yield 1, f"data: {piece:{self.frame_characters}}\n\n".encode()

        return (("content-type", "text/event-stream"),), steps()

    def fail(self, failure: Failure, request: Request, incoming: Incoming, request_id: str) -> Outgoing:
        return Outgoing(status=failure.status or 500, headers=JSON, body=json.dumps({"failure": failure.name}).encode())

    def rates(self, rates: Rates, incoming: Incoming) -> tuple[Header, ...]:
        return ()

    def models(self, incoming: Incoming, rules: Rules) -> Outgoing | Rejection:
        return Outgoing(status=200, headers=JSON, body=json.dumps({"models": self.name}).encode())

    def health(self) -> Outgoing:
        return Outgoing(status=200, headers=JSON, body=json.dumps({"health": self.name}).encode())

    def openapi(self) -> Mapping[str, Any]:
        responses = {"200": {"description": self.name}}
        return {"paths": {path: {"get": {"responses": responses}} for path in ("/chat/completions", "/health")}}

    def question(self, text: str, *, stream: bool) -> Mapping[str, Any]:
        return {"text": text, "stream": stream}


class Echo:
    """A source that says what the user said."""

    def plan(self, asked: Asked) -> Plan | None:
        user = asked.request.last("user")
        return Plan(replies=(Reply(content=user.text if user else ""),), source="echo")


async def behind(scope: Scope, receive: Receive, send: Send) -> None:
    """What stands behind the site: the mock's own pages."""
    await send({"type": "http.response.start", "status": 299, "headers": []})
    await send({"type": "http.response.body", "body": b"own page"})


def site(
    *dialects: Toy,
    log: Log | None = None,
    cors: tuple[str, ...] = ("local",),
    clock: Clock | None = None,
    stopping: Stopping | None = None,
    **options: Any,
) -> ASGIApp:
    """Puts a site together; the first dialect is the default."""
    engine = Engine(Options(clock=clock or FrozenClock(), **options), [Echo()], Generator(0))
    routes = Routes({dialect.name: dialect for dialect in dialects}, dialects[0])
    inner = Site(behind, engine=engine, routes=routes, log=log, stopping=stopping)
    return Namespaces(Origins(inner, allowed=cors, log=log))
