"""What the parts of mockllm ask of each other."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from .answer import Answer, Failure, Generate, Passage, Plan, Row
from .exchange import Header, Incoming, Outgoing
from .manner import Rates
from .record import record
from .rejection import Rejection
from .request import Request, Tool

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


class Memory(Protocol):
    """What is remembered of a namespace's past; a reset forgets all of it."""

    def count(self, key: str) -> int:
        """Returns how often this key was counted before, and counts it."""
        ...

    def counted(self, key: str) -> int:
        """Returns how often a key was counted."""
        ...

    def put(self, key: str, value: Any) -> None:
        """Keeps a value, in place of the one that was kept under this key; None is to keep nothing."""
        ...

    def get(self, key: str) -> Any:
        """Returns what is kept under a key, or None."""
        ...

    def kept(self, prefix: str) -> Sequence[tuple[str, Any]]:
        """Returns what is kept under the keys that begin so."""
        ...


@record
class Asked:
    """A request as sources see it; `now` is the namespace's time in seconds since the epoch.

    A text need not reach further than `max_tokens` tokens.
    """

    request: Request
    incoming: Incoming
    tokenizer: Tokenizer
    prompt_tokens: int
    max_tokens: int
    memory: Memory
    now: float


class Source(Protocol):
    """Something that may have an answer."""

    def plan(self, asked: Asked) -> Plan | Failure | Rejection | None:
        """Returns an answer, an error to answer with, a complaint, or None where another source shall be asked."""
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


class Writer(Scorer, Protocol):
    """Something that always has an answer, and fills the holes that scripts leave."""

    def fingerprint(self, request: Request) -> bytes:
        """Returns a digest of what of a request decides its text."""
        ...

    def plan(self, request: Request, tokenizer: Tokenizer, max_tokens: int) -> Plan:
        """Answers as a cooperative model does; raises SchemaError or GrammarError where nobody could."""
        ...

    def words(self, request: Request, tokenizer: Tokenizer, hole: Generate, choice: int, max_tokens: int) -> Passage:
        """Fills a hole with words."""
        ...

    def arguments(self, request: Request, tool: Tool, choice: int) -> str:
        """Makes arguments that are valid for a tool's schema; raises SchemaError where there are none."""
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

    @property
    def fault_models(self) -> bool:
        """Whether the list of models shows some that order a fault."""
        ...


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

    def fail(self, failure: Failure, request: Request, incoming: Incoming, request_id: str) -> Outgoing:
        """Words an error as the service does when it fails by itself; raises nothing, whatever a script says."""
        ...

    def rates(self, rates: Rates, incoming: Incoming) -> tuple[Header, ...]:
        """Tells a client where it stands with its limits, as far as the service does."""
        ...

    def whole(self, request: Request, answer: Answer) -> tuple[tuple[Header, ...], bytes]:
        """Writes an answer in one piece: headers and body.

        Where nothing but words was asked for, the request's messages count no more than by the answer's usage, and
        the same answer with another id may be made of this one.
        """
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
