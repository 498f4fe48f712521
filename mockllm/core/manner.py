"""How an answer is given: what a script can say of it beside its words."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, Protocol

from .exchange import Header, Outgoing
from .record import record

if TYPE_CHECKING:
    from .answer import Reply
    from .request import Request

Chance = Callable[[], float]
"""Yields numbers from 0 up to 1."""

FAILURES: Mapping[str, int] = MappingProxyType(
    {
        "bad_request": 400,
        "context_length": 400,
        "unauthorized": 401,
        "payment_required": 402,
        "forbidden": 403,
        "not_found": 404,
        "request_timeout": 408,
        "conflict": 409,
        "suspended": 412,
        "too_large": 413,
        "invalid": 422,
        "rate_limited": 429,
        "overloaded": 503,
        "server_error": 500,
        "bad_gateway": 502,
        "unavailable": 503,
        "gateway_timeout": 504,
        "timeout": 0,
    }
)
"""The errors that scripts call by name, and the status most services give them; 0 is no answer at all."""


class Pacing(Protocol):
    """When the tokens of an answer are due."""

    @property
    def instant(self) -> bool: ...
    def waits(self, tokens: int, chance: Chance) -> list[float]:
        """The seconds to wait before each token."""
        ...


class Spoiler(Protocol):
    """Something that goes wrong with an answer on purpose."""

    @property
    def rate(self) -> float:
        """How often it happens, from 0 to 1."""
        ...

    def reply(self, reply: "Reply", request: "Request", chance: Chance) -> "Reply":
        """Spoils what is said."""
        ...

    def outgoing(self, outgoing: Outgoing, chance: Chance) -> Outgoing:
        """Spoils what is sent."""
        ...


Arguments = Literal["token", "whole", "with_name"]
"""How a stream cuts the arguments of a call: token by token, not at all, or so that its name comes in the one chunk."""


@record
class Chunks:
    """How a stream cuts the content: `by` token, word, so many `size` characters, a list of `texts`, or not at all."""

    by: Literal["token", "word", "characters", "list", "whole"]
    size: int = 0
    texts: tuple[str, ...] = ()
    arguments: Arguments = "token"


@record
class Rates:
    """Where a client stands with its limits for each minute; None where there is no such limit."""

    limit_requests: int | None = None
    remaining_requests: int | None = None
    limit_tokens: int | None = None
    remaining_tokens: int | None = None
    over: bool = False


@record
class Manner:
    """How an answer is given; `rule` is the name of the rule that answered, `key` what its chance is drawn by.

    Where it has several turns or replies, `turn` and `reply` say which of them, counted from 1. `charge` is told how
    many tokens were made, where somebody counts them. `hint` is what somebody who wonders should know.
    """

    rule: str | None = None
    key: str | None = None
    turn: int | None = None
    reply: int | None = None
    hint: str | None = None
    pace: Pacing | None = None
    headers: tuple[Header, ...] = ()
    spoilers: tuple[Spoiler, ...] = ()
    ignore_limits: bool = False
    chunks: Chunks | None = None
    charge: Callable[[int], None] | None = None
    rates: Rates | None = None


PLAIN = Manner()
"""Nothing out of the ordinary."""
