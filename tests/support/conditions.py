"""Requests and conditions for tests of matching."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from mockllm.core import Incoming, Message, Request, ResponseFormat, Tool, ToolCall, ToolChoice
from mockllm.matching import Conditions, Difference, Problem, Subject, read

MODEL = "accounts/fireworks/models/gpt-oss-120b"


def called(name: str, call_id: str = "call_1", arguments: str = "{}") -> Message:
    """An assistant's message with a call."""
    return Message(role="assistant", tool_calls=(ToolCall(id=call_id, name=name, arguments=arguments),))


def result(text: str, call_id: str | None = "call_1", name: str | None = None) -> Message:
    """A tool's message."""
    return Message(role="tool", content=text, tool_call_id=call_id, name=name)


def subject(
    *messages: Message | str,
    headers: Mapping[str, str] | None = None,
    query: str = "",
    namespace: str | None = None,
    tools: Sequence[str] = (),
    **changes: Any,
) -> Subject:
    """A request as conditions see it; a text is a message of the user."""
    said = tuple(Message(role="user", content=each) if isinstance(each, str) else each for each in messages)
    request = Request(
        **{
            "dialect": "fireworks", "level": "contract", "model": MODEL, "asked_model": MODEL, "messages": said,
            "tools": tuple(Tool(name=name) for name in tools), **changes,
        }
    )  # fmt: skip
    incoming = Incoming(
        method="POST", path="/v1/chat/completions", query=query, headers=headers or {}, body=b"", level="contract",
        namespace=namespace,
    )  # fmt: skip
    return Subject(request, incoming)


def sent(body: Mapping[str, Any], **given: Any) -> Subject:
    """A request made of a body, of which as much is understood as tests of conditions need."""
    said = tuple(
        Message(
            role=each["role"],
            content=each.get("content"),
            name=each.get("name"),
            tool_call_id=each.get("tool_call_id"),
            tool_calls=tuple(
                ToolCall(id=call["id"], name=call["function"]["name"], arguments=call["function"]["arguments"])
                for call in each.get("tool_calls", ())
            ),
        )
        for each in body.get("messages", ())
    )
    choice = body.get("tool_choice", "auto")
    named = choice["function"]["name"] if isinstance(choice, dict) else None
    return subject(
        *said,
        body=body,
        stream=body.get("stream") is True,
        tools=[tool["function"]["name"] for tool in body.get("tools", ())],
        tool_choice=ToolChoice(mode="named" if named else choice, name=named),
        response_format=ResponseFormat(kind=body.get("response_format", {"type": "text"})["type"]),
        **given,
    )


def when(**fields: Any) -> Conditions:
    """Conditions that are sound."""
    found = read(fields)
    assert isinstance(found, Conditions), found
    return found


def problems(fields: Any, **given: Any) -> list[Problem]:
    """What is wrong with conditions."""
    found = read(fields, **given)
    assert isinstance(found, list), f"nothing is wrong with {fields}"
    return found


def problem(fields: Any, **given: Any) -> str:
    """The one thing that is wrong with conditions, after its path."""
    ((path, message),) = problems(fields, **given)
    return f"{'.'.join(map(str, path))}: {message}"


def difference(conditions: Conditions, subject: Subject) -> Difference:
    """The one thing in which a request differs."""
    (found,) = conditions.differences(subject)
    return found


def holds(subject: Subject, **fields: Any) -> bool:
    """Whether conditions hold."""
    return when(**fields).holds(subject)


def as_json(value: Any) -> str:
    """A value as a body has it."""
    return json.dumps(value)
