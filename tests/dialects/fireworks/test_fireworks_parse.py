"""From bytes to a request: reading the body, the order of checks, and what each field comes to."""

import json
from typing import Any

import pytest

from mockllm.core import (
    Logprobs,
    MediaPart,
    Reasoning,
    Rejection,
    ResponseFormat,
    Sampling,
    TextPart,
    Tool,
    ToolCall,
    ToolChoice,
)

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}}}
NAMED = ToolChoice(mode="named", name="f")
JSON_SCHEMA = ResponseFormat(kind="json_schema", schema=SCHEMA)
TOOL = {"type": "function", "function": {"name": "f", "description": "d", "parameters": SCHEMA, "strict": True}}
VALID = b'{"model":"m","messages":[{"role":"user","content":"x"}]}'


@pytest.mark.parametrize(
    ("data", "kind", "loc"),
    [
        (b"", "missing", ["body"]),
        (b"{", "json_invalid", ["body", 1]),
        (b'{"model":"m","messages":[],}', "json_invalid", ["body", 27]),
        (b'{"model":"m"} x', "json_invalid", ["body", 14]),
        (b"{'model': 'm'}", "json_invalid", ["body", 1]),
        (b'{\n  "model": nope\n}', "json_invalid", ["body", 13]),
        (b'{"temperature":NaN}', "json_invalid", ["body", 15]),
        (b"\xef\xbb\xbf{}", "json_invalid", ["body", 0]),
        (b'{"a":"\xff"}', "json_invalid", ["body", 6]),
        (b'{"a":"\\ud800"}', "json_invalid", ["body", 12]),
        (b"[" * 100_000, "json_invalid", ["body", 201]),
        (b"[]", "model_attributes_type", ["body"]),
        (b'"hello"', "model_attributes_type", ["body"]),
        (b"7", "model_attributes_type", ["body"]),
        (b"null", "model_attributes_type", ["body"]),
    ],
)
def test_what_is_no_object_is_one_fault(send: Any, data: bytes, kind: str, loc: list[str | int]) -> None:
    """Where JSON breaks off, its place is told."""
    read = send(data)
    assert read.rejection.code == "unreadable"
    (entry,) = read.json["detail"]
    assert (entry["type"], entry["loc"]) == (kind, loc)


def test_broken_json_says_what_and_where(send: Any) -> None:
    """In FastAPI's form, with the reader's reason."""
    assert send(b'{"model":}').json == {
        "detail": [
            {
                "type": "json_invalid",
                "loc": ["body", 9],
                "msg": "JSON decode error",
                "input": {},
                "ctx": {"error": "Expecting value"},
            }
        ]
    }


@pytest.mark.parametrize(
    "content_type",
    [None, "", "application/json", "application/json; charset=utf-8", "Application/JSON", "application/vnd.api+json"],
)
def test_json_under_its_names(send: Any, content_type: str | None) -> None:
    """A missing content type counts as JSON, as it did in FastAPI for years."""
    assert send(VALID, content_type=content_type).request


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "text/json", "json"])
def test_another_content_type_is_not_read(send: Any, content_type: str) -> None:
    """The body stays bytes, which are no object; a hint says what is missing."""
    read = send(b'{"a":"\xff"}', content_type=content_type)
    assert read.json["detail"][0]["type"] == "model_attributes_type"
    assert read.json["detail"][0]["input"] == '{"a":"�"}'
    assert "content-type: application/json" in read.headers["x-mockllm-hint"]


def test_of_a_key_that_stands_twice_the_last_counts(send: Any) -> None:
    """As in every JSON reader of Python."""
    assert send(b'{"model":"a","model":"b","messages":[{"role":"user","content":"x"}]}').request.model == "b"


@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
def test_an_unknown_model_comes_before_faults(ask: Any, send: Any, level: Any) -> None:
    """With a catalogue enforced, the model is looked up first; a bare name is not in it."""
    for model in ("accounts/fireworks/models/nope", "gpt-oss-120b"):
        body = json.dumps({"model": model, "temperature": 9}).encode()
        read = send(body, level, models="strict")
        assert read.rejection.code == "unknown_model"
        assert read.outgoing.status == 404
    known = json.dumps({"model": "accounts/fireworks/models/gpt-oss-120b"}).encode()
    assert send(known, level, models="strict").rejection.code == "invalid"
    assert ask(level, model="accounts/acme/models/tuned-7").request.model == "accounts/acme/models/tuned-7"


def test_huge_bodies_of_nonsense_are_refused_by_their_beginning(send: Any) -> None:
    """A million faults make a short answer."""
    read = send(b'{"model":"m","messages":[' + b"5," * 1_000_000 + b"5]}")
    assert len(read.json["detail"]) < 100
    assert read.entries[0] == ("messages.0", "model_attributes_type")


def test_huge_bodies_that_are_right_pass(send: Any) -> None:
    """Every message is read, and a fault far behind is found."""
    message = b'{"role":"user","content":"x"},'
    assert len(send(b'{"model":"m","messages":[' + message * 20_000 + message[:-1] + b"]}").request.messages) == 20_001
    late = send(b'{"model":"m","messages":[' + message * 20_000 + b'{"role":"user","content":"x","z":1}]}')
    assert late.entries == [("messages.20000.z", "extra_forbidden")]


def test_the_smallest_request_has_the_documented_defaults(ask: Any) -> None:
    """Nothing asked for, nothing on."""
    request = ask().request
    assert (request.dialect, request.level) == ("fireworks", "contract")
    assert request.sampling == Sampling()
    assert (request.limits.max_tokens, request.limits.stop, request.limits.n) == (None, (), 1)
    assert request.limits.overflow == "truncate"
    assert request.tool_choice == ToolChoice(mode="none")
    assert request.response_format == ResponseFormat(kind="text")
    assert request.reasoning == Reasoning()
    assert (request.stream, request.usage_chunk, request.parallel_tool_calls) == (False, "finish", True)
    assert request.body["model"] == request.asked_model == request.model


def test_samplers_are_read(ask: Any) -> None:
    """Each under its name; null is the default, and token ids become numbers."""
    sampling = ask(temperature=1, top_k=7, min_p=0.1, mirostat_lr=None, seed=-3, logit_bias={"42": 5}).request.sampling
    assert sampling == Sampling(temperature=1.0, top_k=7, min_p=0.1, seed=-3, logit_bias={42: 5.0})


@pytest.mark.parametrize(
    ("fields", "name", "value"),
    [
        ({"max_tokens": 5}, "max_tokens", 5),
        ({"max_completion_tokens": 5}, "max_tokens", 5),
        ({"max_tokens": 0}, "max_tokens", 0),
        ({"max_tokens": 10.0}, "max_tokens", 10),
        ({"stop": "a"}, "stop", ("a",)),
        ({"stop": ["a", "b"]}, "stop", ("a", "b")),
        ({"n": 3}, "n", 3),
        ({"ignore_eos": True}, "ignore_eos", True),
        ({"prompt_truncate_len": 9}, "prompt_truncate_len", 9),
        ({"context_length_exceeded_behavior": "error"}, "overflow", "error"),
    ],
)
def test_limits_are_read(ask: Any, fields: dict[str, Any], name: str, value: Any) -> None:
    """Each under its neutral name."""
    assert getattr(ask(**fields).request.limits, name) == value


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"logprobs": True}, Logprobs(form="openai", top=0)),
        ({"logprobs": True, "top_logprobs": 3}, Logprobs(form="openai", top=3)),
        ({"logprobs": 2}, Logprobs(form="legacy", top=2)),
        ({"logprobs": 0}, Logprobs(form="legacy", top=0)),
        ({"logprobs": 2, "top_logprobs": 5}, Logprobs(form="legacy", top=5)),
        ({"logprobs": False}, None),
    ],
)
def test_both_forms_of_logprobs(ask: Any, fields: dict[str, Any], expected: Logprobs | None) -> None:
    """Booleans ask for OpenAI's rows, integers for the older lists; `top_logprobs` sets how many."""
    assert ask(**fields).request.extras.logprobs == expected


@pytest.mark.parametrize(
    ("fields", "name", "value"),
    [
        ({"echo": True}, "echo", -1),
        ({"echo": False}, "echo", 0),
        ({"echo_last": 4}, "echo", 4),
        ({"echo": True, "echo_last": 4}, "echo", -1),
        ({"return_token_ids": True}, "token_ids", True),
        ({"raw_output": True}, "raw_output", True),
        ({"perf_metrics_in_response": True}, "perf_metrics", True),
        ({"speculation": "x"}, "prediction", "x"),
        ({"speculation": [1, 2]}, "prediction", (1, 2)),
        ({"prediction": "x"}, "prediction", "x"),
        ({"prediction": {"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}},
         "prediction", "ab"),
    ],
)  # fmt: skip
def test_extras_are_read(ask: Any, fields: dict[str, Any], name: str, value: Any) -> None:
    """They are accepted already, whatever the answer shows of them."""
    assert getattr(ask(**fields).request.extras, name) == value


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"reasoning_effort": "low"}, Reasoning(effort="low")),
        ({"reasoning_effort": True}, Reasoning(effort="medium")),
        ({"reasoning_effort": False}, Reasoning(effort="none")),
        ({"reasoning_effort": 512}, Reasoning(effort="medium", budget=512)),
        ({"thinking": {"type": "enabled"}}, Reasoning(effort="medium")),
        ({"thinking": {"type": "enabled", "budget_tokens": 2048}}, Reasoning(effort="medium", budget=2048)),
        ({"thinking": {"type": "disabled"}}, Reasoning(effort="none")),
        ({"reasoning_history": "disabled"}, Reasoning(history="disabled")),
    ],
)
def test_reasoning_is_read_from_either_field(ask: Any, fields: dict[str, Any], expected: Reasoning) -> None:
    """Booleans become words, and `thinking` the effort it stands for."""
    assert ask(model="accounts/fireworks/models/qwen3-8b", **fields).request.reasoning == expected


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({}, "finish"),
        ({"stream_options": None}, "finish"),
        ({"stream_options": {}}, "finish"),
        ({"stream_options": {"include_usage": True}}, "own"),
        ({"stream_options": {"include_usage": False}}, "none"),
    ],
)
def test_where_usage_goes(ask: Any, fields: dict[str, Any], where: str) -> None:
    """`include_usage` moves or drops it (wire/fireworks.md 2.3)."""
    assert ask(stream=True, **fields).request.usage_chunk == where


def test_messages_are_read(ask: Any) -> None:
    """Parts by what they hold, calls with their arguments as text."""
    messages = [
        {"role": "system", "content": "s", "name": "n"},
        {"role": "user", "content": [
            {"type": "text", "text": "a"}, {"type": "text", "text": None},
            {"type": "image_url", "image_url": {"url": "u", "detail": "low"}},
            {"type": "video_url", "video_url": {"url": "v", "max_frames": 4}},
        ]},
        {"role": "assistant", "reasoning_content": "r", "tool_calls": [
            {"index": 0, "id": "c", "type": "function", "function": {"name": "f", "arguments": {"a": "é"}}},
            {"id": "d", "function": "g"},
        ]},
        {"role": "tool", "tool_call_id": "c", "content": ""},
    ]  # fmt: skip
    system, user, assistant, tool = ask(messages=messages).request.messages
    assert (system.text, system.name) == ("s", "n")
    assert user.content == (
        TextPart(text="a"),
        MediaPart(kind="image", url="u", detail="low"),
        MediaPart(kind="video", url="v", max_frames=4),
    )
    assert (assistant.content, assistant.reasoning) == (None, "r")
    assert assistant.tool_calls == (
        ToolCall(id="c", name="f", arguments='{"a":"é"}'),
        ToolCall(id="d", name="g", arguments=""),
    )
    assert (tool.text, tool.tool_call_id) == ("", "c")


def test_tools_are_read(ask: Any) -> None:
    """`functions` join the tools, and the choice is normalised."""
    request = ask(tools=[TOOL], functions=[{"name": "f"}, {"name": "g"}]).request
    assert request.tools == (
        Tool(name="f", description="d", parameters=SCHEMA, strict=True),
        Tool(name="g"),
    )
    assert request.tool_choice == ToolChoice(mode="auto")
    assert not request.legacy_functions
    assert ask(functions=[{"name": "g"}]).request.legacy_functions
    assert ask(functions=[{"name": "g"}], function_call="none").request.tool_choice == ToolChoice(mode="none")
    assert ask(tools=[TOOL], tool_choice="none").request.tool_choice == ToolChoice(mode="none")
    assert ask(tools=[], tool_choice="auto").request.tool_choice == ToolChoice(mode="none")


@pytest.mark.parametrize(
    ("fields", "read"),
    [
        ({"tools": [TOOL], "tool_choice": "required"}, ToolChoice(mode="required")),
        ({"tools": [TOOL], "tool_choice": "any"}, ToolChoice(mode="required")),
        ({"tools": [TOOL], "tool_choice": {"type": "function", "function": {"name": "f"}}}, NAMED),
        ({"tools": [TOOL], "tool_choice": {"type": "function", "name": "f"}}, NAMED),
        ({"functions": [{"name": "f"}], "function_call": {"name": "f"}}, NAMED),
    ],
)
@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
def test_choices_of_tools_are_read(ask: Any, level: Any, fields: dict[str, Any], read: ToolChoice) -> None:
    """In all of their spellings, at every level."""
    assert ask(level, **fields).request.tool_choice == read


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"type": "json_object"}, ResponseFormat(kind="json_object")),
        ({"type": "json_object", "schema": json.dumps(SCHEMA)}, ResponseFormat(kind="json_object", schema=SCHEMA)),
        ({"type": "json_schema", "json_schema": SCHEMA}, JSON_SCHEMA),
        ({"type": "json_schema", "json_schema": {"name": "x", "schema": SCHEMA, "strict": True}}, JSON_SCHEMA),
        ({"type": "json_schema", "json_schema": json.dumps({"name": "x", "schema": SCHEMA})}, JSON_SCHEMA),
        ({"type": "json_schema", "schema": SCHEMA}, JSON_SCHEMA),
        ({"type": "grammar", "grammar": 'root ::= "yes"'}, ResponseFormat(kind="grammar", grammar='root ::= "yes"')),
    ],
)
@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
def test_formats_are_read(ask: Any, level: Any, given: Any, read: ResponseFormat) -> None:
    """In all of their spellings, at every level."""
    assert ask(level, response_format=given).request.response_format == read


def test_a_format_of_text_is_answered(ask: Any) -> None:
    """It asks for nothing."""
    assert ask(response_format={"type": "text"}).request.response_format.kind == "text"


def test_the_dialects_own_question_is_a_request(send: Any) -> None:
    """What `mockllm ask` sends passes at every level."""
    from mockllm.dialects.fireworks import dialect

    for stream in (False, True):
        body = json.dumps(dialect.question("Why?", stream=stream)).encode()
        for level in ("contract", "live", "lenient"):
            result = send(body, level).result
            assert not isinstance(result, Rejection)
            assert result.stream is stream
            assert result.messages[0].text == "Why?"
