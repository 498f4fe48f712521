"""The text of a message, as the fragments of a prompt."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence

from mockllm.core import MediaPart, Message, Part, Tool

from .block import Fragment
from .media import MOST_PARTS, placeholder

THINK, END_THINK = "<think>", "</think>"
CALL, END_CALL = "<tool_call>", "</tool_call>"
"""The special tokens around reasoning and around calls, in prompts and in answers alike."""

CALL_TAIL = "}"


def fragments(
    message: Message, special: Callable[[str], int], media: Iterator[int], *, reasoning: bool
) -> list[Fragment]:
    """Returns a message's reasoning, if that is wanted, its content, and its calls.

    `special` gives the ids of placeholders, `media` counts the images and videos of the prompt.
    """
    found: list[Fragment] = []
    if reasoning and message.reasoning:
        found += [special(THINK), message.reasoning, special(END_THINK)]
    content = message.content
    if isinstance(content, str):
        if content:
            found.append(content)
    elif content:
        found += _parts(content, special, media)
    if message.tool_calls:
        for call in message.tool_calls:
            found += [special(CALL), call_text(call.name, call.arguments), special(END_CALL)]
    return found


def tools_text(tools: Iterable[Tool]) -> str:
    """Returns the text that tells a model which tools there are."""
    return "\n".join(["# Tools", *map(_tool, tools)])


def header_text(message: Message) -> str:
    """Returns what stands in a message's header."""
    name = "" if message.name is None else f" name={message.name}"
    answered = "" if message.tool_call_id is None else f" id={message.tool_call_id}"
    return f"{message.role}{name}{answered}"


def _parts(parts: Sequence[Part], special: Callable[[str], int], media: Iterator[int]) -> Iterator[Fragment]:
    texts: list[str] = []
    for part in parts:
        if not isinstance(part, MediaPart):
            texts.append(part.text)
            continue
        if texts:
            yield "\n".join(texts)
            texts = []
        spelling, times = placeholder(part)
        yield from [special(spelling)] * (times if next(media) < MOST_PARTS else 1)
    if texts:
        yield "\n".join(texts)


def call_text(name: str, arguments: str) -> str:
    """A call as a model writes it; its arguments are JSON as sent, which may be broken, so they are not read."""
    return f"{call_head(name)}{arguments}{CALL_TAIL}"


def call_head(name: str) -> str:
    """What stands in a call before its arguments."""
    return f'{{"name":{_json(name)},"arguments":'


def _tool(tool: Tool) -> str:
    function: dict[str, object] = {"name": tool.name}
    if tool.description is not None:
        function["description"] = tool.description
    if tool.parameters is not None:
        function["parameters"] = tool.parameters
    if tool.strict:
        function["strict"] = True
    return _json({"type": "function", "function": function})


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
