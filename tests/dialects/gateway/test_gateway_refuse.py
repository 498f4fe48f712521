"""How refusals look on the wire."""

import json
from typing import Any

import pytest
from gateway_asking import ask
from hypothesis import given
from hypothesis import strategies as st

from mockllm.core import Fault, Incoming, Level, Outgoing, Rejection
from mockllm.dialects.gateway import dialect

ID = "0123456789abcdef0123456789abcdef"


def refused(rejection: Rejection, level: Level = "contract", body: bytes = b"{}") -> Outgoing:
    incoming = Incoming(method="POST", path="/chat/completions", query="", headers={}, body=body, level=level)
    return dialect.refuse(rejection, incoming, ID)


def error(outgoing: Outgoing) -> str:
    text = json.loads(outgoing.body)["error"]
    assert isinstance(text, str)
    return text


@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
@pytest.mark.parametrize(
    ("code", "status", "body"),
    [
        ("too_large", 413, b'{"error":"Request body too large"}'),
        ("unauthorized", 401, b'{"error":"unauthorized"}'),
        ("no_route", 404, b'{"error":"Requested route is not found"}'),
        ("wrong_method", 404, b'{"error":"Requested route is not found"}'),
        ("model_not_allowed", 403, b'{"error":"Model not allowed. Please check the list of allowed models."}'),
    ],
)
def test_fixed_texts(code: str, status: int, body: bytes, level: Level) -> None:
    """These bodies are the same at every level, with a charset and no other headers."""
    outgoing = refused(Rejection(code=code), level)
    assert (outgoing.status, outgoing.body) == (status, body)
    assert outgoing.headers == (("content-type", "application/json; charset=utf-8"),)


def test_texts_are_escaped_as_go_does() -> None:
    """Angle brackets, ampersands and line separators are escaped, all else stands raw."""
    fault = Fault(loc=("user",), kind="string_type", message="", value={"a": "<b>&\u2028é\n"})
    body = refused(Rejection(code="invalid", faults=(fault,))).body
    assert b"\\u003cb\\u003e\\u0026\\u2028" in body
    assert "é".encode() in body
    assert error(refused(Rejection(code="invalid", faults=(fault,)))).startswith("user must be a string, got {")


def test_complaints_are_never_retried() -> None:
    """The mock's own complaints are 400, say whose they are, and tell clients not to try again."""
    outgoing = refused(Rejection(code="complaint", detail={"kind": "unmatched", "message": "no rule matches"}))
    assert (outgoing.status, error(outgoing)) == (400, "mockllm: no rule matches")
    headers = dict(outgoing.headers)
    assert (headers["x-should-retry"], headers["x-mockllm-error"]) == ("false", "unmatched")


def test_bugs_carry_an_id() -> None:
    """A 500 says under which id the log has it."""
    outgoing = refused(Rejection(code="bug", detail={"id": "abc123"}))
    assert outgoing.status == 500
    assert "abc123" in error(outgoing)
    assert ID in error(refused(Rejection(code="bug")))


def test_unsupported_names_the_feature() -> None:
    """A 501 says what mockllm cannot do yet."""
    outgoing = refused(Rejection(code="unsupported", detail={"feature": "tool_choice required"}))
    assert outgoing.status == 501
    assert "tool_choice required" in error(outgoing)
    assert ("x-should-retry", "false") in outgoing.headers


@pytest.mark.parametrize(
    ("level", "stream", "content_type"),
    [
        ("contract", True, "application/json; charset=utf-8"),
        ("live", False, "application/json"),
        ("live", True, "text/event-stream"),
    ],
)
def test_a_prompt_too_long_is_relayed_from_the_provider(level: Level, stream: bool, content_type: str) -> None:
    """The provider's body stands as a text inside the gateway's, with the content type seen for such errors."""
    detail = {"length": 9000, "limit": 8192, "stream": stream}
    outgoing = refused(Rejection(code="prompt_too_long", detail=detail), level)
    assert outgoing.status == 400
    inner = json.loads(error(outgoing))["error"]
    assert inner["code"] == "context_length_exceeded"
    assert "8192" in inner["message"]
    assert "9000" in inner["message"]
    assert dict(outgoing.headers)["content-type"] == content_type


def test_hints_travel_beside_the_body() -> None:
    """A hint is a header of ours, made fit for one."""
    outgoing = refused(Rejection(code="no_route", hint="use /v1\r\nx: y — \ud800" + "z" * 999))
    hint = dict(outgoing.headers)["x-mockllm-hint"]
    assert hint.startswith("use /v1  x: y \\u2014 \\ud800z")
    assert hint.isascii()
    assert hint.isprintable()
    assert outgoing.body == b'{"error":"Requested route is not found"}'


def test_an_unknown_code_is_a_bug() -> None:
    """A rejection nobody has words for is not passed off as something else."""
    with pytest.raises(ValueError, match="surprise"):
        refused(Rejection(code="surprise"))


LEVELS = st.sampled_from(["contract", "live", "lenient"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
WORDS = st.sampled_from(["auto", "none", "required", "text", "json_object", "json_schema", "user", "function", "high"])
TYPED = st.fixed_dictionaries({"type": WORDS}, optional={"function": JSON, "json_schema": JSON, "text": JSON})
VALUES = JSON | WORDS | TYPED | st.lists(TYPED, max_size=3) | st.integers(-3, 200) | st.floats(-3, 3)
FIELDS = [
    "model", "messages", "max_tokens", "max_completion_tokens", "temperature", "top_p", "frequency_penalty",
    "presence_penalty", "n", "stop", "seed", "logprobs", "top_logprobs", "response_format", "logit_bias", "user",
    "stream", "stream_options", "tools", "tool_choice", "parallel_tool_calls", "reasoning_format", "reasoning_effort",
]  # fmt: skip
BODIES = st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, VALUES)) | JSON
VALID = {"model": "openai/m", "messages": [{"role": "user", "content": "x"}]}


def check(read: Any) -> None:
    """A request is taken, or its refusal is JSON with one text."""
    if isinstance(read.result, Rejection):
        assert read.error
        assert read.status in (400, 403, 501)
        for name, value in read.outgoing.headers:
            assert f"{name}: {value}".isascii()
    else:
        assert 1 <= read.request.limits.n <= 128


@given(level=LEVELS, body=st.binary(max_size=80) | st.text(max_size=80).map(str.encode))
def test_any_bytes_are_taken_or_refused(level: Level, body: bytes) -> None:
    """No bytes raise."""
    check(ask(body, level=level))


@given(level=LEVELS, body=BODIES)
def test_any_json_is_taken_or_refused(level: Level, body: Any) -> None:
    """No JSON raises."""
    check(ask(json.dumps(body).encode(), level=level))


@given(level=LEVELS, body=st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS[2:], VALUES)))
def test_any_fields_on_a_valid_request_are_taken_or_refused(level: Level, body: Any) -> None:
    """No value of any field raises."""
    check(ask(json.dumps({**VALID, **body}).encode(), level=level))
