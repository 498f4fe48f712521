"""Each refusal of the gateway, as the exception the OpenAI client makes of it: the body is the error's text."""

import pytest
from asks import ALLOWED_BASE, GATEWAY_MODEL, KEY, KEYED_BASE, TOO_LARGE, messages
from openai import (
    APIStatusError,
    AuthenticationError,
    BadRequestError,
    NotFoundError,
    OpenAI,
    PermissionDeniedError,
)

ASK = {"model": GATEWAY_MODEL, "messages": messages(), "max_tokens": 5}


@pytest.mark.parametrize(
    ("field", "value"),
    [("temperature", 5), ("n", 0), ("top_logprobs", 3), ("stop", list("abcde")), ("messages", []), ("seed", "seven")],
)
def test_what_the_reference_rules_out_is_a_bad_request(gateway: OpenAI, field: str, value: object) -> None:
    """400, and the text names the field."""
    with pytest.raises(BadRequestError) as caught:
        gateway.chat.completions.create(**{**ASK, field: value})
    assert field in caught.value.body
    assert caught.value.code is None


def test_a_refused_stream_is_a_plain_error(gateway: OpenAI) -> None:
    """The client raises before there is a stream."""
    with pytest.raises(BadRequestError):
        gateway.chat.completions.create(**ASK, temperature=5, stream=True)


def test_a_model_without_provider_is_a_bad_request(gateway: OpenAI) -> None:
    """400 with the real gateway's advice."""
    with pytest.raises(BadRequestError) as caught:
        gateway.chat.completions.create(**{**ASK, "model": "gpt-4o"})
    assert caught.value.body.startswith("Unable to determine provider for model.")


def test_an_unknown_provider_is_a_bad_request(gateway: OpenAI) -> None:
    """400 in the real gateway's words."""
    with pytest.raises(BadRequestError) as caught:
        gateway.chat.completions.create(**ASK, extra_query={"provider": "nobody"})
    assert caught.value.body == "Provider not found. Please check the list of supported providers."


def test_live_takes_what_the_real_gateway_takes(gateway: OpenAI) -> None:
    """A temperature out of range passes there, a text in its place does not."""
    live = {"x-mockllm-fidelity": "live"}
    assert gateway.chat.completions.create(**ASK, temperature=5, extra_headers=live).choices
    with pytest.raises(BadRequestError) as caught:
        gateway.chat.completions.create(**ASK, temperature="hot", extra_headers=live)
    assert caught.value.body == "Failed to decode request"


def test_no_or_a_wrong_key_is_an_authentication_error() -> None:
    """401, and all it says is `unauthorized`."""
    with (
        OpenAI(base_url=f"{KEYED_BASE}/gateway/v1", api_key="wrong", max_retries=0) as client,
        pytest.raises(AuthenticationError) as caught,
    ):
        client.chat.completions.create(**ASK)
    assert caught.value.body == "unauthorized"


def test_the_right_key_is_let_in() -> None:
    """The same server answers its key."""
    with OpenAI(base_url=f"{KEYED_BASE}/gateway/v1", api_key=KEY, max_retries=0) as client:
        assert client.chat.completions.create(**ASK).usage.completion_tokens == 5


def test_a_model_that_is_not_allowed_is_denied() -> None:
    """403, while the allowed one is answered."""
    with OpenAI(base_url=f"{ALLOWED_BASE}/gateway/v1", api_key="nobody", max_retries=0) as client:
        assert client.chat.completions.create(**ASK).choices
        with pytest.raises(PermissionDeniedError) as caught:
            client.chat.completions.create(**{**ASK, "model": "groq/llama"})
    assert caught.value.body == "Model not allowed. Please check the list of allowed models."


def test_a_route_that_is_not_there_is_not_found(gateway: OpenAI) -> None:
    """404 in the real gateway's words, for another API and for a single model."""
    for ask in (
        lambda: gateway.models.retrieve("gpt-4o"),
        lambda: gateway.embeddings.create(model="openai/text-embedding-3-small", input="tide"),
    ):
        with pytest.raises(NotFoundError) as caught:
            ask()
        assert caught.value.body == "Requested route is not found"


def test_a_body_too_large_is_refused(gateway: OpenAI) -> None:
    """413 reaches the client, though it was still sending."""
    with pytest.raises(APIStatusError) as caught:
        gateway.chat.completions.create(**{**ASK, "messages": messages(TOO_LARGE)})
    assert caught.value.status_code == 413
    assert caught.value.body == "Request body too large"
