"""The loop every agent has, written out with OpenAI's client."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from openai import OpenAI

Tool = Callable[..., str]


def offered(tools: Mapping[str, Tool]) -> list[dict[str, Any]]:
    """The tools as a request offers them: each takes one argument, a text or a whole number."""
    kinds = {str: "string", int: "integer"}
    return [
        {
            "type": "function",
            "function": {
                "name": name,
                "parameters": {
                    "type": "object",
                    "properties": {
                        key: {"type": kinds[kind]} for key, kind in tool.__annotations__.items() if key != "return"
                    },
                    "required": [key for key in tool.__annotations__ if key != "return"],
                },
            },
        }
        for name, tool in tools.items()
    ]


def run(client: OpenAI, tools: Mapping[str, Tool], messages: list[Any], **more: Any) -> str:
    """Calls the model, and the tools it wants, until it answers in words; `messages` grow with the dialogue."""
    for _ in range(5):
        answer = client.chat.completions.create(model="openai/gpt-4o", messages=messages, tools=offered(tools), **more)
        message = answer.choices[0].message
        messages.append(message.model_dump(exclude_none=True))
        if not message.tool_calls:
            assert answer.choices[0].finish_reason == "stop"
            return message.content
        assert answer.choices[0].finish_reason == "tool_calls"
        for call in message.tool_calls:
            result = tools[call.function.name](**json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result})
    raise AssertionError("no end")
