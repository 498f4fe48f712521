"""Faults in what is said: nothing at all, arguments that are no JSON, and JSON that breaks its schema."""

import json
from dataclasses import dataclass, replace
from typing import Any, Literal

from mockllm.core import Chance, Generate, Reply, Request, ToolCall

from .fault import Fault, Stage
from .validity import Validity
from .wrong import Way, spoilt

Kind = Way | Literal["unknown_tool", "any"]
OBJECT = {"type": "object"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence(Fault):
    """The answer is complete, but nothing is said in it."""

    when = Stage.WORDS

    @property
    def note(self) -> str:
        return "nothing said"

    def reply(self, reply: Reply, request: Request, chance: Chance) -> Reply:  # noqa: ARG002 - the protocol has them
        return replace(reply, content="", reasoning=None, refusal=None, calls=(), logprobs=())


@dataclass(frozen=True, slots=True, kw_only=True)
class BadArguments(Fault):
    """The arguments of all calls lack their last brace."""

    when = Stage.WORDS

    @property
    def note(self) -> str:
        return "arguments broken"

    def reply(self, reply: Reply, request: Request, chance: Chance) -> Reply:  # noqa: ARG002 - the protocol has them
        calls = [
            replace(call, arguments=unclosed(call.arguments)) if isinstance(call, ToolCall) else call
            for call in reply.calls
        ]
        return replace(reply, calls=tuple(calls))


@dataclass(frozen=True, slots=True, kw_only=True)
class Invalid(Fault):
    """The arguments of one call, or the JSON of the content, break the schema they should obey.

    Where a schema cannot be broken in the way that was asked for, it is broken in another one.
    """

    kind: Kind = "any"

    when = Stage.WORDS

    @property
    def note(self) -> str:
        return "made invalid"

    def reply(self, reply: Reply, request: Request, chance: Chance) -> Reply:
        places = [place for place, call in enumerate(reply.calls) if isinstance(call, ToolCall)]
        if places:
            place = places[int(chance() * len(places))]
            call = reply.calls[place]
            assert isinstance(call, ToolCall)  # noqa: S101 - chosen so; for the type checker
            calls = (*reply.calls[:place], self._call(call, request, chance), *reply.calls[place + 1 :])
            return replace(reply, calls=calls)
        if isinstance(reply.content, Generate):
            return reply
        text = reply.content if isinstance(reply.content, str) else reply.content.text
        wrong = self._json(text, request, chance)
        return reply if wrong is None else replace(reply, content=wrong, logprobs=())

    def _call(self, call: ToolCall, request: Request, chance: Chance) -> ToolCall:
        if self.kind == "unknown_tool" or (self.kind == "any" and chance() < 1 / len(WAYS_OF_CALLS)):
            return replace(call, name=unknown(call.name, [tool.name for tool in request.tools]))
        schema = next((tool.parameters for tool in request.tools if tool.name == call.name), None)
        try:
            value = json.loads(call.arguments)
        except (ValueError, RecursionError):  # it is broken as it is
            return call
        return replace(call, arguments=self._spoilt(value, call.arguments, schema, chance))

    def _json(self, text: str, request: Request, chance: Chance) -> str | None:
        """Spoils a text that should be JSON; anything else is not ours to judge."""
        if self.kind == "unknown_tool" or request.response_format.kind not in ("json_object", "json_schema"):
            return None
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return None
        return self._spoilt(value, text, request.response_format.schema, chance)

    def _spoilt(self, value: Any, text: str, schema: Any, chance: Chance) -> str:
        way = None if self.kind == "any" or self.kind == "unknown_tool" else self.kind
        validity = Validity(OBJECT if schema is None else schema)
        return spoilt(value, text, way, validity, chance)


WAYS_OF_CALLS = ("wrong_type", "missing_key", "extra_key", "truncated", "unknown_tool")


def unclosed(arguments: str) -> str:
    """Returns a text that is no JSON."""
    kept = arguments.rstrip()
    return kept[:-1] if kept.endswith(("}", "]")) else arguments + "{"


def unknown(name: str, offered: list[str]) -> str:
    """Returns a name like this one that was not offered."""
    version = 2
    while f"{name}_v{version}" in offered:
        version += 1
    return f"{name}_v{version}"
