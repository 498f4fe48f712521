"""Rules about messages that depend on their role or on the messages before them."""

from collections.abc import Iterator, Mapping
from typing import Any

from mockllm.core import Fault

from .unusable import bad_media

Given = Mapping[str, Any]

ROLES = ("system", "user", "assistant", "tool")
"""The three the reference names, and `tool`, which its own `tool_call_id` needs."""


SPEAKERS = ("user", "assistant", "system")


def unsound(body: Given) -> Iterator[Fault]:
    """Checks roles, contents, media, kinds of calls, and that tools' messages answer calls.

    Behind calls whose ids cannot be read nothing is said of answers.
    """
    made: set[str | None] | None = set()
    for index, message in _messages(body):
        role = message.get("role")
        if role in SPEAKERS and "tool_calls" not in message and isinstance(message.get("content"), str):
            continue  # nothing can be wrong with it, and most messages are like it
        yield from _bad_role(index, role)
        yield from _missing_content(index, message)
        yield from bad_media(index, message)
        yield from _bad_call_types(index, message)
        if made is not None and role == "tool":
            yield from _answers_nothing(index, message, made)
        ids = _ids(message)
        made = None if made is None or ids is None else made.union(ids) if ids else made


def bad_call_types(body: Given) -> Iterator[Fault]:
    """A tool call is one of a function (Fireworks reference, `messages[].tool_calls[].type`)."""
    for index, message in _messages(body):
        yield from _bad_call_types(index, message)


def _messages(body: Given) -> Iterator[tuple[int, Given]]:
    given = body.get("messages")
    for index, message in enumerate(given if isinstance(given, list) else ()):
        if isinstance(message, dict):
            yield index, message


def _calls(message: Given) -> list[Any]:
    given = message.get("tool_calls")
    return given if isinstance(given, list) else []


def _bad_role(index: int, role: Any) -> Iterator[Fault]:
    """A message's role is one of four (Fireworks reference, `messages[].role`)."""
    if isinstance(role, str) and role not in ROLES:
        yield _literal(("messages", index, "role"), role, "'system', 'user', 'assistant' or 'tool'")


def _missing_content(index: int, message: Given) -> Iterator[Fault]:
    """Every message has content, save an assistant's with tool calls (Fireworks reference, `messages[].content`).

    So has one that was cut inside its reasoning, which the service sends without content.
    """
    if message.get("content") is not None:
        return
    if message.get("role") == "assistant" and (message.get("tool_calls") or message.get("reasoning_content")):
        return
    loc = ("messages", index, "content")
    if "content" in message:
        yield Fault(loc=loc, kind="string_type", message="Input should be a valid string", value=None)
    else:
        yield Fault(loc=loc, kind="missing", message="Field required", value=message)


def _bad_call_types(index: int, message: Given) -> Iterator[Fault]:
    for position, call in enumerate(_calls(message)):
        kind = call.get("type") if isinstance(call, dict) else None
        if isinstance(kind, str) and kind != "function":
            yield _literal(("messages", index, "tool_calls", position, "type"), kind, "'function'")


def _answers_nothing(index: int, message: Given, made: set[str | None]) -> Iterator[Fault]:
    """A tool's message answers a call that an earlier message made.

    Ids may be null (Fireworks reference, `messages[].tool_calls[].id`): a message without one answers such a call.
    """
    answered = message.get("tool_call_id")
    if not isinstance(answered, str | None) or answered in made:
        return
    loc = ("messages", index, "tool_call_id")
    if "tool_call_id" in message:
        what = f"tool_call_id {answered!r} is not the id of a tool call in an earlier message"
        yield Fault(loc=loc, kind="value_error", message=what, value=answered)
    else:
        yield Fault(loc=loc, kind="missing", message="Field required", value=message)


def _ids(message: Given) -> list[str | None] | None:
    """The ids of a message's calls; None where one cannot be read."""
    given = message.get("tool_calls")
    if given is None:
        return []
    if not isinstance(given, list):
        return None
    ids = [call.get("id") if isinstance(call, dict) else call for call in given]
    return ids if all(isinstance(id_, str | None) for id_ in ids) else None


def _literal(loc: tuple[str | int, ...], value: str, expected: str) -> Fault:
    return Fault(
        loc=loc,
        kind="literal_error",
        message=f"Input should be {expected}",
        value=value,
        context={"expected": expected},
    )
