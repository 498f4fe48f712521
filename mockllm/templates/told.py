"""What tools told, as templates see it: JSON is read, and any other text stays one.

A result that is written whole into a text comes through to the byte: `21.50` stays `21.50`, and the blanks of
`[1, 2]` stay where they were.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic_core import from_json

from mockllm.core import Message

from .written import Verbatim


class ToldObject(dict[str, Any], Verbatim):
    """A JSON object and its text."""


class ToldList(list[Any], Verbatim):
    """A JSON array and its text."""


class ToldInteger(int, Verbatim):
    """A whole number and its text."""


class ToldNumber(float, Verbatim):
    """A number with a fraction and its text."""


KINDS: Mapping[type, type[Any]] = {dict: ToldObject, list: ToldList, int: ToldInteger, float: ToldNumber}


def told(text: str) -> Any:
    """Reads a tool's result."""
    try:
        value = from_json(text.encode("utf-8", "surrogatepass"), allow_inf_nan=False)
    except ValueError:
        return text
    kind = KINDS.get(type(value))
    if kind is None:
        return value
    result = kind(value)
    result.verbatim = text
    return result


def results(messages: tuple[Message, ...]) -> Iterator[tuple[str | None, str]]:
    """Returns the tools' names and results since the last user message, in order.

    A result names its tool, or the call it belongs to.
    """
    start = max((index for index, message in enumerate(messages) if message.role == "user"), default=-1) + 1
    callees = {call.id: call.name for message in messages for call in message.tool_calls if call.id}
    for message in messages[start:]:
        if message.role in ("tool", "function"):
            yield message.name or callees.get(message.tool_call_id or ""), message.text
