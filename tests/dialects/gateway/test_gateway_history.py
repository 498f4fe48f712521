"""What the mock says, sent back as it came, is understood as it was meant."""

import json
from typing import Any

import pytest
from asgi_client import call

from mockllm.server import build
from mockllm.settings import Settings

APP = build(Settings(clock="frozen"))
CALL = {"id": "c1", "type": "function", "function": {"name": "get_weather", "arguments": '{"city":"Rome"}'}}
TOOL = {"type": "function", "function": {"name": "get_weather"}}


def ask(level: str, **fields: Any) -> Any:
    body = {"model": "openai/gpt-4o", **fields}
    headers = {"content-type": "application/json", "x-mockllm-fidelity": level}
    return json.loads(call(APP, "/chat/completions", json.dumps(body).encode(), headers=headers).body)


@pytest.mark.parametrize("level", ["live", "lenient"])
@pytest.mark.parametrize("content", [{"content": None}, {"content": ""}, {}], ids=["null", "empty", "absent"])
def test_calls_of_the_past_count(level: str, content: dict[str, Any]) -> None:
    """Whether the message that made them has content that is null, empty or not there."""
    said = {"role": "assistant", **content, "tool_calls": [CALL]}
    result = {"role": "tool", "tool_call_id": "c1", "content": "Error: boom"}
    answer = ask(level, messages=[{"role": "user", "content": "weather in Rome"}, said, result], tools=[TOOL])
    assert "weather call" in answer["choices"][0]["message"]["content"]


def test_no_word_is_offered_for_itself() -> None:
    """The word was right; what lacks is a tool."""
    refused = ask("contract", messages=[{"role": "user", "content": "x"}], tool_choice="required")
    assert "did you mean" not in refused["error"]
