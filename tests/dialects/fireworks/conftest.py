"""How Fireworks' tests ask: a body in, what the dialect made of it out."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from mockllm.core import Incoming, Level, Outgoing, Rejection, Request
from mockllm.dialects.fireworks import dialect

MODEL = "accounts/fireworks/models/kimi-k2-instruct-0905"
MESSAGES = [{"role": "user", "content": "Say hello to the harbour."}]
REQUEST_ID = "0123456789abcdef0123456789abcdef"


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
        """The refusal as it goes out."""
        return dialect.refuse(self.rejection, self.incoming, REQUEST_ID)

    @property
    def json(self) -> Any:
        return json.loads(self.outgoing.body)

    @property
    def headers(self) -> dict[str, str]:
        return dict(self.outgoing.headers)

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
        return Read(incoming=incoming, result=dialect.parse(incoming, Settings(models=models)))

    return sent


@pytest.fixture
def ask(send: Send) -> Send:
    """Sends a small question with these fields more; a field that is `...` is left out."""

    def asked(level: Level = "contract", **fields: Any) -> Read:
        body = {"model": MODEL, "messages": MESSAGES, **fields}
        body = {name: value for name, value in body.items() if value is not ...}
        return send(json.dumps(body).encode(), level)

    return asked
