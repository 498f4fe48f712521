"""What the header beside a refusal tells a person."""

from typing import Any

import pytest


@pytest.mark.parametrize(
    ("fields", "parts"),
    [
        ({"max_token": 5}, ["max_token", "did you mean max_tokens?", "lenient"]),
        ({"store": True}, ["store is an OpenAI field", "lenient"]),
        ({"extra_body": {}}, ["argument of the openai client"]),
        ({"max_output_tokens": 5}, ["Responses API", "max_tokens"]),
        ({"chat_template_kwargs": {}}, ["vLLM"]),
        ({"zebra": 1}, ["zebra is no field of Fireworks", "lenient"]),
        ({"messages": [{"role": "user", "content": "x", "contnt": "y"}]}, ["messages[0].contnt", "mean content?"]),
        (
            {"messages": [{"role": "assistant", "content": "x", "refusal": None}]},
            ["messages[0].refusal is null", "model_dump(exclude_none=True)"],
        ),
        (
            {"messages": [{"role": "assistant", "content": "x", "annotations": None, "audio": None}]},
            ["exclude_none=True"],
        ),
        ({"messages": [{"role": "developer", "content": "x"}]}, ["'developer' is an OpenAI role", "'system'"]),
        ({"messages": [{"role": "function", "content": "x"}]}, ["'tool', with tool_call_id"]),
        ({"logprobs": None}, ["logprobs is null", "exclude_none=True"]),
        ({"reasoning_effort": "xhigh"}, ["x-mockllm-fidelity: live"]),
        ({"größe": "é\n" * 300}, ["gr\\xf6\\xdfe"]),
    ],
)
def test_a_refusal_brings_a_hint(ask: Any, fields: dict[str, Any], parts: list[str]) -> None:
    """It says what the field is and what would take it, in what a header can carry."""
    hint = ask(**fields).headers["x-mockllm-hint"]
    assert all(part in hint for part in parts), hint
    assert hint.isascii()
    assert hint.isprintable()
    assert len(hint) <= 300


def test_a_plain_mistake_brings_none(ask: Any) -> None:
    """Where the body says it all, nothing is added."""
    assert "x-mockllm-hint" not in ask(temperature=3).headers


def test_a_hint_survives_any_name(ask: Any) -> None:
    """A key may hold line breaks and be as long as it likes."""
    hint = ask(**{"a\r\nset-cookie: x" + "y" * 1000: 1}).headers["x-mockllm-hint"]
    assert hint.isprintable()
    assert len(hint) <= 300
