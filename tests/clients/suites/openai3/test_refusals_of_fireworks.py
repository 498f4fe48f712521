"""Each refusal of Fireworks, as the exception the OpenAI client makes of it."""

import re

import pytest
from asks import (
    FIREWORKS_MODEL,
    KEY,
    KEYED_BASE,
    MULTI_BYTE,
    STRICT_BASE,
    TOO_LARGE,
    TOO_LONG,
    messages,
)
from openai import (
    APIStatusError,
    AuthenticationError,
    BadRequestError,
    NotFoundError,
    OpenAI,
    UnprocessableEntityError,
)

ASK = {"model": FIREWORKS_MODEL, "messages": messages(), "max_tokens": 5}


def test_out_of_range_is_unprocessable(fireworks: OpenAI) -> None:
    """422, and the body says where."""
    with pytest.raises(UnprocessableEntityError) as caught:
        fireworks.chat.completions.create(**ASK, temperature=5)
    assert caught.value.status_code == 422
    assert [fault["loc"] for fault in caught.value.body["detail"]] == [["body", "temperature"]]


def test_all_faults_are_told_at_once(fireworks: OpenAI) -> None:
    """One entry each, through the client's own types."""
    with pytest.raises(UnprocessableEntityError) as caught:
        fireworks.chat.completions.create(model=FIREWORKS_MODEL, messages=[], temperature=MULTI_BYTE, top_p=2)
    places = [tuple(fault["loc"]) for fault in caught.value.body["detail"]]
    assert set(places) == {("body", "messages"), ("body", "temperature"), ("body", "top_p")}
    assert len(places) == 3


def test_a_refused_stream_is_a_plain_error(fireworks: OpenAI) -> None:
    """The client raises before there is a stream."""
    with pytest.raises(UnprocessableEntityError):
        fireworks.chat.completions.create(**ASK, temperature=5, stream=True)


def test_a_field_of_openai_s_that_fireworks_lacks_is_explained(fireworks: OpenAI) -> None:
    """The hint stands in a header of the refusal."""
    with pytest.raises(UnprocessableEntityError) as caught:
        fireworks.chat.completions.create(**ASK, store=True)
    assert caught.value.body["detail"][0]["loc"] == ["body", "store"]
    assert "store" in caught.value.response.headers["x-mockllm-hint"]


def test_live_refuses_as_the_real_service(fireworks: OpenAI) -> None:
    """400, with a code that the client reads."""
    with pytest.raises(BadRequestError) as caught:
        fireworks.chat.completions.create(**ASK, temperature=5, extra_headers={"x-mockllm-fidelity": "live"})
    assert caught.value.code == "invalid_request_error"
    assert caught.value.type == "invalid_request_error"


def test_a_prompt_too_long_is_a_bad_request(fireworks: OpenAI) -> None:
    """400 with the text that clients look for, once the request asks for an error."""
    with pytest.raises(BadRequestError) as caught:
        fireworks.chat.completions.create(
            model=FIREWORKS_MODEL,
            messages=messages(TOO_LONG),
            max_tokens=5,
            extra_body={"context_length_exceeded_behavior": "error"},
        )
    assert re.fullmatch(r"The prompt is too long: \d+, model maximum context length: \d+", caught.value.body["message"])


def test_no_or_a_wrong_key_is_an_authentication_error() -> None:
    """401, with code and message where the client puts them."""
    with (
        OpenAI(base_url=f"{KEYED_BASE}/v1", api_key="wrong", max_retries=0) as client,
        pytest.raises(AuthenticationError) as caught,
    ):
        client.chat.completions.create(**ASK)
    assert caught.value.status_code == 401
    assert caught.value.code == "UNAUTHORIZED"
    assert caught.value.body["message"] == "The API key you provided is invalid."


def test_the_right_key_is_let_in() -> None:
    """The same server answers its key."""
    with OpenAI(base_url=f"{KEYED_BASE}/v1", api_key=KEY, max_retries=0) as client:
        assert client.chat.completions.create(**ASK).usage.completion_tokens == 5


def test_an_unknown_model_is_not_found() -> None:
    """404 where a catalogue is enforced; the request's id is in body and header."""
    with (
        OpenAI(base_url=f"{STRICT_BASE}/inference/v1", api_key="nobody", max_retries=0) as client,
        pytest.raises(NotFoundError) as caught,
    ):
        client.chat.completions.create(**{**ASK, "model": "accounts/fireworks/models/nobody"})
    assert caught.value.body["message"] == "Model not found, inaccessible, and/or not deployed"
    assert (caught.value.code, caught.value.param) == ("NOT_FOUND", "model")
    assert caught.value.response.json()["request_id"] == caught.value.request_id


def test_a_known_model_is_found() -> None:
    """The strict server answers for the models of its catalogue."""
    with OpenAI(base_url=f"{STRICT_BASE}/inference/v1", api_key="nobody", max_retries=0) as client:
        assert client.chat.completions.create(**ASK).model == FIREWORKS_MODEL


def test_a_route_that_is_not_there_is_not_found(fireworks: OpenAI) -> None:
    """A client of another API of the service gets an answer, and a hint."""
    with pytest.raises(NotFoundError):
        fireworks.embeddings.create(model="nomic-ai/nomic-embed-text-v1.5", input="tide")


def test_a_body_too_large_is_refused(fireworks: OpenAI) -> None:
    """413 reaches the client, though it was still sending."""
    with pytest.raises(APIStatusError) as caught:
        fireworks.chat.completions.create(**{**ASK, "messages": messages(TOO_LARGE)})
    assert caught.value.status_code == 413
