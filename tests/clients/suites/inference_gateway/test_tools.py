"""Tool calls through the gateway's official client, which validates every whole answer strictly."""

import json

from asks import GATEWAY_MODEL, PROMPT
from asks import TOOL as ASKED_TOOL
from inference_gateway import InferenceGatewayClient, Message
from inference_gateway.models import ChatCompletionTool

TOOL = ChatCompletionTool.model_validate(ASKED_TOOL)


def test_a_forced_call_comes_whole_and_streamed(client: InferenceGatewayClient) -> None:
    """With the same valid arguments, and that is why the answer ended."""
    said = Message.model_validate({"role": "user", "content": PROMPT})
    ask = {"model": GATEWAY_MODEL, "messages": [said], "tools": [TOOL], "tool_choice": "required"}
    whole = client.create_chat_completion(**ask).choices[0]
    chunks = [json.loads(event.data) for event in client.create_chat_completion_stream(**ask)]
    choices = [choice for chunk in chunks for choice in chunk["choices"]]
    pieces = [call["function"].get("arguments", "") for c in choices for call in c["delta"].get("tool_calls") or []]
    (call,) = whole.message.tool_calls
    assert call.function.name == "get_tide"
    assert list(json.loads(call.function.arguments)) == ["harbour"]
    assert "".join(pieces) == call.function.arguments
    assert (whole.finish_reason.root, choices[-1]["finish_reason"]) == ("tool_calls", "tool_calls")
