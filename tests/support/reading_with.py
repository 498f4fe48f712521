"""What a dialect makes of a request, for tests of its reading and its refusals."""

import json
from dataclasses import dataclass
from typing import Any

from mockllm.core import Dialect, Incoming, Outgoing, Rejection, Request

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

    dialect: Dialect
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
        return self.dialect.refuse(self.rejection, self.incoming, REQUEST_ID)

    @property
    def status(self) -> int:
        return self.outgoing.status

    @property
    def json(self) -> Any:
        return json.loads(self.outgoing.body)

    @property
    def headers(self) -> dict[str, str]:
        return dict(self.outgoing.headers)
