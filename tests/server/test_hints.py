"""Clients at the wrong door are told the right one."""

import pytest

from mockllm.server.hints import hint

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
        ("/", "http://HOST:PORT/v1"),
    ],
)
def test_a_wrong_path_has_a_hint(path: str, part: str) -> None:
    """It says what to change."""
    assert part in (hint(path, SERVED) or "")


def test_a_path_like_no_other_has_none() -> None:
    """Better no hint than a wrong one."""
    assert hint("/favicon.ico", SERVED) is None
