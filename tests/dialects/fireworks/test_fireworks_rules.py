"""Rules across fields: each by itself, at its one place, and silent where its fields failed already."""

from typing import Any

import pytest

ACCOUNT = "accounts/fireworks/models/"
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"city": {"type": "string"}}}


def tool(name: str = "get_weather", **function: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, **function}}


def called(*ids: str | None, **fields: Any) -> dict[str, Any]:
    calls = [{"id": id_, "type": "function", "function": {"name": "f", "arguments": "{}"}} for id_ in ids]
    return {"role": "assistant", "content": None, "tool_calls": calls, **fields}


def answered(*id_: str | None) -> dict[str, Any]:
    return {"role": "tool", "content": "x", **({"tool_call_id": id_[0]} if id_ else {})}


USER = {"role": "user", "content": "x"}

REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"max_tokens": 5, "max_completion_tokens": 5}, "max_completion_tokens", "value_error"),
    ({"stop": ["a", "b", "c", "d", "e"]}, "stop", "too_long"),
    ({"top_logprobs": 0}, "top_logprobs", "value_error"),
    ({"top_logprobs": 2, "logprobs": False}, "top_logprobs", "value_error"),
    ({"tool_choice": "required"}, "tool_choice", "value_error"),
    ({"tool_choice": "any", "tools": []}, "tool_choice", "value_error"),
    ({"tools": [tool()], "tool_choice": {"type": "function", "function": {"name": "x"}}}, "tool_choice", "value_error"),
    ({"tools": [tool()], "tool_choice": {"type": "function", "name": "x"}}, "tool_choice", "value_error"),
    ({"tool_choice": {"type": "function", "name": "x"}}, "tool_choice", "value_error"),
    ({"functions": [{"name": "f"}], "function_call": {"name": "x"}}, "function_call", "value_error"),
    ({"function_call": {"name": "x"}}, "function_call", "value_error"),
    ({"tools": [tool(), tool("other"), tool()]}, "tools.2.function.name", "value_error"),
    ({"functions": [{"name": "f"}, {"name": "f"}]}, "functions.1.name", "value_error"),
    ({"tools": [tool(parameters={"type": "string"})]}, "tools.0.function.parameters.type", "literal_error"),
    ({"tools": [tool(parameters={"type": None})]}, "tools.0.function.parameters.type", "literal_error"),
    ({"tools": [tool(parameters={"properties": []})]}, "tools.0.function.parameters.properties", "dict_type"),
    ({"tools": [tool(parameters={"required": "a"})]}, "tools.0.function.parameters.required", "list_type"),
    ({"tools": [tool(parameters={"required": ["a", 5]})]}, "tools.0.function.parameters.required.1", "string_type"),
    ({"functions": [{"name": "f", "parameters": {"type": "array"}}]}, "functions.0.parameters.type", "literal_error"),
    ({"response_format": {"type": "json_schema"}}, "response_format.json_schema", "missing"),
    ({"response_format": {"type": "json_schema", "json_schema": {}}},
     "response_format.json_schema.schema", "missing"),
    ({"response_format": {"type": "json_schema", "json_schema": {"name": "x"}}},
     "response_format.json_schema.schema", "missing"),
    ({"response_format": {"type": "json_schema", "json_schema": {"name": "x", "schema": None}}},
     "response_format.json_schema.schema", "missing"),
    ({"response_format": {"type": "json_schema", "json_schema": '{"name": "x"}'}},
     "response_format.json_schema", "value_error"),
    ({"response_format": {"type": "json_object", "schema": "null"}}, "response_format.schema", "dict_type"),
    ({"response_format": {"type": "json_schema", "json_schema": {"name": "x", "schema": 5}}},
     "response_format.json_schema.schema", "dict_type"),
    ({"response_format": {"type": "json_schema", "json_schema": "{"}}, "response_format.json_schema", "json_invalid"),
    ({"response_format": {"type": "json_object", "schema": "nope"}}, "response_format.schema", "json_invalid"),
    ({"response_format": {"type": "json_object", "schema": "[1]"}}, "response_format.schema", "dict_type"),
    ({"response_format": {"type": "grammar"}}, "response_format.grammar", "missing"),
    ({"response_format": {"type": "grammar", "grammar": None}}, "response_format.grammar", "missing"),
    ({"response_format": {"type": "grammar", "grammar": ""}}, "response_format.grammar", "value_error"),
    ({"messages": [{"role": "user"}]}, "messages.0.content", "missing"),
    ({"messages": [USER, {"role": "assistant", "content": None}]}, "messages.1.content", "string_type"),
    ({"messages": [USER, {"role": "assistant", "content": None, "tool_calls": []}]},
     "messages.1.content", "string_type"),
    ({"messages": [USER, called("a"), answered("b")]}, "messages.2.tool_call_id", "value_error"),
    ({"messages": [USER, answered("a"), called("a")]}, "messages.1.tool_call_id", "value_error"),
    ({"messages": [USER, called("a"), answered()]}, "messages.2.tool_call_id", "missing"),
    ({"messages": [USER, called("a"), answered(None)]}, "messages.2.tool_call_id", "value_error"),
    ({"reasoning_effort": 0}, "reasoning_effort", "value_error"),
    ({"reasoning_effort": -5}, "reasoning_effort", "value_error"),
    ({"thinking": {"type": "enabled"}, "reasoning_effort": "low"}, "thinking", "value_error"),
    ({"thinking": {"type": "disabled", "budget_tokens": 2048}}, "thinking.budget_tokens", "extra_forbidden"),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "place", "kind"), REFUSED)
def test_a_broken_rule_is_reported_at_its_place(ask: Any, fields: dict[str, Any], place: str, kind: str) -> None:
    """Once, and nothing else with it."""
    assert ask(**fields).entries == [(place, kind)]


@pytest.mark.parametrize(
    "fields",
    [
        {"max_tokens": None, "max_completion_tokens": 5},
        {"top_logprobs": 2, "logprobs": 0},
        {"top_logprobs": None},
        {"tool_choice": "auto"},
        {"tool_choice": "none"},
        {"function_call": "auto"},
        {"tools": [tool()], "functions": [{"name": "get_weather"}]},
        {"messages": [USER, called("a", "b"), answered("b"), answered("a"), answered("a")]},
        {"messages": [USER, called(None), answered(None), answered()]},
        {"messages": [USER, {"role": "assistant", "reasoning_content": "Hm"}, USER]},
        {"thinking": {"type": "enabled"}, "reasoning_effort": ...},
    ],
)
def test_what_keeps_the_rules_passes(ask: Any, fields: dict[str, Any]) -> None:
    """Null is absent, an integer `logprobs` counts as set, and an id may be null on both sides."""
    assert ask(**fields).request


@pytest.mark.parametrize(
    ("fields", "places"),
    [
        ({"max_tokens": "x", "max_completion_tokens": 5}, ["max_tokens"]),
        ({"top_logprobs": 1, "logprobs": "x"}, ["logprobs"]),
        ({"thinking": {"type": "x"}, "reasoning_effort": "low"}, ["thinking.type"]),
        ({"tools": "x", "tool_choice": "required"}, ["tools"]),
        ({"tools": [{"type": "function", "function": {}}], "tool_choice": {"type": "function", "name": "x"}},
         ["tools.0.function.name"]),
        ({"messages": [{"role": "user", "content": 5}]}, ["messages.0.content"]),
        ({"messages": [USER, called("a", tool_calls=5), answered("b")]}, ["messages.1.tool_calls"]),
        ({"messages": [USER, called("a", tool_calls=[{"id": 5, "function": "f"}]), answered("b")]},
         ["messages.1.tool_calls.0.id"]),
        ({"logit_bias": {"x": 101}}, ["logit_bias.x"]),
    ],
)  # fmt: skip
def test_a_rule_is_silent_where_its_fields_failed(ask: Any, fields: dict[str, Any], places: list[str]) -> None:
    """One mistake makes one entry."""
    assert [place for place, _ in ask(**fields).entries] == places


def test_rules_of_other_messages_still_speak(ask: Any) -> None:
    """A fault in one message hides nothing of another."""
    read = ask(messages=[{"role": "user", "content": 5}, {"role": "user"}, answered("z")])
    assert [place for place, _ in read.entries] == [
        "messages.0.content", "messages.1.content", "messages.2.tool_call_id",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("model", "effort", "shown"),
    [
        ("gpt-oss-120b", "none", "none"),
        ("gpt-oss-120b", False, "none"),
        ("gpt-oss-20b", 512, "512"),
        ("minimax-m2", "none", "none"),
        ("minimax-m2", False, "none"),
        ("minimax-m2", True, "medium"),
        ("minimax-m2", 2000, "2000"),
    ],
)
def test_a_model_refuses_efforts(ask: Any, model: str, effort: Any, shown: str) -> None:
    """In the service's words, booleans as the words they become (Fireworks reference, `reasoning_effort`)."""
    read = ask(model=ACCOUNT + model, reasoning_effort=effort)
    assert read.entries == [("reasoning_effort", "value_error")]
    assert read.json["detail"][0]["msg"] == f"Value error, Invalid reasoning effort: {shown}"


@pytest.mark.parametrize(
    ("model", "effort"),
    [
        *[("gpt-oss-120b", word) for word in ("low", "medium", "high", True)],
        *[("minimax-m2", word) for word in ("low", "medium", "high")],
        *[("deepseek-v3p1", effort) for effort in ("low", "none", True, False, 2000)],
        *[("deepseek-v3p2", effort) for effort in ("high", "none", True, False, 2000)],
        *[("glm-4p6", effort) for effort in ("medium", "none", False, 100)],
        *[("qwen3-8b", effort) for effort in ("low", "none", True, False, 1)],
        *[("kimi-k2-instruct-0905", effort) for effort in ("low", "none", 7, True)],
    ],
)
def test_a_model_takes_efforts(ask: Any, model: str, effort: Any) -> None:
    """Those that the reference gives it, and everything where it does not reason at all."""
    assert ask(model=ACCOUNT + model, reasoning_effort=effort).request


@pytest.mark.parametrize(
    ("model", "supported"),
    [
        ("kimi-k2-instruct", {"disabled", "interleaved", "preserved"}),
        ("minimax-m2", {"disabled", "interleaved"}),
        ("glm-4p7", {"disabled", "interleaved", "preserved"}),
        ("glm-4p6", {"disabled", "interleaved"}),
        ("qwen3p6-plus", {"disabled", "preserved"}),
        ("llama-v3p3-70b-instruct", {"disabled", "interleaved", "preserved"}),
    ],
)
@pytest.mark.parametrize("history", ["disabled", "interleaved", "preserved"])
def test_a_model_supports_histories(ask: Any, model: str, supported: set[str], history: str) -> None:
    """As the reference's table has them (`reasoning_history`)."""
    read = ask(model=ACCOUNT + model, reasoning_history=history)
    if history in supported:
        assert read.request.reasoning.history == history
    else:
        assert read.entries == [("reasoning_history", "value_error")]


@pytest.mark.parametrize(
    ("thinking", "place"),
    [
        ({"type": "disabled"}, "thinking"),
        ({"type": "enabled", "budget_tokens": 2048}, "thinking"),
    ],
)
def test_thinking_obeys_the_models_rule(ask: Any, thinking: dict[str, Any], place: str) -> None:
    """It stands for an effort that gpt-oss does not take."""
    assert ask(model=ACCOUNT + "gpt-oss-120b", thinking=thinking).entries == [(place, "value_error")]


def test_thinking_enabled_passes_where_medium_does(ask: Any) -> None:
    """Being equivalent to true, it becomes medium."""
    assert ask(model=ACCOUNT + "gpt-oss-120b", thinking={"type": "enabled"}).request.reasoning.effort == "medium"
