"""The real service's own words and wider fields (wire/fireworks.md 3)."""

from typing import Any

import pytest

ACCOUNT = "accounts/fireworks/models/"
PART = {"type": "text", "text": "hi", "cache_control": {"type": "ephemeral"}}
TOOL = {"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}
EFFORTS = "'low', 'medium', 'high', 'xhigh', 'max', 'none' or 'adaptive'"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"reset_prompt_cache": True}, "Extra inputs are not permitted, field: 'reset_prompt_cache', value: True"),
        ({"extra_body": None}, "Extra inputs are not permitted, field: 'extra_body', value: None"),
        ({"client_metadata": {"a": 1}}, "Extra inputs are not permitted, field: 'client_metadata'"),
        (
            {"response_format": {"type": "text", "schema_field": None}},
            "Extra inputs are not permitted, field: 'response_format.schema_field', value: None",
        ),
        (
            {"messages": [{"role": "assistant", "tool_calls": [{"function": "f", "approxNumTokens": 0}]}]},
            "Extra inputs are not permitted, field: 'messages[0].tool_calls[0].approxNumTokens', value: 0",
        ),
        (
            {"messages": [{"role": "user", "content": [PART]}]},
            ("2 request validation errors: Input should be a valid string, field: 'messages[0].content.str', "
            f"value: {[PART]!r}; Extra inputs are not permitted, "
            "field: 'messages[0].content.list[ChatMessageContent][0].cache_control'"),
        ),
        (
            {"tools": [TOOL, {"type": "web_search_20250305"}]},
            ("Input should be 'function', 'web_search_preview' or 'code_interpreter', field: 'tools[1].type', "
            "value: 'web_search_20250305'"),
        ),
        ({"reasoning_effort": 0}, "integer reasoning_effort must be positive"),
        ({"model": ACCOUNT + "gpt-oss-120b", "reasoning_effort": "none"}, "Invalid reasoning effort: none"),
        ({"model": ACCOUNT + "gpt-oss-120b", "reasoning_effort": False}, "Invalid reasoning effort: none"),
        (
            {"model": ACCOUNT + "glm-5p3", "reasoning_effort": "none"},
            "GLM-5.3 is a thinking-only model; disabling thinking (reasoning_effort='none') is not supported.",
        ),
        ({"logprobs": 20}, "logprobs must be between 0 and 5: 20"),
        ({"logprobs": -1}, "logprobs must be between 0 and 5: -1"),
        (
            {"response_format": {"type": None}},
            "Invalid format type: None. Must be one of: text, grammar, json_schema, json_object",
        ),
        (
            {"response_format": {"type": "xml"}},
            "Invalid format type: xml. Must be one of: text, grammar, json_schema, json_object",
        ),
        (
            {"tools": [TOOL], "response_format": {"type": "text"}},
            "You cannot specify response format and function call at the same time",
        ),
        (
            {"response_format": {"type": "json_schema", "json_schema": {
                "name": "x", "schema": {"type": "object", "properties": {"a": {"required": ["criteria"]}}}}}},
            "JSON Schema not supported: could not understand the instance `{'required': ['criteria']}`.",
        ),
        (
            {"response_format": {"type": "json_object", "schema": {}}},
            "JSON Schema not supported: could not understand the instance `{}`.",
        ),
        (
            {"response_format": {"type": "json_object", "schema": {"type": "array", "items": {"anyOf": [
                {"type": "string"}, {"default": "latest"}]}}}},
            "JSON Schema not supported: could not understand the instance `{'default': 'latest'}`.",
        ),
        ({"messages": ...}, "Field required, field: 'messages'"),
        ({"temperature": 3}, "Input should be less than or equal to 2, field: 'temperature', value: 3"),
        ({"max_tokens": "abc"}, "Input should be a valid integer, field: 'max_tokens', value: 'abc'"),
        (
            {"temperature": 3, "n": 0},
            ("2 request validation errors: Input should be less than or equal to 2, field: 'temperature', value: 3; "
            "Input should be greater than or equal to 1, field: 'n', value: 0"),
        ),
        (
            {"max_tokens": 1, "max_completion_tokens": 1},
            "max_completion_tokens cannot be specified together with max_tokens",
        ),
        (
            {"thinking": {"type": "enabled"}, "reasoning_effort": "low"},
            "thinking cannot be specified together with reasoning_effort",
        ),
    ],
)  # fmt: skip
def test_the_backends_words(ask: Any, fields: dict[str, Any], message: str) -> None:
    """One message, with Python's values and union arms; what is checked by hand shows neither place nor value."""
    assert ask("live", **fields).message == message


def test_every_arm_of_a_union_is_counted(ask: Any) -> None:
    """Three for an effort that is no word the service knows."""
    message = ask("live", reasoning_effort="banana").message
    assert message.startswith(f"3 request validation errors: Input should be {EFFORTS}, field: 'reasoning_effort")
    assert message.endswith("'reasoning_effort.bool', value: 'banana'")


def test_rules_wait_for_the_fields(ask: Any) -> None:
    """A broken rule is told of only when every field is right, and then the first alone."""
    broken = {"max_tokens": 1, "max_completion_tokens": 1, "logprobs": 20}
    assert ask("live", **broken).message == "max_completion_tokens cannot be specified together with max_tokens"
    assert "temperature" in ask("live", **broken, temperature=9).message


@pytest.mark.parametrize(
    ("fields", "param", "message"),
    [
        ({"max_tokens": 4097}, "max_tokens", "Requests with max_tokens > 4096 must have stream=true"),
        ({"max_tokens": 8000, "stream": False, "temperature": 9}, "max_tokens",
         "Requests with max_tokens > 4096 must have stream=true"),
        ({"reasoning_effort": {}}, "reasoning_effort",
         "Request body field 'reasoning_effort' is of type 'object', expected 'string'"),
    ],
)  # fmt: skip
def test_the_gateways_words(ask: Any, fields: dict[str, Any], param: str, message: str) -> None:
    """It comes before the backend, and has an envelope of its own."""
    read = ask("live", **fields)
    assert read.outgoing.status == 400
    assert read.json == {"error": {"message": message, "param": param, "code": "BAD_REQUEST", "type": "error"}}
    assert list(read.json["error"]) == ["message", "param", "code", "type"]


def test_long_answers_pass_when_streamed_or_at_another_level(ask: Any) -> None:
    """The gateway's rule is the live service's alone, and 4096 itself passes."""
    assert ask("live", max_tokens=4096).request
    assert ask("live", max_tokens=8000, stream=True).request
    assert ask("contract", max_tokens=8000).request


@pytest.mark.parametrize(
    "fields",
    [
        *[{"reasoning_effort": word} for word in ("xhigh", "max", "adaptive")],
        {"tools": [{"type": "web_search_preview"}, {"type": "code_interpreter"}, TOOL]},
        {"messages": [{"role": "developer", "content": "x", "name": "ada"}]},
        {"messages": [
            {"role": "user", "content": "x"},
            {"role": "assistant", "tool_calls": [
                {"index": 0, "id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}, "name": None}
            ]},
            {"role": "tool", "tool_call_id": "other", "content": "21"},
        ]},
        {"stop": None, "tools": None, "response_format": None, "logprobs": None, "reasoning_effort": None},
        {"tools": [TOOL, TOOL]},
    ],
)  # fmt: skip
def test_what_the_live_service_takes_beyond_the_reference(ask: Any, fields: dict[str, Any]) -> None:
    """Wider enums, free roles, and no rule that nobody saw it apply."""
    assert ask("live", **fields).request


def test_efforts_that_only_live_knows_become_ones_that_all_know(ask: Any) -> None:
    """The strongest is high."""
    assert ask("live", reasoning_effort="max").request.reasoning.effort == "high"
    assert ask("live", reasoning_effort="adaptive").request.reasoning.effort == "medium"


def test_bodies_that_are_no_object(send: Any) -> None:
    """Pydantic's list as Python writes it, which is what the service shows (wire/fireworks.md 3.2)."""
    assert send(b"a=1", "live", content_type="text/plain").message == (
        "[{'type': 'model_attributes_type', 'loc': ('body',), 'msg': "
        "'Input should be a valid dictionary or object to extract fields from', 'input': b'a=1'}]"
    )
    assert send(b"{", "live").message.startswith("[{'type': 'json_invalid', 'loc': ('body', 1), ")


def test_answers_name_the_machines_in_front(ask: Any) -> None:
    """Refusals too, at this level alone."""
    assert ask("live", n=0).headers["server"] == "istio-envoy"
    assert "server" not in ask("contract", n=0).headers
