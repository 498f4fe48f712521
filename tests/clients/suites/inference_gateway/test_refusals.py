"""Each refusal of the gateway, as the exception its official client makes of it."""

from collections.abc import Callable

import pytest
from asks import ALLOWED_BASE, GATEWAY_MODEL, KEY, KEYED_BASE, PROMPT, TOO_LARGE
from inference_gateway import (
    InferenceGatewayAPIError,
    InferenceGatewayClient,
    InferenceGatewayValidationError,
    Message,
)


def ask(text: str = PROMPT, **changes: object) -> dict[str, object]:
    """A small request."""
    said = Message.model_validate({"role": "user", "content": text})
    return {"model": GATEWAY_MODEL, "messages": [said], "max_tokens": 5, **changes}


def refused(call: Callable[[], object]) -> tuple[int | None, object]:
    """The status and the error text of a refused call."""
    with pytest.raises(InferenceGatewayAPIError) as caught:
        call()
    assert list(caught.value.response_data) == ["error"]
    return caught.value.status_code, caught.value.response_data["error"]


def test_the_client_itself_refuses_what_its_schema_rules_out(client: InferenceGatewayClient) -> None:
    """A validation error, and nothing is sent."""
    with pytest.raises(InferenceGatewayValidationError):
        client.create_chat_completion(**ask(temperature=5))


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
def test_what_only_the_reference_s_text_rules_out_is_a_bad_request(
    client: InferenceGatewayClient, stream: bool
) -> None:
    """400, and the text names the field: the client's schema lets `top_logprobs` without `logprobs` pass."""

    def call() -> object:
        if stream:
            return list(client.create_chat_completion_stream(**ask(top_logprobs=3)))
        return client.create_chat_completion(**ask(top_logprobs=3))

    status, text = refused(call)
    assert status == 400
    assert "top_logprobs" in text


def test_a_model_without_provider_is_a_bad_request(client: InferenceGatewayClient) -> None:
    """400 with the real gateway's advice."""
    status, text = refused(lambda: client.create_chat_completion(**ask(model="gpt-4o")))
    assert status == 400
    assert text.startswith("Unable to determine provider for model.")


def test_an_unknown_provider_is_a_bad_request(client: InferenceGatewayClient) -> None:
    """400 in the real gateway's words, for a list of models too."""
    expected = (400, "Provider not found. Please check the list of supported providers.")
    assert refused(lambda: client.create_chat_completion(**ask(provider="nobody"))) == expected
    assert refused(lambda: client.list_models(provider="nobody")) == expected


def test_no_or_a_wrong_key_is_unauthorized() -> None:
    """401 without a token and with a wrong one; health needs none, and the right one is let in."""
    for token in (None, "wrong"):
        with InferenceGatewayClient(f"{KEYED_BASE}/gateway/v1", token=token) as client:
            assert refused(lambda: client.create_chat_completion(**ask())) == (401, "unauthorized")
            assert client.health_check()
    with InferenceGatewayClient(f"{KEYED_BASE}/gateway/v1", token=KEY) as client:
        assert client.create_chat_completion(**ask()).choices


def test_a_model_that_is_not_allowed_is_denied() -> None:
    """403, while the allowed one is answered."""
    with InferenceGatewayClient(f"{ALLOWED_BASE}/gateway/v1") as client:
        assert client.create_chat_completion(**ask()).choices
        status, text = refused(lambda: client.create_chat_completion(**ask(model="groq/llama")))
    assert (status, text) == (403, "Model not allowed. Please check the list of allowed models.")


def test_a_body_too_large_is_refused(client: InferenceGatewayClient) -> None:
    """413 reaches the client, though it was still sending."""
    assert refused(lambda: client.create_chat_completion(**ask(TOO_LARGE))) == (413, "Request body too large")


def test_a_route_that_is_not_there_is_not_found(client: InferenceGatewayClient) -> None:
    """404 in the real gateway's words."""
    call = client.create_speech
    assert refused(lambda: call("openai/tts-1", "tide", "nova")) == (404, "Requested route is not found")
