"""What every dialect must keep, whatever its words: run against each one that is found."""

import json
import math
from itertools import product
from typing import Any, get_args

import pytest
from asgi_client import Got, call

from mockllm import dialects
from mockllm.core import Code, Dialect, Fault, Incoming, Level, Rejection
from mockllm.server import build
from mockllm.settings import Settings

LEVELS: tuple[Level, ...] = get_args(Level)
APP = build(Settings(clock="frozen", speed=None))

every_dialect = pytest.mark.parametrize("dialect", dialects.load().values(), ids=dialects.load())
every_level = pytest.mark.parametrize("level", LEVELS)


def post(dialect: Dialect, body: bytes, level: str = "contract", *, app: Any = APP, **headers: str) -> Got:
    sent = {"content-type": "application/json", "x-mockllm-fidelity": level, **headers}
    return call(app, f"{dialect.roots[0]}/chat/completions", body, headers=sent)


def ask(dialect: Dialect, level: str = "contract", **more: Any) -> Got:
    question = dialect.question("Tell me about the harbour.", stream=bool(more.get("stream")))
    return post(dialect, json.dumps({**question, **more}).encode(), level)


def events(got: Got) -> list[str]:
    """The events of a stream, each of which must be whole in one write."""
    assert got.status == 200, got.text
    assert all(write.startswith(b"data: ") and write.endswith(b"\n\n") for write in got.writes)
    parts = got.text.split("\n\n")
    assert parts.pop() == ""
    assert all(part.startswith("data: ") and "\n" not in part for part in parts)
    return [part.removeprefix("data: ") for part in parts]


def joined(got: Got) -> dict[int, tuple[str, str]]:
    """The text and finish reason of each choice of a stream."""
    texts: dict[int, str] = {}
    reasons: dict[int, str] = {}
    for event in events(got)[:-1]:
        for choice in json.loads(event)["choices"]:
            assert choice["index"] not in reasons, "a piece after the end"
            texts[choice["index"]] = texts.get(choice["index"], "") + (choice["delta"].get("content") or "")
            if choice["finish_reason"]:
                reasons[choice["index"]] = choice["finish_reason"]
    return {index: (text, reasons[index]) for index, text in texts.items()}


def whole(got: Got) -> dict[int, tuple[str, str]]:
    assert got.status == 200, got.text
    return {
        choice["index"]: (choice["message"]["content"], choice["finish_reason"])
        for choice in json.loads(got.body)["choices"]
    }


@every_dialect
@every_level
def test_a_whole_answer_is_one_json_object(dialect: Dialect, level: str) -> None:
    """It has what every client reads, adds up, and says how long it is."""
    got = ask(dialect, level)
    answer = json.loads(got.body)
    assert got.headers["content-type"].startswith("application/json")
    assert got.headers["content-length"] == str(len(got.body))
    assert got.headers["date"] == "Thu, 01 Jan 2026 00:00:00 GMT"
    assert {"id", "object", "created", "model", "choices", "usage"} <= answer.keys()
    assert answer["object"] == "chat.completion"
    usage = answer["usage"]
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"]
    assert min(usage["prompt_tokens"], usage["completion_tokens"]) > 0
    assert answer["choices"][0]["message"]["role"] == "assistant"


@every_dialect
@every_level
def test_a_stream_keeps_its_laws(dialect: Dialect, level: str) -> None:
    """Chunks agree on id, model and time; the role comes first, one finish for each choice, and the end once."""
    got = ask(dialect, level, stream=True, n=2)
    assert got.headers["content-type"].startswith("text/event-stream")
    *chunks, end = events(got)
    assert end == "[DONE]"
    parsed = [json.loads(chunk) for chunk in chunks]
    assert {chunk["object"] for chunk in parsed} == {"chat.completion.chunk"}
    for key in ("id", "created", "model"):
        assert len({chunk[key] for chunk in parsed}) == 1
    for index in (0, 1):
        own = [choice for chunk in parsed for choice in chunk["choices"] if choice["index"] == index]
        assert own[0]["delta"]["role"] == "assistant"
        assert [bool(choice["finish_reason"]) for choice in own] == [False] * (len(own) - 1) + [True]


OPTIONS: list[dict[str, Any]] = [
    {"n": 2},
    {"max_tokens": 7},
    {"stop": [" the", "a "]},
    {"seed": 5},
    {"temperature": 0},
    {"temperature": 1.9, "top_p": 0.5},
    {"messages": [{"role": "user", "content": "Grüße an 你好 und 🌊"}]},
    {"max_tokens": 0},
    {"frequency_penalty": 1, "presence_penalty": -1},
]


@every_dialect
@pytest.mark.parametrize(("one", "other"), [(a, b) for a, b in product(range(len(OPTIONS)), repeat=2) if a < b])
def test_joined_chunks_are_the_whole_text(dialect: Dialect, one: int, other: int) -> None:
    """For every pair of options, streaming changes neither the texts nor why they ended."""
    asked = OPTIONS[one] | OPTIONS[other]
    assert joined(ask(dialect, stream=True, **asked)) == whole(ask(dialect, **asked))


@every_dialect
def test_limits_only_cut(dialect: Dialect) -> None:
    """A shorter answer is the beginning of the longer one; more choices leave the first alone."""
    full = whole(ask(dialect, seed=3))[0][0]
    short, reason = whole(ask(dialect, seed=3, max_tokens=5))[0]
    assert reason == "length"
    assert full.startswith(short)
    assert short != full
    assert whole(ask(dialect, seed=3, n=3))[0][0] == full


@every_dialect
@every_level
@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'"x"', b"7", b"null", b"\xff\xfe", b"[" * 100_000, b'{"a":' * 5_000, b'{"model": NaN}'],
    ids=["empty", "torn", "list", "text", "number", "null", "no utf-8", "deep list", "deep object", "nan"],
)
def test_what_is_no_request_is_refused(dialect: Dialect, level: str, body: bytes) -> None:
    """Always with a status from 400 to 499 and a JSON body."""
    got = post(dialect, body, level)
    assert 400 <= got.status < 500
    assert json.loads(got.body)


@every_dialect
@pytest.mark.parametrize("code", get_args(Code))
def test_every_refusal_has_words(dialect: Dialect, code: Code) -> None:
    """Each code all dialects know becomes a status, headers that HTTP can carry, and JSON."""
    faults = (Fault(loc=("messages", 0, "content"), kind="string_type", message="Input is off", value=math.pi),)
    rejection = Rejection(
        code=code,
        faults=faults if code in ("invalid", "unreadable", "prompt_too_long") else (),
        detail={
            "id": "a" * 32, "feature": "tool_choice", "length": 10, "limit": 5, "kind": "header", "message": "text",
            "reason": "wrong", "method": "GET", "path": "/x", "allowed": "POST",
        },
        hint="say “please”\nnext time",
    )  # fmt: skip
    incoming = Incoming(method="POST", path="/chat/completions", query="", headers={}, body=b"{}", level="contract")
    out = dialect.refuse(rejection, incoming, "b" * 32)
    assert out.status >= 500 if code in ("bug", "unsupported", "stopping") else 400 <= out.status < 500
    assert json.loads(out.body)
    for _, value in out.headers:
        value.encode("latin-1")
        assert "\n" not in value


@every_dialect
def test_paths_and_methods(dialect: Dialect) -> None:
    """Wrong ones are refused in JSON, a slash too many is sent on, and HEAD never has a body."""
    root = dialect.roots[0]
    chat = f"{root}/chat/completions"
    for path, method in [(chat, "GET"), (chat, "PUT"), (chat, "DELETE"), (f"{chat}/x", "POST")]:
        got = call(APP, path, method=method)
        assert got.status in (404, 405)
        assert json.loads(got.body)
    moved = call(APP, f"{chat}/", query="a=b")
    assert (moved.status, moved.headers["location"], moved.body) == (307, f"{chat}?a=b", b"")
    assert call(APP, chat, method="HEAD").body == b""
    assert call(APP, f"{root}/models", method="GET").status == 200
    assert json.loads(call(APP, f"{root}/health", method="GET").body) == {"message": "OK"}


@every_dialect
def test_a_key_is_asked_for_where_one_is_set(dialect: Dialect) -> None:
    """Without it, or with another, 401; health needs none."""
    app = build(Settings(clock="frozen", api_key=("right",)))
    body = json.dumps(dialect.question("Hi", stream=False)).encode()
    assert post(dialect, body, app=app).status == 401
    assert post(dialect, body, app=app, authorization="Bearer wrong").status == 401
    assert post(dialect, body, app=app, authorization="Bearer right").status == 200
    assert call(app, f"{dialect.roots[0]}/models", method="GET").status == 401
    assert call(app, f"{dialect.roots[0]}/health", method="GET").status == 200


@every_dialect
def test_a_level_nobody_knows_is_a_complaint(dialect: Dialect) -> None:
    """It says which there are, and that trying again is of no use."""
    got = post(dialect, b"{}", "exact")
    assert got.status == 400
    assert "mockllm:" in got.text
    assert all(level in got.text for level in LEVELS)
    assert got.headers["x-should-retry"] == "false"
