"""Each refusal of both services, as the exception LiteLLM makes of it: some kinds of status have no class there."""

import asyncio

import litellm
import pytest
from asks import ALLOWED_BASE, FIREWORKS_MODEL, KEY, KEYED_BASE, STRICT_BASE, TOO_LARGE, TOO_LONG, messages

litellm.suppress_debug_info = True


def refused(kind: type[Exception], ask: dict) -> Exception:
    """The exception a request ends in, which is exactly of this kind."""
    with pytest.raises(kind) as caught:
        litellm.completion(**ask)
    assert type(caught.value) is kind
    return caught.value


def test_out_of_range_is_a_bad_request(fireworks, gateway) -> None:
    """422 of Fireworks and 400 of the gateway; LiteLLM has the first one as a bad request too."""
    error = refused(litellm.BadRequestError, fireworks.ask(temperature=5))
    assert error.status_code == 422
    assert '"temperature"' in str(error)
    assert refused(litellm.BadRequestError, gateway.ask(temperature=5)).status_code == 400


def test_a_refused_stream_is_a_plain_error(fireworks, gateway) -> None:
    """The exception comes before there is a stream, through the asynchronous door too."""
    for place in (fireworks, gateway):
        refused(litellm.BadRequestError, place.ask(temperature=5, stream=True))
        with pytest.raises(litellm.BadRequestError):
            asyncio.run(litellm.acompletion(**place.ask(temperature=5, stream=True)))


def test_a_prompt_too_long_is_known_as_such(fireworks) -> None:
    """LiteLLM finds the real service's words in the 400."""
    ask = fireworks.ask(messages=messages(TOO_LONG), context_length_exceeded_behavior="error")
    assert "The prompt is too long" in str(refused(litellm.ContextWindowExceededError, ask))


def test_a_wrong_key_is_an_authentication_error(fireworks, gateway) -> None:
    """401 of both, while the right key is let in."""
    for place, base in ((fireworks, f"{KEYED_BASE}/inference/v1"), (gateway, f"{KEYED_BASE}/gateway/v1")):
        refused(litellm.AuthenticationError, place.ask(api_base=base, api_key="wrong"))
        assert litellm.completion(**place.ask(api_base=base, api_key=KEY)).choices


def test_an_unknown_model_is_not_found(fireworks) -> None:
    """404 where a catalogue is enforced; a short name is completed by LiteLLM and found."""
    base = f"{STRICT_BASE}/inference/v1"
    refused(litellm.NotFoundError, fireworks.ask(api_base=base, model="fireworks_ai/accounts/fireworks/models/nobody"))
    short = f"fireworks_ai/{FIREWORKS_MODEL.rpartition('/')[2]}"
    assert litellm.completion(**fireworks.ask(api_base=base, model=short)).choices


def test_a_model_that_is_not_allowed_is_an_error_of_status_403(gateway) -> None:
    """LiteLLM has no class for it in this place."""
    ask = gateway.ask(api_base=f"{ALLOWED_BASE}/gateway/v1", model="openai/groq/llama")
    assert refused(litellm.APIError, ask).status_code == 403


def test_a_body_too_large_is_an_error_of_status_413(place) -> None:
    """It reaches the client, though it was still sending."""
    assert refused(litellm.APIError, place.ask(messages=messages(TOO_LARGE))).status_code == 413
