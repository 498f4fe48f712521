"""Answers of the gateway through its official client, which validates every whole answer strictly."""

import json

from asks import GATEWAY_ANSWERS_MODEL, GATEWAY_MODEL, MULTI_BYTE, PROMPT
from inference_gateway import InferenceGatewayClient, Message
from inference_gateway.models import ChatCompletionTool, Provider

TOOL = ChatCompletionTool.model_validate({"type": "function", "function": {"name": "get_tide", "parameters": {}}})


def ask(text: str = PROMPT, **changes: object) -> dict[str, object]:
    """A request that always gets the same text."""
    said = Message.model_validate({"role": "user", "content": text})
    return {"model": GATEWAY_MODEL, "messages": [said], "seed": 7, "max_tokens": 60, **changes}


def text_of(choice) -> str:
    """A whole answer's content, out of the client's union of text and parts."""
    return choice.message.content.root


def chunks_of(events) -> list[dict]:
    """The chunks that a stream's events carry."""
    events = list(events)
    assert {event.event for event in events} == {"content-delta"}
    return [json.loads(event.data) for event in events]


def joined(chunks: list[dict]) -> str:
    """The text of a stream of one choice."""
    return "".join(choice["delta"].get("content") or "" for chunk in chunks for choice in chunk["choices"])


def test_an_answer_passes_the_client_s_validation(client: InferenceGatewayClient) -> None:
    """Text, model without its provider, usage that adds up."""
    answer = client.create_chat_completion(**ask())
    assert answer.id.startswith("chatcmpl-")
    assert (answer.object, answer.model) == ("chat.completion", GATEWAY_ANSWERS_MODEL)
    assert len(text_of(answer.choices[0])) > 20
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + answer.usage.completion_tokens


def test_the_chunks_join_to_the_text(client: InferenceGatewayClient) -> None:
    """Nothing but chunks comes in the stream, and no usage unasked."""
    whole = client.create_chat_completion(**ask())
    chunks = chunks_of(client.create_chat_completion_stream(**ask()))
    assert joined(chunks) == text_of(whole.choices[0])
    assert chunks[-1]["choices"][0]["finish_reason"] == whole.choices[0].finish_reason.root
    assert all(not chunk.get("usage") for chunk in chunks)


def test_asked_for_usage_comes_in_a_last_chunk_of_its_own(client: InferenceGatewayClient) -> None:
    """Equal to what the whole answer says."""
    whole = client.create_chat_completion(**ask())
    *_, last = chunks_of(client.create_chat_completion_stream(**ask(stream_options={"include_usage": True})))
    assert last["choices"] == []
    assert last["usage"]["total_tokens"] == whole.usage.total_tokens


def test_limits_and_stops_hold(client: InferenceGatewayClient) -> None:
    """`max_tokens` ends with length, a stop word cuts before it, `n` gives as many choices."""
    text = text_of(client.create_chat_completion(**ask()).choices[0])
    word = max(text.split()[4:12], key=len)
    short = client.create_chat_completion(**ask(max_tokens=5))
    stopped = client.create_chat_completion(**ask(stop=[word]))
    two = client.create_chat_completion(**ask(n=2))
    assert (short.choices[0].finish_reason.root, short.usage.completion_tokens) == ("length", 5)
    assert (stopped.choices[0].finish_reason.root, text_of(stopped.choices[0])) == ("stop", text.partition(word)[0])
    assert text_of(two.choices[0]) == text != text_of(two.choices[1])


def test_the_provider_may_come_as_an_argument(client: InferenceGatewayClient) -> None:
    """Then it goes into the query, and the model is left as it is."""
    assert client.create_chat_completion(**ask(model="gpt-4o", provider=Provider("groq"))).model == "gpt-4o"
    assert client.create_chat_completion(**ask(model="openai/gpt-4o", provider="openai")).model == "openai/gpt-4o"


def test_a_tool_may_be_answered_with_text(client: InferenceGatewayClient) -> None:
    """The client sends tools and takes what comes."""
    assert client.create_chat_completion(**ask(tools=[TOOL])).choices


def test_many_scripts_survive(client: InferenceGatewayClient) -> None:
    """Whole and streamed."""
    text = text_of(client.create_chat_completion(**ask(MULTI_BYTE)).choices[0])
    assert joined(chunks_of(client.create_chat_completion_stream(**ask(MULTI_BYTE)))) == text
    assert "\ufffd" not in text


def test_models_are_listed(client: InferenceGatewayClient) -> None:
    """Each with its provider before its name; one provider's alone when asked for."""
    every = client.list_models()
    mine = client.list_models(provider="openai")
    assert all(model.id.startswith(f"{model.served_by.root}/") for model in every.data)
    assert {model.served_by.root for model in mine.data} == {"openai"}
    assert mine.provider == Provider("openai")
    assert 0 < len(mine.data) < len(every.data)


def test_the_gateway_is_healthy(client: InferenceGatewayClient) -> None:
    """At the root beside `/v1`."""
    assert client.health_check()
