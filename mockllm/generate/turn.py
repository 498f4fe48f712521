"""What happened since the user last spoke: which functions were called, and what came of it."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mockllm.core import Message, ToolCall

from .writing import TOOL_ROLES

READ_CHARACTERS = 100_000

Deed = tuple[str, str]
"""A function's name and its arguments, so written that equal calls are equal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a function answered, and to which arguments; its name is "" where nothing says whose answer it is."""

    tool: str
    text: str
    arguments: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The conversation from the last user message on.

    `asked` is that message, `earlier` are those before it, the latest first; `steps` says how many answers since then
    were calls, as far as can be told; `called_before` names the functions that the user's message before led to.
    """

    asked: str
    earlier: tuple[str, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    results: tuple[Result, ...] = ()
    steps: int = 0
    called_before: tuple[str, ...] = ()

    @property
    def called(self) -> Counter[str]:
        """How often each function was called, or answered where the call itself is missing."""
        return Counter(call.name for call in self.calls) | Counter(result.tool for result in self.results)

    @property
    def deeds(self) -> frozenset[Deed]:
        return frozenset(deed(call.name, call.arguments) for call in self.calls)


def read_turn(messages: Sequence[Message]) -> Turn:
    """Reads a conversation; without a user message all of it is one turn, and what is asked stands elsewhere."""
    users = [place for place, message in enumerate(messages) if message.role == "user"]
    start = users[-1] + 1 if users else 0
    before = messages[users[-2] + 1 : start] if len(users) > 1 else messages[:start]
    spoken = [message for message in messages if message.role in ("system", "developer")]
    asked = messages[users[-1]].text if users else spoken[-1].text if spoken else ""
    calls: list[ToolCall] = []
    results: list[Result] = []
    steps = 0
    for message in messages[start:]:
        calls += message.tool_calls
        steps += bool(message.tool_calls)
        if message.role in TOOL_ROLES:
            call = _call_of(message, calls, len(results))
            name = message.name or "" if call is None else call.name
            results.append(Result(tool=name, text=message.text, arguments="" if call is None else call.arguments))
    return Turn(
        asked=asked,
        earlier=tuple([messages[place].text for place in reversed(users[:-1])]),
        calls=tuple(calls),
        results=tuple(results),
        steps=steps or len(results),
        called_before=tuple(dict.fromkeys(call.name for message in before for call in message.tool_calls)),
    )


def deed(name: str, arguments: str) -> Deed:
    """What a call does; spaces and the order of keys make no difference."""
    try:
        return name, json.dumps(json.loads(arguments), sort_keys=True)
    except (ValueError, RecursionError):
        return name, arguments


def read_value(text: str) -> Any:
    """The JSON value a text is, or the text itself, as which very long ones are taken without a look."""
    try:
        return json.loads(text) if len(text) <= READ_CHARACTERS else text
    except (ValueError, RecursionError):
        return text


def _call_of(message: Message, calls: Sequence[ToolCall], place: int) -> ToolCall | None:
    """Which call it is the result of: by the call's id or, if the message has no name, by where it stands."""
    if message.tool_call_id is not None:
        for call in reversed(calls):
            if call.id == message.tool_call_id:
                return call
    return calls[place] if not message.name and place < len(calls) else None
