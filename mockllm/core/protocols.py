"""What the parts of mockllm ask of each other."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from .answer import Answer, Plan, Row
from .exchange import Header, Incoming, Outgoing
from .rejection import Rejection
from .request import Request

Step = tuple[int, bytes]
"""How many tokens' time a frame takes, and its bytes."""


class Clock(Protocol):
    """What time it is, in seconds."""

    @property
    def frozen(self) -> bool: ...
    def now(self) -> float: ...
    def elapsed(self) -> float: ...


class Tokenizer(Protocol):
    """Text to token ids and back, for one vocabulary."""

    @property
    def name(self) -> str: ...
    def encode(self, text: str) -> list[int]: ...
    def decode(self, ids: Sequence[int]) -> str: ...
    def pieces(self, ids: Sequence[int]) -> list[str]:
        """One piece for each id; see `core.Passage`."""
        ...


class Source(Protocol):
    """Something that may have an answer."""

    def plan(self, request: Request, tokenizer: Tokenizer, max_tokens: int) -> Plan | None:
        """Returns an answer, or None where another source shall be asked.

        A text need not reach further than `max_tokens` tokens.
        """
        ...


class Scorer(Protocol):
    """Something that knows how likely a text is that it did not write."""

    def score(
        self, model: str, tokenizer: Tokenizer, before: Sequence[int], ids: Sequence[int], top: int
    ) -> Sequence[Row]:
        """Returns a row for each of the ids, which come after the ids before them, with `top` candidates each.

        Texts that begin alike have rows alike.
        """
        ...


class Rules(Protocol):
    """What the settings say that a dialect needs for reading requests."""

    @property
    def models(self) -> str:
        """`any` or `strict`: whether a model has to be in the catalogue."""
        ...

    @property
    def providers(self) -> frozenset[str] | None:
        """The gateway's providers that have a key; None for all."""
        ...

    @property
    def allowed_models(self) -> tuple[str, ...]: ...
    @property
    def disallowed_models(self) -> tuple[str, ...]: ...


@runtime_checkable
class Dialect(Protocol):
    """One chat-completions API: how it reads requests, and how it words refusals and answers."""

    @property
    def name(self) -> str: ...

    @property
    def roots(self) -> tuple[str, ...]:
        """Where the API is mounted, whatever `--dialect` says; `/chat/completions` follows each."""
        ...

    def parse(self, incoming: Incoming, rules: Rules) -> Request | Rejection:
        """Reads a chat-completions request, or says why the service would refuse it."""
        ...

    def refuse(self, rejection: Rejection, incoming: Incoming, request_id: str) -> Outgoing:
        """Words a refusal as the service does; `request_id` is 32 hexadecimal digits."""
        ...

    def whole(self, request: Request, answer: Answer) -> tuple[tuple[Header, ...], bytes]:
        """Writes an answer in one piece: headers and body."""
        ...

    def stream(self, request: Request, answer: Answer) -> tuple[tuple[Header, ...], Iterator[Step]]:
        """Writes an answer as server-sent events, each with the number of tokens' time it takes."""
        ...

    def models(self, incoming: Incoming, rules: Rules) -> Outgoing | Rejection:
        """Answers `GET …/models`."""
        ...

    def health(self) -> Outgoing:
        """Answers `GET …/health`, which needs no key."""
        ...

    def openapi(self) -> Mapping[str, Any]:
        """Describes the API as an OpenAPI document, its paths below the root; not to be changed."""
        ...

    def question(self, text: str, *, stream: bool) -> Mapping[str, Any]:
        """The smallest body that asks for this text: for `mockllm ask`, and for a contract test of every dialect."""
        ...
