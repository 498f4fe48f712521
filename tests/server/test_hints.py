"""Clients at the wrong door are told the right one."""

import pytest
from asgi_client import call
from toy import Toy, site

from mockllm.server.hints import hint

BASE = "http://mock:1"
SERVED = ("/v1/chat/completions", "/chat/completions", "/v1/models", "/health")


@pytest.mark.parametrize(
    ("path", "part"),
    [
        ("/v1/v1/chat/completions", "does not end with /v1"),
        ("/gateway/v1/v1/models", "does not end with /v1"),
        ("/v1//chat/completions", "two slashes"),
        ("/v1/responses", "Responses API"),
        ("/v1/messages", "Messages API"),
        ("/v1/completions", "text completions"),
        ("/inference/v1/completions", "text completions"),
        ("/v1/embeddings", "embeddings"),
        ("/v1/images/generations", "only chat"),
        ("/v1/audio/speech", "only chat"),
        ("/api/chat", "Ollama"),
        ("/openai/deployments/x/chat/completions", "without /openai"),
        ("/v1beta/models/gemini:generateContent", "Gemini"),
        ("/v1/models/gpt-4o", "GET the list"),
        ("/v1/chat/completion", "did you mean /v1/chat/completions?"),
        ("/v1/chatt", "did you mean /v1/chat/completions?"),
        ("/v1/chat", "did you mean /v1/chat/completions?"),
        ("/v2/chat/completions", "did you mean /v1/chat/completions?"),
        ("/v1/model", "did you mean /v1/models?"),
        ("/docs", "http://mock:1/openapi.json"),
        ("/", "http://mock:1/v1"),
        ("", "http://mock:1/v1"),
        ("/v1", "POST http://mock:1/v1/chat/completions"),
        ("/v1/", "POST http://mock:1/v1/chat/completions"),
    ],
)
def test_a_wrong_path_has_a_hint(path: str, part: str) -> None:
    """It says what to change."""
    assert part in (hint(path, SERVED, BASE) or "")


@pytest.mark.parametrize("path", ["/favicon.ico", "/v1/foo", "/metrics", "/" + "x" * 100_000])
def test_a_path_like_no_other_has_none(path: str) -> None:
    """Better no hint than a wrong one."""
    assert hint(path, SERVED, BASE) is None


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/", "the base URL for most clients is http://mock:8/v1"),
        ("/t/green/", "the base URL for most clients is http://mock:8/t/green/v1"),
        ("/toy", "http://mock:8/toy is a base URL, to which clients add what they want"),
        ("/toy/v1/", "POST http://mock:8/toy/v1/chat/completions"),
    ],
)
def test_the_address_is_the_one_the_client_used(path: str, told: str) -> None:
    """As its Host header says, with the namespace."""
    got = call(site(Toy()), path, method="GET", headers={"host": "mock:8"})
    assert got.status == 404
    assert told in got.headers["x-mockllm-hint"]


def test_a_header_that_nobody_reads_is_told() -> None:
    """With the one that may have been meant; the answer stays as it is."""
    body = b'{"text": "hi"}'
    plain = call(site(Toy()), "/v1/chat/completions", body)
    got = call(site(Toy()), "/v1/chat/completions", body, headers={"x-mockllm-fidelty": "live"})
    assert (got.status, got.body) == (200, plain.body)
    assert got.headers["x-mockllm-hint"] == "there is no header x-mockllm-fidelty: did you mean x-mockllm-fidelity?"
    assert "x-mockllm-hint" not in plain.headers


def test_it_is_told_beside_other_hints() -> None:
    """A refusal may have one of its own."""
    got = call(site(Toy()), "/v1/chat/completions", headers={"x-mockllm-xyz": "1", "x-mockllm-namespace": "a"})
    known = "x-mockllm-fidelity, x-mockllm-namespace, x-mockllm-fault"
    assert got.headers["x-mockllm-hint"] == f"send JSON; there is no header x-mockllm-xyz; there are {known}"
