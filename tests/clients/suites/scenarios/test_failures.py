"""What goes wrong: errors that clients get over by themselves, and those that reach their callers."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from fireworks import Fireworks
from fireworks import InternalServerError as FireworksServerError
from inference_gateway import InferenceGatewayAPIError, InferenceGatewayClient, Message
from langchain_openai import ChatOpenAI
from openai import (
    APIError,
    APIStatusError,
    APITimeoutError,
    InternalServerError,
    OpenAI,
    PermissionDeniedError,
    RateLimitError,
)

MODEL = "openai/gpt-4o"
BUSY, TROUBLE = "Are you busy?", "Any trouble?"


def ask(client: Any, text: str, **more: Any) -> Any:
    asked = {"model": MODEL, "messages": [{"role": "user", "content": text}], **more}
    return client.chat.completions.create(**asked)


def said(client: Any, text: str, **more: Any) -> str:
    return ask(client, text, **more).choices[0].message.content


@pytest.mark.parametrize("path", ["/inference/v1", "/gateway/v1"], ids=["fireworks", "gateway"])
def test_busy_twice_then_fine_by_openai(client, path: str) -> None:
    """Its own two retries get it through; without them it raises."""
    assert said(client("overload_then_success", path, max_retries=2), BUSY) == "Here at last."
    with pytest.raises(InternalServerError) as caught:
        said(client("overload_then_success", path), BUSY)
    assert caught.value.status_code == 503


def test_busy_twice_then_fine_by_openai_streamed(client) -> None:
    """The errors come before the stream."""
    chunks = ask(client("overload_then_success", max_retries=2), BUSY, stream=True)
    texts = [choice.delta.content or "" for chunk in chunks for choice in chunk.choices]
    assert "".join(texts) == "Here at last."


def test_busy_twice_then_fine_by_fireworks(place) -> None:
    """Its own two retries get it through; without them it raises."""
    base = place("overload_then_success") + "/inference"
    with Fireworks(base_url=base, api_key="nobody", max_retries=2) as fireworks:
        assert said(fireworks, BUSY) == "Here at last."
        assert said(fireworks, TROUBLE) == "All is well again."
    with Fireworks(base_url=base, api_key="nobody", max_retries=0) as fireworks, pytest.raises(FireworksServerError):
        said(fireworks, BUSY)


def test_busy_twice_then_fine_by_langchain(place) -> None:
    """By the retries that LangChain puts around any model; those of the client below are off."""
    base = place("overload_then_success") + "/inference/v1"
    model = ChatOpenAI(base_url=base, api_key="nobody", model=MODEL, max_retries=0)
    again = model.with_retry(
        retry_if_exception_type=(InternalServerError,), stop_after_attempt=3, wait_exponential_jitter=False
    )
    assert again.invoke(BUSY).content == "Here at last."


def test_busy_twice_then_fine_by_the_gateways_client(place) -> None:
    """It never tries again by itself: two errors that its caller sees, then the answer."""
    message = Message.model_validate({"role": "user", "content": BUSY})
    with InferenceGatewayClient(place("overload_then_success") + "/gateway/v1") as gateway:
        for _ in range(2):
            with pytest.raises(InferenceGatewayAPIError) as caught:
                gateway.create_chat_completion(model=MODEL, messages=[message])
            assert caught.value.status_code == 503
        answer = gateway.create_chat_completion(model=MODEL, messages=[message])
    assert answer.choices[0].message.content.root == "Here at last."


def test_two_kinds_of_trouble(client) -> None:
    """429 and 500 are both worth another try."""
    assert said(client("overload_then_success", max_retries=2), TROUBLE) == "All is well again."


def test_rate_limits(client) -> None:
    """Three are let in, with what is left told each time; the fourth is told how long to wait."""
    limited = client("rate_limits")
    left = []
    for _ in range(3):
        raw = limited.chat.completions.with_raw_response.create(
            model="metered", messages=[{"role": "user", "content": "Count me."}]
        )
        left.append(raw.headers["x-ratelimit-remaining-requests"])
    assert left == ["2", "1", "0"]
    with pytest.raises(RateLimitError) as caught:
        said(limited, "Count me.", model="metered")
    assert 1 <= int(caught.value.response.headers["retry-after"]) <= 20
    assert caught.value.code == "RATE_LIMIT_EXCEEDED"


def test_rate_limits_and_recovery(client) -> None:
    """A client that waits as it is told gets through by its second try."""
    started = time.monotonic()
    assert said(client("rate_limits", max_retries=1), "Just once?") == "Here you are."
    assert time.monotonic() - started >= 0.9
    with pytest.raises(RateLimitError) as caught:
        said(client("rate_limits"), "And always?")
    assert caught.value.response.headers["retry-after"] == "30"


def test_a_model_that_is_forbidden(client) -> None:
    """403."""
    with pytest.raises(PermissionDeniedError):
        said(client("refusals"), "Ask the secret model.")


@pytest.mark.parametrize("over", ["openai", "gateway's"])
def test_gateway_upstream_failures(client, place, over: str) -> None:
    """The failing providers, and the one that a client ends up with."""
    if over == "openai":
        gateway = client("gateway_upstream_failures", "/gateway/v1")

        def once(provider: str) -> tuple[int, str]:
            try:
                return 200, said(gateway, "Are you there?", model=f"{provider}/any")
            except APIStatusError as error:
                return error.status_code, error.response.json()["error"]
    else:
        gateway = InferenceGatewayClient(place("gateway_upstream_failures") + "/gateway/v1")
        message = Message.model_validate({"role": "user", "content": "Are you there?"})

        def once(provider: str) -> tuple[int, str]:
            try:
                answer = gateway.create_chat_completion(model=f"{provider}/any", messages=[message])
                return 200, answer.choices[0].message.content.root
            except InferenceGatewayAPIError as error:
                return error.status_code, error.response_data["error"]

    providers = ["groq", "mistral", "anthropic", "cohere", "deepseek", "ollama", "openai"]
    answers = {provider: once(provider) for provider in providers}
    assert [status for status, _ in answers.values()] == [502, 429, 503, 504, 400, 400, 200]
    assert json.loads(answers["mistral"][1])["error"]["code"] == "rate_limit_exceeded"
    assert answers["cohere"][1] == "Request timed out"
    assert answers["deepseek"][1].endswith("timeout awaiting response headers")
    assert answers["openai"][1] == "At your service."
    if over != "openai":
        gateway.close()


def test_a_stream_of_the_gateway_that_breaks_off(client) -> None:
    """No error, and no finish either."""
    chunks = list(ask(client("gateway_upstream_failures", "/gateway/v1"), "Hm?", model="cloudflare/any", stream=True))
    assert chunks
    assert not [choice for chunk in chunks for choice in chunk.choices if choice.finish_reason]


def read(client: OpenAI, text: str, **more: Any) -> tuple[str, Exception | None, list[str]]:
    """What came of a stream: its words, the exception it ended with, and its finish reasons."""
    words, ends = "", []
    try:
        for chunk in ask(client, text, stream=True, **more):
            for choice in chunk.choices:
                words += choice.delta.content or ""
                ends += [choice.finish_reason] if choice.finish_reason else []
    except Exception as error:  # noqa: BLE001 - which one it is, is what the tests look at
        return words, error, ends
    return words, None, ends


def test_a_truncated_stream_looks_complete(client) -> None:
    """Only the missing finish tells."""
    words, error, ends = read(client("truncated_stream"), "Story: end early")
    assert words
    assert (error, ends) == (None, [])


@pytest.mark.parametrize("kind", ["hang up", "reset", "break"])
def test_a_broken_connection_is_an_exception(client, kind: str) -> None:
    """After the words that came; it is one of the transport's, which the client does not wrap in the middle."""
    words, error, ends = read(client("truncated_stream"), f"Story: {kind}")
    assert words.startswith("Once")
    assert type(error).__name__ in ("RemoteProtocolError", "ReadError", "APIConnectionError"), repr(error)
    assert ends == []


def test_a_garbled_chunk_is_an_exception(client) -> None:
    """Of the client's JSON."""
    _, error, ends = read(client("truncated_stream"), "Story: garble")
    assert isinstance(error, (json.JSONDecodeError, APIError)), repr(error)
    assert ends == []


def test_a_stream_without_its_mark_at_the_end_is_read(client) -> None:
    """Its finish is enough."""
    words, error, ends = read(client("truncated_stream"), "Story: forget to say goodbye")
    assert words.endswith("its keeper liked it so.")
    assert (error, ends) == (None, ["stop"])


def took(work: Callable[[], object]) -> float:
    started = time.monotonic()
    work()
    return time.monotonic() - started


def test_slow_first_token(client) -> None:
    """Ten times faster than written: 0.3 s to the first token, and the other paces in their time."""
    slow = client("slow_first_token")
    assert took(lambda: next(iter(ask(slow, "Be slow to begin.", stream=True)))) >= 0.25
    assert said(slow, "now and then") == "Half of the time I am quick."
    assert took(lambda: said(slow, "Go slowly.")) >= 0.1
    assert read(slow, "Please get stuck.")[1:] == (None, ["stop"])


def test_slow_answers_run_into_the_clients_timeout(client) -> None:
    """Before the first token, in the middle, or without a byte."""
    hasty = client("slow_first_token", timeout=0.15)
    with pytest.raises(APITimeoutError):
        said(hasty, "Be slow to begin.")
    with pytest.raises(APITimeoutError):
        said(hasty, "say nothing")
    words, error, _ = read(hasty, "Please get stuck.")
    assert words
    assert "Timeout" in type(error).__name__, repr(error)
