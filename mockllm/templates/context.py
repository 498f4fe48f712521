"""What templates can speak of: the request, what conditions found in it, and seeded helpers."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qsl

from mockllm.core import Incoming, Message, Request

from .draws import Draws, Uuids
from .fakes import Fakes
from .missing import Missing
from .moment import Moment
from .told import results, told

_UNSET: Any = object()


class Context:
    """The variables of a request's templates, each worked out once, when first asked for.

    All templates of one answer share one context, so that two `uuid()` in it differ.
    """

    __slots__ = ("_values", "attempt", "captures", "incoming", "now", "request", "seed_key")

    def __init__(
        self,
        *,
        request: Request,
        incoming: Incoming,
        captures: Mapping[str, str],
        seed_key: bytes,
        now: float,
        attempt: int,
    ) -> None:
        self.request = request
        self.incoming = incoming
        self.captures = captures
        self.seed_key = seed_key
        self.now = now
        self.attempt = attempt
        self._values: dict[str, Any] = {}

    @classmethod
    def of(
        cls,
        request: Request,
        incoming: Incoming,
        *,
        captures: Mapping[str, str],
        seed_key: bytes,
        now: float,
        attempt: int = 0,
    ) -> "Context":
        """Makes the context of a request; everything left to chance in it is derived from `seed_key`."""
        return cls(request=request, incoming=incoming, captures=captures, seed_key=seed_key, now=now, attempt=attempt)

    def get(self, name: str) -> Any:
        """Returns a variable of `CONTEXT_NAMES`; a `Missing` where this request has none."""
        value = self._values.get(name, _UNSET)
        if value is _UNSET:
            value = self._values[name] = MAKERS[name](self)
        return value


class Names(Mapping[str, str]):
    """Values by name, whatever its case; `header.x_case` finds `x-case`, which cannot stand behind a dot."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = {name.lower(): value for name, value in values.items()}

    def __getitem__(self, name: str) -> str:
        name = str(name).lower()
        found = self._values.get(name)
        return self._values[name.replace("_", "-")] if found is None else found

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def _message(message: Message) -> dict[str, Any]:
    calls = [{"id": call.id, "name": call.name, "arguments": told(call.arguments)} for call in message.tool_calls]
    return {
        "role": message.role,
        "content": message.text,
        "name": message.name,
        "reasoning": message.reasoning,
        "tool_calls": calls,
        "tool_call_id": message.tool_call_id,
    }


def _last_text(context: Context, role: str) -> Any:
    message = context.request.last(role)
    return message.text if message else Missing(f"the request has no {role} message")


def _system(context: Context) -> Any:
    message = context.request.last("system") or context.request.last("developer")
    return message.text if message else Missing("the request has no system message")


def _turn(context: Context) -> int:
    return sum(message.role == "user" for message in context.request.messages)


def _step(context: Context) -> int:
    count = 1
    for message in reversed(context.request.messages):
        if message.role == "user":
            break
        count += message.role == "assistant"
    return count


def _tool_result(context: Context) -> Any:
    found = list(results(context.request.messages))
    return told(found[-1][1]) if found else Missing("there is no tool result since the last user message")


def _tool_results(context: Context) -> dict[str, Any]:
    return {name: told(text) for name, text in results(context.request.messages) if name is not None}


MAKERS: Mapping[str, Callable[[Context], Any]] = MappingProxyType(
    {
        "match": lambda context: context.captures,
        "request": lambda context: context.request.body,
        "model": lambda context: context.request.model,
        "user": lambda context: _last_text(context, "user"),
        "system": _system,
        "messages": lambda context: [_message(message) for message in context.request.messages],
        "tool_result": _tool_result,
        "tool_results": _tool_results,
        "turn": _turn,
        "step": _step,
        "header": lambda context: Names(context.incoming.headers),
        "query": lambda context: dict(parse_qsl(context.incoming.query, keep_blank_values=True)),
        "namespace": lambda context: context.incoming.namespace,
        "attempt": lambda context: context.attempt,
        "fake": lambda context: Fakes(context.seed_key, context.now),
        "uuid": lambda context: Uuids(context.seed_key),
        "now": lambda context: Moment(context.now),
        "random": lambda context: Draws(context.seed_key),
        "choice": lambda context: context.get("random").choice,
    }
)

CONTEXT_NAMES = frozenset(MAKERS)
"""The variables templates know."""
