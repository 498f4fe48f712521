"""What conditions ask about a conversation: its turn, its step, and the last result of a tool."""

from collections.abc import Sequence

from mockllm.core import Message

RESULTS = ("tool", "function")
"""The roles of messages that carry what a tool returned; `function` is that of the legacy functions."""


def turn(messages: Sequence[Message]) -> int:
    """How many messages of the user there are."""
    return sum(message.role == "user" for message in messages)


def step(messages: Sequence[Message]) -> int:
    """Which call of the model this is since the user's last message, from 1."""
    return 1 + sum(message.role == "assistant" for message in since_user(messages))


def tool_result(messages: Sequence[Message]) -> Message | None:
    """The last result of a tool since the user's last message."""
    return next((message for message in reversed(since_user(messages)) if message.role in RESULTS), None)


def tool_name(messages: Sequence[Message]) -> str | None:
    """The name of the tool with the last result: that of the call with its id, else the one the message has itself."""
    result = tool_result(messages)
    if result is None:
        return None
    if result.tool_call_id is not None:
        before = messages[: next(place for place, message in enumerate(messages) if message is result)]
        for message in reversed(before):
            for call in message.tool_calls:
                if call.id == result.tool_call_id:
                    return call.name
    return result.name


def since_user(messages: Sequence[Message]) -> Sequence[Message]:
    """The messages after the user's last one; all of them where the user said nothing."""
    for place in range(len(messages) - 1, -1, -1):
        if messages[place].role == "user":
            return messages[place + 1 :]
    return messages
