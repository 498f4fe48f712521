"""Every code's status, envelope and headers."""

import json
from typing import Any, get_args

import pytest

from mockllm.core import Code, Fault, Incoming, Level, Rejection
from mockllm.dialects.fireworks import dialect

ID = "0123456789abcdef0123456789abcdef"
CHAT_ID = f"chatcmpl-{ID}"


def refused(code: str, level: Level = "contract", **fields: Any) -> tuple[int, Any, dict[str, str]]:
    incoming = Incoming(method="POST", path="/chat/completions", query="", headers={}, body=b"", level=level)
    outgoing = dialect.refuse(Rejection(code=code, **fields), incoming, ID)
    body = json.loads(outgoing.body)
    assert outgoing.body.decode() == json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    return outgoing.status, body, dict(outgoing.headers)


def gateway(code: str, message: str, param: str | None = None) -> dict[str, Any]:
    return {"message": message, "param": param, "code": code, "type": "error"}


@pytest.mark.parametrize("level", get_args(Level))
@pytest.mark.parametrize(
    ("code", "detail", "status", "body"),
    [
        ("unauthorized", {"reason": "wrong"}, 401,
         {"error": gateway("UNAUTHORIZED", "The API key you provided is invalid.")}),
        ("unauthorized", {"reason": "missing"}, 401,
         {"error": gateway("UNAUTHORIZED", "The API key is missing: no Authorization header was sent.")}),
        ("unknown_model", {}, 404,
         {"error": gateway("NOT_FOUND", "Model not found, inaccessible, and/or not deployed", "model"),
          "request_id": CHAT_ID}),
        ("no_route", {"path": "/inference/v1/v1/messages"}, 404,
         {"error": gateway("NOT_FOUND", "Path not found, see below"), "request_id": CHAT_ID}),
        ("wrong_method", {"allowed": "POST"}, 405,
         {"error": gateway("METHOD_NOT_ALLOWED", "Method Not Allowed"), "request_id": CHAT_ID}),
        ("too_large", {"limit": 10}, 413,
         {"error": gateway("PAYLOAD_TOO_LARGE", "Request body is too large: at most 10 bytes are accepted"),
          "request_id": CHAT_ID}),
        ("prompt_too_long", {"length": 40177, "limit": 32767}, 400,
         {"error": {"object": "error", "type": "invalid_request_error", "code": "invalid_request_error",
                    "message": "The prompt is too long: 40177, model maximum context length: 32767"}}),
        ("unsupported", {"feature": "tool_choice that forces a call"}, 501,
         {"error": gateway("NOT_IMPLEMENTED", "mockllm: tool_choice that forces a call is not emulated yet"),
          "request_id": CHAT_ID}),
        ("complaint", {"kind": "unmatched", "message": "no rule"}, 400,
         {"error": {"object": "error", "type": "invalid_request_error", "code": "invalid_request_error",
                    "message": "mockllm: no rule"}}),
        ("bug", {"id": "abc"}, 500,
         {"error": {"object": "error", "type": "internal_server_error", "code": "internal_server_error",
                    "message": "mockllm: an error of its own, which the log has as abc"}}),
    ],
)  # fmt: skip
def test_each_refusal_has_its_words(code: str, detail: dict[str, Any], status: int, body: Any, level: Level) -> None:
    """The same at every level, keys in the service's order."""
    if code == "no_route":
        body["error"]["message"] = "Path not found: /v1/v1/messages"
    got_status, got, headers = refused(code, level, detail=detail)
    assert got_status == status
    assert json.dumps(got) == json.dumps(body)
    assert headers["content-type"] == "application/json"
    assert headers["x-request-id"] == CHAT_ID


@pytest.mark.parametrize("code", [*get_args(Code), "what-nobody-knows"])
def test_a_refusal_needs_no_detail(code: str) -> None:
    """Whatever a code comes with, it becomes JSON; only ours are 500 or above."""
    detail = {} if code != "bug" else {"id": "x"}
    fault = Fault(loc=("messages",), kind="missing", message="Field required", value={})
    status, _, headers = refused(code, detail=detail, faults=(fault,))
    assert (status >= 500) == (code in ("bug", "unsupported", "stopping", "what-nobody-knows"))
    assert ("x-should-retry" in headers) == (code in ("bug", "unsupported", "complaint"))


def test_the_mocks_own_complaints_are_marked() -> None:
    """So that no client retries them, and a person sees whose they are."""
    _, body, headers = refused("complaint", detail={"kind": "replay", "message": "mockllm: broken"})
    assert headers["x-should-retry"] == "false"
    assert headers["x-mockllm-error"] == "replay"
    assert body["error"]["message"] == "mockllm: broken"


def test_a_wrong_method_names_the_right_one() -> None:
    """As HTTP wants it (RFC 9110, 15.5.6)."""
    assert refused("wrong_method", detail={"allowed": "GET"})[2]["allow"] == "GET"


def test_an_entry_is_fastapis(ask: Any) -> None:
    """Its keys in order, the input echoed, and the context where the kind has one."""
    read = ask(temperature=3, max_tokens=1, max_completion_tokens=2)
    assert read.outgoing.status == 422
    assert json.dumps(read.json["detail"]) == json.dumps(
        [
            {
                "type": "less_than_equal",
                "loc": ["body", "temperature"],
                "msg": "Input should be less than or equal to 2",
                "input": 3,
                "ctx": {"le": 2.0},
            },
            {
                "type": "value_error",
                "loc": ["body", "max_completion_tokens"],
                "msg": "Value error, max_completion_tokens cannot be specified together with max_tokens",
                "input": 2,
                "ctx": {"error": {}},
            },
        ]
    )


def test_a_missing_field_echoes_what_lacks_it(ask: Any) -> None:
    """As pydantic does."""
    read = ask(messages=[{"content": "x"}])
    assert read.json["detail"] == [
        {"type": "missing", "loc": ["body", "messages", 0, "role"], "msg": "Field required", "input": {"content": "x"}}
    ]


def test_a_number_beyond_floats_stays_json(send: Any) -> None:
    """JSON can hold 1e999; the echo must not say Infinity."""
    read = send(b'{"model":"m","messages":[{"role":"user","content":"x"}],"temperature":1e999}')
    assert b"Infinity" not in read.outgoing.body
    assert read.entries == [("temperature", "finite_number")]
