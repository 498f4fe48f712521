"""How Fireworks' tests ask: a body in, what the dialect made of it out."""

import json
from collections.abc import Callable
from typing import Any

import pytest
import reading_with
from reading_with import Settings

from mockllm.core import Incoming, Level
from mockllm.dialects.fireworks import dialect

MODEL = "accounts/fireworks/models/kimi-k2-instruct-0905"
MESSAGES = [{"role": "user", "content": "Say hello to the harbour."}]


class Read(reading_with.Read):
    """What Fireworks made of a request."""

    @property
    def entries(self) -> list[tuple[str, str]]:
        """The faults of a 422, each as its dotted place and its type."""
        assert self.outgoing.status == 422, self.outgoing
        return [(".".join(map(str, entry["loc"][1:])), entry["type"]) for entry in self.json["detail"]]

    @property
    def message(self) -> str:
        """The text of a refusal by the live service's backend."""
        assert self.outgoing.status == 400, self.outgoing
        error = self.json["error"]
        assert list(error) == ["object", "type", "code", "message"]
        return str(error["message"])


Send = Callable[..., Read]


@pytest.fixture
def send() -> Send:
    """Sends raw bytes, by default as JSON."""

    def sent(
        data: bytes,
        level: Level = "contract",
        *,
        content_type: str | None = "application/json",
        models: str = "any",
    ) -> Read:
        headers = {} if content_type is None else {"content-type": content_type}
        incoming = Incoming(method="POST", path="/chat/completions", query="", headers=headers, body=data, level=level)
        return Read(dialect=dialect, incoming=incoming, result=dialect.parse(incoming, Settings(models=models)))

    return sent


@pytest.fixture
def ask(send: Send) -> Send:
    """Sends a small question with these fields more; a field that is `...` is left out."""

    def asked(level: Level = "contract", **fields: Any) -> Read:
        body = {"model": MODEL, "messages": MESSAGES, **fields}
        body = {name: value for name, value in body.items() if value is not ...}
        return send(json.dumps(body).encode(), level)

    return asked
