"""Turns messages and tools into the words all parts share.

Whatever a level let pass is taken: what means nothing is left out, what is merely odd becomes text.
"""

from collections.abc import Mapping
from typing import Any

from mockllm.core import MediaPart, Message, Part, TextPart, Tool, ToolCall
from mockllm.dialects.unusable import of_objects, parameters_problem
from mockllm.wire import write_json


def messages(value: Any) -> tuple[Message, ...]:
    """Reads the messages; what is no object is skipped."""
    if type(value) is not list:
        return ()
    return tuple([message(item) for item in value if isinstance(item, dict)])


def message(item: Mapping[str, Any]) -> Message:
    role = item.get("role")
    content = item.get("content")
    if type(content) is not str:
        content = odd_content(content)
    if len(item) == 2 and "content" in item and role and type(role) is str:
        return Message(role=role, content=content)
    calls = item.get("tool_calls")
    calls = calls if isinstance(calls, list) else []
    return Message(
        role=role if isinstance(role, str) and role else "user",
        content=content,
        reasoning=text(item.get("reasoning_content")) or text(item.get("reasoning")),
        tool_calls=tuple([call(entry) for entry in calls if isinstance(entry, dict)]),
        tool_call_id=text(item.get("tool_call_id")),
    )


def odd_content(value: Any) -> str | tuple[Part, ...] | None:
    """Content that is no text: parts, nothing, or a JSON value that is taken for its text."""
    if value is None:
        return None
    if isinstance(value, list):
        return tuple([part for item in value if (part := read_part(item)) is not None])
    return write_json(value).decode()


def read_part(item: Any) -> Part | None:
    """Parts of unknown kinds are skipped, unless they hold a text."""
    if isinstance(item, str):
        return TextPart(text=item)
    if not isinstance(item, dict):
        return None
    image = item.get("image_url")
    if item.get("type") == "image_url" and isinstance(image, dict) and isinstance(image.get("url"), str):
        return MediaPart(kind="image", url=image["url"], detail=text(image.get("detail")))
    words = text(item.get("text"))
    return None if words is None else TextPart(text=words)


def call(item: Mapping[str, Any]) -> ToolCall:
    function = item.get("function")
    function = function if isinstance(function, dict) else {}
    return ToolCall(
        id=text(item.get("id")),
        name=text(function.get("name")) or "",
        arguments=text(function.get("arguments")) or "",
    )


def tools(value: Any, *, checked: bool = False) -> tuple[Tool, ...]:
    """Reads the tools; one without a name cannot be called and is skipped.

    Parameters that nothing can be made of, where they were not `checked` before, stand for any object.
    """
    if not isinstance(value, list):
        return ()
    functions = [item.get("function") for item in value if isinstance(item, dict)]
    return tuple([
        tool(item, checked=checked) for item in functions if isinstance(item, dict) and text(item.get("name"))
    ])  # fmt: skip


def tool(function: Mapping[str, Any], *, checked: bool) -> Tool:
    parameters = function.get("parameters")
    usable = isinstance(parameters, dict) and (
        checked or (of_objects(parameters) and not parameters_problem(parameters))
    )
    return Tool(
        name=function["name"],
        description=text(function.get("description")),
        parameters=parameters if usable else None,
        strict=function.get("strict") is True,
    )


def text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
