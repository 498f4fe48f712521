"""How the gateway's tests ask: a body in, what the dialect made of it out."""

import json
from dataclasses import dataclass
from typing import Any

from mockllm.core import Incoming, Level, Outgoing, Rejection, Request
from mockllm.dialects.gateway import dialect

ABSENT: Any = object()
"""Marks a field of the small valid request that shall be left out."""

MESSAGES = [{"role": "user", "content": "Say hello to the harbour."}]


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings a dialect reads by."""

    models: str = "any"
    providers: frozenset[str] | None = None
    allowed_models: tuple[str, ...] = ()
    disallowed_models: tuple[str, ...] = ()
    fault_models: bool = False


@dataclass(frozen=True, kw_only=True)
class Read:
    """A request that arrived, and what became of it."""

    incoming: Incoming
    result: Request | Rejection

    @property
    def request(self) -> Request:
        assert isinstance(self.result, Request), self.result
        return self.result

    @property
    def rejection(self) -> Rejection:
        assert isinstance(self.result, Rejection), "accepted"
        return self.result

    @property
    def outgoing(self) -> Outgoing:
        return dialect.refuse(self.rejection, self.incoming, "0" * 32)

    @property
    def status(self) -> int:
        return self.outgoing.status

    @property
    def error(self) -> str:
        body = json.loads(self.outgoing.body)
        assert list(body) == ["error"]
        text = body["error"]
        assert isinstance(text, str)
        assert text
        return text


def ask(
    body: bytes | None = None,
    *,
    level: Level = "contract",
    query: str = "",
    rules: Settings | None = None,
    **fields: Any,
) -> Read:
    """Reads a body: bytes as they are, else fields on top of a small valid request."""
    if body is None:
        whole = {"model": "openai/gpt-4o", "messages": MESSAGES, **fields}
        body = json.dumps({key: value for key, value in whole.items() if value is not ABSENT}).encode()
    incoming = Incoming(method="POST", path="/chat/completions", query=query, headers={}, body=body, level=level)
    return Read(incoming=incoming, result=dialect.parse(incoming, rules or Settings()))
