"""Each refusal of Fireworks, as the exception its own client makes of it."""

import re

import pytest
from asks import FIREWORKS_MODEL, KEY, KEYED_BASE, STRICT_BASE, TOO_LARGE, TOO_LONG, TOOL, messages
from fireworks import (
    APIStatusError,
    AuthenticationError,
    BadRequestError,
    Fireworks,
    NotFoundError,
    UnprocessableEntityError,
)

ASK = {"model": FIREWORKS_MODEL, "messages": messages(), "max_tokens": 5}


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"temperature": 5}, ["body", "temperature"]),
        ({"n": 0}, ["body", "n"]),
        ({"messages": []}, ["body", "messages"]),
        ({"messages": [{"role": "wizard", "content": "tide"}]}, ["body", "messages", 0, "role"]),
        ({"max_completion_tokens": 5}, ["body", "max_completion_tokens"]),
        ({"thinking": {"type": "enabled"}, "reasoning_effort": "low"}, ["body", "thinking"]),
        ({"tools": [TOOL], "tool_choice": {"type": "function", "function": {"name": "x"}}}, ["body", "tool_choice"]),
        ({"extra_body": {"store": True}}, ["body", "store"]),
    ],
)
def test_what_the_reference_rules_out_is_unprocessable(client: Fireworks, changes: dict, place: list) -> None:
    """422, and the body says where, once."""
    with pytest.raises(UnprocessableEntityError) as caught:
        client.chat.completions.create(**{**ASK, **changes})
    assert [fault["loc"] for fault in caught.value.body["detail"]] == [place]


def test_the_asynchronous_client_raises_the_same(run_async) -> None:
    """For a stream, before there is one."""

    async def ask(other) -> None:
        await other.chat.completions.create(**ASK, temperature=5, stream=True)

    with pytest.raises(UnprocessableEntityError):
        run_async(ask)


def test_live_refuses_as_the_real_service(client: Fireworks) -> None:
    """400 with the real service's envelope."""
    with pytest.raises(BadRequestError) as caught:
        client.chat.completions.create(**ASK, temperature=5, extra_headers={"x-mockllm-fidelity": "live"})
    assert list(caught.value.body["error"]) == ["object", "type", "code", "message"]
    assert "temperature" in caught.value.body["error"]["message"]


def test_a_prompt_too_long_is_a_bad_request(client: Fireworks) -> None:
    """400 with the text that clients look for, once the request asks for an error."""
    ask = {**ASK, "messages": messages(TOO_LONG), "context_length_exceeded_behavior": "error"}
    with pytest.raises(BadRequestError) as caught:
        client.chat.completions.create(**ask)
    text = caught.value.body["error"]["message"]
    assert re.fullmatch(r"The prompt is too long: \d+, model maximum context length: \d+", text)


def test_no_or_a_wrong_key_is_an_authentication_error() -> None:
    """401, and the right key is let in."""
    with Fireworks(base_url=f"{KEYED_BASE}/inference", api_key="wrong", max_retries=0) as client:
        with pytest.raises(AuthenticationError) as caught:
            client.chat.completions.create(**ASK)
        assert caught.value.body["error"]["code"] == "UNAUTHORIZED"
        assert client.with_options(api_key=KEY).chat.completions.create(**ASK).choices


def test_an_unknown_model_is_not_found() -> None:
    """404 where a catalogue is enforced; the request's id is in body and header."""
    with (
        Fireworks(base_url=f"{STRICT_BASE}/inference", api_key="nobody", max_retries=0) as client,
        pytest.raises(NotFoundError) as caught,
    ):
        client.chat.completions.create(**{**ASK, "model": "accounts/fireworks/models/nobody"})
    assert caught.value.body["error"]["code"] == "NOT_FOUND"
    assert caught.value.body["request_id"] == caught.value.response.headers["x-request-id"]


def test_a_body_too_large_is_refused(client: Fireworks) -> None:
    """413 reaches the client, though it was still sending."""
    with pytest.raises(APIStatusError) as caught:
        client.chat.completions.create(**{**ASK, "messages": messages(TOO_LARGE)})
    assert caught.value.status_code == 413
