"""Every field of the reference by itself: what it takes, and how it refuses the rest."""

from typing import Any

import pytest

MODEL = "accounts/fireworks/models/kimi-k2-instruct-0905"
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
TOOL = {"type": "function", "function": {"name": "get_weather", "parameters": SCHEMA}}

RANGES: list[tuple[str, float, float, bool]] = [
    ("temperature", 0, 2, True),
    ("top_k", 0, 100, False),
    ("n", 1, 128, False),
    ("top_p", 0, 1, True),
    ("min_p", 0, 1, True),
    ("typical_p", 0, 1, True),
    ("frequency_penalty", -2, 2, True),
    ("presence_penalty", -2, 2, True),
    ("repetition_penalty", 0, 2, True),
    ("top_logprobs", 0, 5, False),
    ("logprobs", 0, 5, False),
]
WITH = {"top_logprobs": {"logprobs": True}}

STRINGS = ["user", "prompt_cache_key", "prompt_cache_isolation_key"]
NUMBERS = [
    "temperature", "top_p", "min_p", "typical_p", "frequency_penalty", "presence_penalty", "repetition_penalty",
    "mirostat_target", "mirostat_lr",
]  # fmt: skip
INTEGERS = ["top_k", "n", "max_tokens", "max_completion_tokens", "seed", "echo_last", "prompt_truncate_len"]
BOOLEANS = [
    "stream", "raw_output", "perf_metrics_in_response", "echo", "ignore_eos", "return_token_ids",
    "parallel_tool_calls", "safe_tokenization",
]  # fmt: skip
NULLABLE = [
    *STRINGS, *NUMBERS, *INTEGERS, *BOOLEANS, "top_logprobs", "logit_bias", "metadata", "reasoning_history",
    "stream_options", "stop",
]  # fmt: skip
NOT_NULLABLE = {
    "n": "int_type",
    "ignore_eos": "bool_type",
    "service_tier": "literal_error",
    "context_length_exceeded_behavior": "literal_error",
    "model": "string_type",
    "messages": "list_type",
    "tools": "list_type",
    "functions": "list_type",
    "tool_choice": "literal_error",
    "function_call": "literal_error",
    "logprobs": "int_type",
    "speculation": "string_type",
    "prediction": "model_attributes_type",
    "reasoning_effort": "literal_error",
    "thinking": "model_attributes_type",
    "response_format": "model_attributes_type",
}
ENUMS = {
    "service_tier": ["auto", "default", "flex", "priority"],
    "context_length_exceeded_behavior": ["error", "truncate"],
    "reasoning_history": ["disabled", "interleaved", "preserved"],
    "reasoning_effort": ["low", "medium", "high", "none"],
    "function_call": ["auto", "none"],
    "tool_choice": ["auto", "none"],
}


@pytest.mark.parametrize(("field", "low", "high", "real"), RANGES)
def test_a_range_includes_its_bounds(ask: Any, field: str, low: float, high: float, real: bool) -> None:
    """Both bounds pass, and what lies past them is refused at the field alone."""
    more = WITH.get(field, {})
    assert ask(**more, **{field: low}).request
    assert ask(**more, **{field: high}).request
    step = 0.001 if real else 1
    assert ask(**more, **{field: low - step}).entries == [(field, "greater_than_equal")]
    assert ask(**more, **{field: high + step}).entries == [(field, "less_than_equal")]


@pytest.mark.parametrize("field", ["max_tokens", "max_completion_tokens", "echo_last", "prompt_truncate_len"])
def test_counts_are_not_negative(ask: Any, field: str) -> None:
    """Zero is legal, less is not."""
    assert ask(**{field: 0}).request
    assert ask(**{field: -1}).entries == [(field, "greater_than_equal")]


NO_TEXT: tuple[Any, ...] = (5, True, ["x"], {})
NO_NUMBER: tuple[Any, ...] = ("0.5", True, [1], {})
NO_INTEGER: tuple[Any, ...] = ("2", 2.5, False, [1], {})
NO_BOOLEAN: tuple[Any, ...] = ("true", 1, 0, [True], {})


@pytest.mark.parametrize(
    ("field", "value", "kind"),
    [
        *[(field, value, "string_type") for field in STRINGS for value in NO_TEXT],
        *[(field, value, "float_type") for field in NUMBERS for value in NO_NUMBER],
        *[(field, value, "int_type") for field in INTEGERS for value in NO_INTEGER],
        *[(field, value, "bool_type") for field in BOOLEANS for value in NO_BOOLEAN],
        ("model", 5, "string_type"),
        ("messages", {"role": "user"}, "list_type"),
        ("logit_bias", [1], "dict_type"),
        ("metadata", "x", "dict_type"),
        ("stream_options", True, "model_attributes_type"),
        ("tools", {}, "list_type"),
        ("stop", {}, "string_type"),
        ("logprobs", "5", "int_type"),
        ("speculation", 5, "string_type"),
        ("response_format", "json", "model_attributes_type"),
        ("thinking", True, "model_attributes_type"),
    ],
)
def test_a_wrong_type_is_refused_once(ask: Any, field: str, value: Any, kind: str) -> None:
    """No coercion, and one entry even where the field is a union."""
    assert ask(**{field: value}).entries == [(field, kind)]


@pytest.mark.parametrize("field", INTEGERS)
def test_a_whole_float_is_an_integer(ask: Any, field: str) -> None:
    """As in JSON Schema."""
    assert ask(**{field: 10.0}).request


@pytest.mark.parametrize("field", sorted(set(NULLABLE) - set(NOT_NULLABLE)))
def test_null_counts_as_left_out(ask: Any, field: str) -> None:
    """A field that the reference calls nullable takes null, and the request is the one without it."""
    read = ask(**{field: None}).request
    assert (read.sampling, read.limits, read.extras, read.reasoning) == (
        ask().request.sampling, ask().request.limits, ask().request.extras, ask().request.reasoning,
    )  # fmt: skip


@pytest.mark.parametrize(("field", "kind"), NOT_NULLABLE.items())
def test_null_is_refused_elsewhere(ask: Any, field: str, kind: str) -> None:
    """A field that the reference does not call nullable may be left out, but not be null."""
    assert ask(**{field: None}).entries == [(field, kind)]


@pytest.mark.parametrize(("field", "word"), [(field, word) for field, words in ENUMS.items() for word in words])
def test_an_enum_takes_its_words(ask: Any, field: str, word: str) -> None:
    """Each word of the reference passes."""
    assert ask(**{field: word}, model="accounts/acme/models/tuned").request


@pytest.mark.parametrize("field", ENUMS)
@pytest.mark.parametrize("word", ["", "AUTO", "other"])
def test_an_enum_takes_no_other_word(ask: Any, field: str, word: str) -> None:
    """Words are compared exactly."""
    assert ask(**{field: word}).entries == [(field, "literal_error")]


def message(**fields: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": "x", **fields}]}


def part(**fields: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": [{"type": "text", **fields}]}]}


def call(**fields: Any) -> dict[str, Any]:
    return {"messages": [{"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "f"}, **fields}]}]}


def function(**fields: Any) -> dict[str, Any]:
    return {"tools": [{"type": "function", "function": {"name": "f", **fields}}]}


@pytest.mark.parametrize(
    ("fields", "place", "kind"),
    [
        (message(role=5), "messages.0.role", "string_type"),
        (message(role="bard"), "messages.0.role", "literal_error"),
        (message(role="developer"), "messages.0.role", "literal_error"),
        (message(role="function"), "messages.0.role", "literal_error"),
        (message(content=5), "messages.0.content", "string_type"),
        (message(content={}), "messages.0.content", "string_type"),
        (message(content=None), "messages.0.content", "string_type"),
        (message(reasoning_content=1), "messages.0.reasoning_content", "string_type"),
        (message(tool_calls={}), "messages.0.tool_calls", "list_type"),
        (message(tool_call_id=1), "messages.0.tool_call_id", "string_type"),
        (message(name=1), "messages.0.name", "string_type"),
        (part(type=None), "messages.0.content.0.type", "string_type"),
        (part(text=7), "messages.0.content.0.text", "string_type"),
        (part(image_url="https://x.org"), "messages.0.content.0.image_url", "model_attributes_type"),
        (part(image_url={}), "messages.0.content.0.image_url.url", "missing"),
        (part(image_url={"url": "x", "detail": 1}), "messages.0.content.0.image_url.detail", "string_type"),
        (part(video_url={"url": "x", "max_frames": "4"}), "messages.0.content.0.video_url.max_frames", "int_type"),
        (part(video_url={"url": "x", "spatial_limit": []}), "messages.0.content.0.video_url.spatial_limit", "int_type"),
        (part(video_url={"url": "x", "sample_fps": "1"}), "messages.0.content.0.video_url.sample_fps", "float_type"),
        (call(id=1), "messages.0.tool_calls.0.id", "string_type"),
        (call(type="retrieval"), "messages.0.tool_calls.0.type", "literal_error"),
        (call(index=-1), "messages.0.tool_calls.0.index", "greater_than_equal"),
        (call(function=5), "messages.0.tool_calls.0.function", "model_attributes_type"),
        (call(function={"name": 5}), "messages.0.tool_calls.0.function.name", "string_type"),
        (call(function={"arguments": [1]}), "messages.0.tool_calls.0.function.arguments", "string_type"),
        ({"tools": [5]}, "tools.0", "model_attributes_type"),
        ({"tools": [{"function": {"name": "f"}}]}, "tools.0.type", "missing"),
        ({"tools": [{"type": "retrieval"}]}, "tools.0.type", "literal_error"),
        ({"tools": [{"type": "function", "function": None}]}, "tools.0.function", "model_attributes_type"),
        ({"tools": [{"type": "function", "function": {}}]}, "tools.0.function.name", "missing"),
        (function(name=""), "tools.0.function.name", "string_pattern_mismatch"),
        (function(name="a b"), "tools.0.function.name", "string_pattern_mismatch"),
        (function(name="é"), "tools.0.function.name", "string_pattern_mismatch"),
        (function(name="a\n"), "tools.0.function.name", "string_pattern_mismatch"),
        (function(name="f" * 65), "tools.0.function.name", "string_too_long"),
        (function(description=5), "tools.0.function.description", "string_type"),
        (function(parameters=None), "tools.0.function.parameters", "dict_type"),
        (function(parameters="{}"), "tools.0.function.parameters", "dict_type"),
        (function(strict="yes"), "tools.0.function.strict", "bool_type"),
        ({"functions": [{"name": "a.b"}]}, "functions.0.name", "string_pattern_mismatch"),
        ({"functions": [{"name": "f", "parameters": []}]}, "functions.0.parameters", "dict_type"),
        ({"tools": [TOOL], "tool_choice": {"type": "function"}}, "tool_choice.function", "missing"),
        ({"tools": [TOOL], "tool_choice": {"type": "function", "function": {}}},
         "tool_choice.function.name", "missing"),
        ({"tools": [TOOL], "tool_choice": {"type": "function", "name": 5}}, "tool_choice.name", "string_type"),
        ({"tools": [TOOL], "tool_choice": {"type": "tool", "function": {"name": "get_weather"}}},
         "tool_choice.type", "literal_error"),
        ({"functions": [{"name": "f"}], "function_call": {}}, "function_call.name", "missing"),
        ({"response_format": {}}, "response_format.type", "missing"),
        ({"response_format": {"type": "xml"}}, "response_format.type", "literal_error"),
        ({"response_format": {"type": "json_object", "schema": []}}, "response_format.schema", "string_type"),
        ({"response_format": {"type": "json_schema", "json_schema": 5}}, "response_format.json_schema", "string_type"),
        ({"response_format": {"type": "grammar", "grammar": {}}}, "response_format.grammar", "string_type"),
        ({"stop": ["a", 5]}, "stop.1", "string_type"),
        ({"logit_bias": {"42": 101}}, "logit_bias.42", "less_than_equal"),
        ({"logit_bias": {"42": -100.5}}, "logit_bias.42", "greater_than_equal"),
        ({"logit_bias": {"42": "1"}}, "logit_bias.42", "float_type"),
        ({"logit_bias": {"hello": 1}}, "logit_bias.hello", "int_parsing"),
        ({"logit_bias": {"-1": 1}}, "logit_bias.-1", "int_parsing"),
        ({"speculation": [1, 2.5]}, "speculation.1", "int_type"),
        ({"prediction": {}}, "prediction.content", "missing"),
        ({"prediction": {"type": "text", "content": "x"}}, "prediction.type", "literal_error"),
        ({"prediction": {"content": [{"type": "text", "text": 5}]}}, "prediction.content.0.text", "string_type"),
        ({"thinking": {}}, "thinking.type", "missing"),
        ({"thinking": {"type": "adaptive"}}, "thinking.type", "literal_error"),
        ({"thinking": {"type": "enabled", "budget_tokens": "x"}}, "thinking.budget_tokens", "int_type"),
        ({"thinking": {"type": "enabled", "budget_tokens": 1023}}, "thinking.budget_tokens", "greater_than_equal"),
        ({"stream_options": {"include_usage": "yes"}}, "stream_options.include_usage", "bool_type"),
        ({"messages": []}, "messages", "too_short"),
        ({"messages": ["hi"]}, "messages.0", "model_attributes_type"),
        ({"messages": [{}]}, "messages.0.role", "missing"),
    ],
)  # fmt: skip
def test_what_lies_deeper_is_checked_too(ask: Any, fields: dict[str, Any], place: str, kind: str) -> None:
    """The first entry names the place, without the arms of unions, and the kind of fault."""
    assert ask(**fields).entries[0] == (place, kind)


CLOSED = [
    ((), {}),
    (("messages", 0), message()),
    (("messages", 0, "content", 0), part(text="x")),
    (("messages", 0, "content", 0, "image_url"), part(image_url={"url": "x"})),
    (("messages", 0, "content", 0, "video_url"), part(video_url={"url": "x"})),
    (("messages", 0, "tool_calls", 0), call()),
    (("messages", 0, "tool_calls", 0, "function"), call()),
    (("tools", 0), function()),
    (("tools", 0, "function"), function()),
    (("functions", 0), {"functions": [{"name": "f"}]}),
    (("tool_choice",), {"tools": [TOOL], "tool_choice": {"type": "function", "function": {"name": "get_weather"}}}),
    (("tool_choice", "function"),
     {"tools": [TOOL], "tool_choice": {"type": "function", "function": {"name": "get_weather"}}}),
    (("tool_choice",), {"tools": [TOOL], "tool_choice": {"type": "function", "name": "get_weather"}}),
    (("function_call",), {"functions": [{"name": "f"}], "function_call": {"name": "f"}}),
    (("response_format",), {"response_format": {"type": "text"}}),
    (("prediction",), {"prediction": {"content": "x"}}),
    (("prediction", "content", 0), {"prediction": {"content": [{"type": "text"}]}}),
    (("thinking",), {"thinking": {"type": "enabled"}}),
    (("stream_options",), {"stream_options": {}}),
]  # fmt: skip


@pytest.mark.parametrize(("way", "fields"), CLOSED)
@pytest.mark.parametrize("value", [1, None])
def test_objects_are_closed(ask: Any, way: tuple[str | int, ...], fields: dict[str, Any], value: Any) -> None:
    """An unknown field is refused at every depth, null or not, and it is the only fault."""

    def extended(holder: Any, steps: tuple[str | int, ...]) -> Any:
        if not steps:
            return {**holder, "mystery": value}
        step, *rest = steps
        if isinstance(holder, list):
            return [extended(item, tuple(rest)) if place == step else item for place, item in enumerate(holder)]
        return {**holder, step: extended(holder[step], tuple(rest))}

    body = extended(fields, way)
    assert ask(**body).entries == [(".".join(map(str, (*way, "mystery"))), "extra_forbidden")]


@pytest.mark.parametrize(
    "fields",
    [
        {"metadata": {"a": {"b": [1, None]}}},
        {"logit_bias": {"42": -100, "7": 100}},
        function(parameters={"type": "object", "properties": {"x": {"x-unit": "m"}}, "$comment": "c"}),
        function(parameters={}),
        {"tools": [{"type": "function"}]},
        {"messages": [
            {"role": "user", "content": "x"},
            {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": {"a": 1}}}]},
            {"role": "tool", "tool_call_id": "c", "content": [{"type": "text", "text": "x"}]},
        ]},
        {"stop": ["a", "b", "c", "d"]},
        {"stop": []},
        {"speculation": [1, 2]},
        {"prediction": "x"},
        {"prediction": {"content": [{"type": "text", "text": "x"}], "type": "content"}},
        {"thinking": {"type": "enabled", "budget_tokens": None}},
        {"stream_options": {"include_usage": None}},
    ],
)  # fmt: skip
def test_free_and_optional_things_pass(ask: Any, fields: dict[str, Any]) -> None:
    """What the reference leaves open is let through."""
    assert ask(**fields).request


def test_all_faults_are_reported_in_the_references_order(ask: Any) -> None:
    """Fields, rules and unknown fields together, each at its place in the order."""
    read = ask(
        model=...,
        zebra=1,
        function_call="x",
        thinking={"type": "enabled", "budget_tokens": 1},
        top_logprobs=1,
        max_tokens=1,
        max_completion_tokens=2,
        n=0,
        temperature=3,
        messages=[{"content": 5, "role": "bard", "odd": 1}, {"role": "tool", "content": "x"}],
        tools=[TOOL, {"type": "x", "function": {"name": "get_weather", "strict": 1}}],
    )
    assert [place for place, _ in read.entries] == [
        "model", "messages.0.role", "messages.0.content", "messages.0.odd", "messages.1.tool_call_id",
        "tools.1.type", "tools.1.function.name", "tools.1.function.strict", "temperature", "n",
        "max_completion_tokens", "top_logprobs", "thinking.budget_tokens", "function_call", "zebra",
    ]  # fmt: skip
