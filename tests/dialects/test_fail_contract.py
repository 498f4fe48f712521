"""Errors that a script calls by name: what every dialect must keep of them, and what each of them says."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from mockllm import dialects
from mockllm.core import FAILURES, Dialect, Failure, Incoming, Level, Outgoing, Request

LEVELS: tuple[Level, ...] = get_args(Level)
ID = "0123456789abcdef" * 2

every_dialect = pytest.mark.parametrize("dialect", dialects.load().values(), ids=dialects.load())
every_level = pytest.mark.parametrize("level", LEVELS)
whole_or_not = pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])

PLAIN = {("fireworks", name) for name in ("bad_gateway", "unavailable", "gateway_timeout")}
"""What the machines in front of the service say, which is no JSON."""


def fail(dialect: Dialect, failure: Failure, level: Level = "contract", *, stream: bool = False) -> Outgoing:
    incoming = Incoming(method="POST", path="/chat/completions", query="", headers={}, body=b"{}", level=level)
    request = Request(
        dialect=dialect.name, level=level, model="some-model", asked_model="m", messages=(), stream=stream
    )
    return dialect.fail(failure, request, incoming, ID)


def fireworks(**said: Any) -> Outgoing:
    return fail(dialects.load()["fireworks"], Failure(**said))


def gateway(level: Level = "contract", *, stream: bool = False, **said: Any) -> Outgoing:
    return fail(dialects.load()["gateway"], Failure(**said), level, stream=stream)


def headers(outgoing: Outgoing) -> dict[str, str]:
    return dict(outgoing.headers)


@every_dialect
@every_level
@whole_or_not
@pytest.mark.parametrize("name", FAILURES)
def test_named_errors(dialect: Dialect, level: Level, stream: bool, name: str) -> None:
    """Each has its status and a body that can be read; the one that is no answer hangs."""
    sent = fail(dialect, Failure(name=name), level, stream=stream)
    if name == "timeout":
        assert (sent.status, sent.ending, sent.body) == (0, "hang", b"")
        return
    wanted = 400 if (dialect.name, level, name) == ("fireworks", "live", "invalid") else FAILURES[name]
    assert sent.status == wanted
    if (dialect.name, name) in PLAIN:
        assert headers(sent)["content-type"] == "text/plain"
        return
    assert json.loads(sent.body)
    kind = headers(sent)["content-type"]
    assert kind.startswith("application/json") or (dialect.name, level, stream) == ("gateway", "live", True)


@every_dialect
@every_level
@pytest.mark.parametrize("status", [*sorted({status for status in FAILURES.values() if status}), 418, 425, 520, 599])
def test_numbers(dialect: Dialect, level: Level, status: int) -> None:
    """A status without a name is sent as it is told, in the dialect's envelope."""
    sent = fail(dialect, Failure(status=status), level)
    assert sent.status == status
    assert (
        json.loads(sent.body) if (dialect.name, status) not in {("fireworks", 502), ("fireworks", 504)} else sent.body
    )


@every_dialect
@pytest.mark.parametrize("name", [name for name in FAILURES if name != "timeout"])
def test_message_replaces_the_words(dialect: Dialect, name: str) -> None:
    """A script's words stand where the service's own would."""
    sent = fail(dialect, Failure(name=name, message="Come back on Monday."))
    assert b"Come back on Monday." in sent.body


@every_dialect
@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("<html>down</html>", b"<html>down</html>"),
        ("", b""),
        ({"a": [1, "é"]}, '{"a":[1,"é"]}'.encode()),
        ([], b"[]"),
        (7, b"7"),
        (False, b"false"),
        ("half \ud800", b"half ?"),
        ({"half": "\ud800"}, b'{"half":"?"}'),
    ],
)
def test_own_body(dialect: Dialect, body: Any, wanted: bytes) -> None:
    """A body that a script wrote goes out as it is: a text, or JSON without blanks."""
    sent = fail(dialect, Failure(status=418, body=body, headers=(("X-Extra", "1"),)))
    assert (sent.status, sent.body) == (418, wanted)
    assert sent.headers == (("content-type", "application/json"), ("x-extra", "1"))


@every_dialect
def test_scripted_headers_win(dialect: Dialect) -> None:
    """A header of the script stands in place of ours of that name."""
    sent = fail(dialect, Failure(status=500, body="down", headers=(("Content-Type", "text/html"),)))
    assert sent.headers == (("content-type", "text/html"),)


@every_dialect
@pytest.mark.parametrize("wait", [-1.0, 0.0, 1e12, float("inf"), float("nan")])
def test_nothing_is_raised(dialect: Dialect, wait: float) -> None:
    """Odd values make no bug of ours."""
    odd = Failure(name="nobody", status=99999, message="\ud800", headers=(("x-a", "é\r\nx: y"),), retry_after_s=wait)
    sent = fail(dialect, odd)
    assert sent.status == 500
    assert all(value.isascii() and value.isprintable() for _, value in sent.headers)


@every_dialect
@pytest.mark.parametrize(("wait", "wanted"), [(2.0, "2"), (0.2, "1"), (1.01, "2"), (0.0, "0")])
def test_retry_after_is_whole_seconds(dialect: Dialect, wait: float, wanted: str) -> None:
    """Rounded up, so that nobody comes too early."""
    assert headers(fail(dialect, Failure(name="rate_limited", retry_after_s=wait)))["retry-after"] == wanted


def test_gateway_drops_retry_after_at_live() -> None:
    """As the real one does with its provider's, and a person is told."""
    sent = headers(gateway("live", name="rate_limited", retry_after_s=2.0))
    assert "retry-after" not in sent
    assert "Retry-After" in sent["x-mockllm-hint"]


def test_gateway_relays_its_providers() -> None:
    """A provider's body is a text inside the gateway's, whose content type at `live` is a stream's for a stream."""
    sent = gateway("live", stream=True, name="rate_limited")
    assert headers(sent)["content-type"] == "text/event-stream"
    inner = json.loads(json.loads(sent.body)["error"])
    assert list(inner["error"]) == ["message", "type", "param", "code"]
    assert inner["error"]["code"] == "rate_limit_exceeded"


def test_gateway_own_errors_stay_json() -> None:
    """What is decided before the provider is asked is JSON even where a stream was wanted."""
    sent = gateway("live", stream=True, name="unauthorized")
    assert (sent.status, sent.body) == (401, b'{"error":"unauthorized"}')
    assert headers(sent)["content-type"] == "application/json; charset=utf-8"


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("gateway_timeout", b'{"error":"Request timed out"}'),
        ("bad_gateway", rb'{"error":"{\"error\":\"Failed to reach upstream server: EOF\"}\n"}'),
        ("too_large", b'{"error":"Request body too large"}'),
    ],
)
def test_gateway_seen_words(name: str, wanted: bytes) -> None:
    """Where the gateway's own text was seen it is the same to the byte."""
    assert gateway(name=name).body == wanted


def test_fireworks_seen_words() -> None:
    """The service's 429 is its gateway's, its 503 its backend's."""
    limited = fireworks(name="rate_limited")
    assert json.loads(limited.body)["error"]["code"] == "RATE_LIMIT_EXCEEDED"
    assert json.loads(limited.body)["request_id"] == f"chatcmpl-{ID}" == headers(limited)["x-request-id"]
    assert headers(limited)["x-ratelimit-over-limit"] == "yes"
    assert fireworks(name="overloaded").body == (
        b'{"error":{"object":"error","type":"invalid_request_error","code":"invalid_request_error",'
        b'"message":"service overloaded, please try again later"}}'
    )
    assert "request_id" not in json.loads(fireworks(name="unauthorized").body)


def test_the_table_of_the_docs_is_true() -> None:
    """Each row of docs/fidelity.md names an error, and has the statuses and the beginnings of the bodies of both."""
    text = (Path(__file__).parents[2] / "docs" / "fidelity.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| `(.+?)` \| (\d+) \| `(.+?)` \|", text, re.MULTILINE)
    told = {name: ((int(a), b), (int(c), d)) for name, a, b, c, d in rows}
    assert told.keys() == FAILURES.keys() - {"timeout"}
    for name, (ours, theirs) in told.items():
        for sent, (status, words) in ((fireworks(name=name), ours), (gateway(name=name), theirs)):
            assert sent.status == status
            assert words in sent.body.decode(), name
