"""How the gateway's tests ask: a body in, what the dialect made of it out."""

import json
from typing import Any

import reading_with
from reading_with import Settings

from mockllm.core import Incoming, Level
from mockllm.dialects.gateway import dialect

ABSENT: Any = object()
"""Marks a field of the small valid request that shall be left out."""

MESSAGES = [{"role": "user", "content": "Say hello to the harbour."}]


class Read(reading_with.Read):
    """What the gateway made of a request."""

    @property
    def error(self) -> str:
        body = self.json
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
    return Read(dialect=dialect, incoming=incoming, result=dialect.parse(incoming, rules or Settings()))
