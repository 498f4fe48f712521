"""An engine whose answers are given, for tests of how dialects write them."""

import json
from collections.abc import Sequence
from typing import Any

from asgi_client import Got

from mockllm.clock import FrozenClock
from mockllm.core import Asked, Dialect, Incoming, Level, Plan, Rejection, Reply
from mockllm.engine import Engine, Options
from mockllm.generate import Generator
from mockllm.pace import Pace


class Scripted:
    """A source that says these replies, one a choice, from the first again where there are too few."""

    def __init__(self, replies: Sequence[Reply]) -> None:
        self.replies = replies

    def plan(self, asked: Asked) -> Plan:
        said = [self.replies[choice % len(self.replies)] for choice in range(asked.request.limits.n)]
        return Plan(replies=tuple(said), source="scripted")


def answered(
    dialect: Dialect, *replies: Reply, level: Level = "contract", query: str = "", **fields: Any
) -> tuple[Got, float]:
    """Asks with these fields; returns what a client gets, and how long it takes where every token takes a second."""
    asked = {**dialect.question("Say hello to the harbour.", stream=bool(fields.get("stream"))), **fields}
    options = Options(clock=FrozenClock(), pace=Pace(ttft_s=1, tps=1))
    engine = Engine(options, [Scripted(replies)], Generator(0))
    incoming = Incoming(
        method="POST", path="/chat/completions", query=query, headers={}, level=level, body=json.dumps(asked).encode()
    )
    request = engine.read(dialect, incoming)
    if isinstance(request, Rejection):
        out = engine.refuse(dialect, request, incoming)
    else:
        out = engine.answer(dialect, request, incoming)
    frames = list(out.frames) if out.frames is not None else [(out.wait_s, out.body)]
    got = Got(status=out.status, headers=dict(out.headers), writes=[data for _, data in frames], complete=True)
    return got, sum(wait for wait, _ in frames)
