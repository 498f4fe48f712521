"""Answers in chunks, through the OpenAI client."""

from asks import FIREWORKS_MODEL, MULTI_BYTE, MULTI_BYTE_MODEL, messages
from openai import OpenAI


def texts(chunks) -> dict[int, str]:
    """The joined text of each choice."""
    joined: dict[int, str] = {}
    for chunk in chunks:
        for choice in chunk.choices:
            joined[choice.index] = joined.get(choice.index, "") + (choice.delta.content or "")
    return joined


def reasons(chunks) -> list[str]:
    """The finish reasons, in the order they came."""
    return [choice.finish_reason for chunk in chunks for choice in chunk.choices if choice.finish_reason]


def test_the_chunks_join_to_the_text(client: OpenAI, place) -> None:
    """Streamed or not, the same request gets the same text, reason and model."""
    whole = client.chat.completions.create(**place.ask())
    chunks = list(client.chat.completions.create(**place.ask(stream=True)))
    assert texts(chunks) == {0: whole.choices[0].message.content}
    assert reasons(chunks) == [whole.choices[0].finish_reason]
    assert {chunk.model for chunk in chunks} == {whole.model}
    assert len(chunks) > 10


def test_a_stream_keeps_its_id_and_begins_with_the_role(client: OpenAI, place) -> None:
    """All chunks belong together."""
    chunks = list(client.chat.completions.create(**place.ask(stream=True)))
    assert len({(chunk.id, chunk.created) for chunk in chunks}) == 1
    assert chunks[0].id.startswith("chatcmpl-")
    assert {chunk.object for chunk in chunks} == {"chat.completion.chunk"}
    assert chunks[0].choices[0].delta.role == "assistant"


def test_asked_for_usage_comes_in_a_last_chunk_of_its_own(client: OpenAI, place) -> None:
    """Without choices, and equal to what the whole answer says."""
    whole = client.chat.completions.create(**place.ask()).usage
    *others, last = client.chat.completions.create(**place.ask(stream=True, stream_options={"include_usage": True}))
    assert last.choices == []
    assert all(chunk.usage is None for chunk in others)
    assert last.usage.total_tokens == last.usage.prompt_tokens + last.usage.completion_tokens
    assert (last.usage.prompt_tokens, last.usage.completion_tokens) == (whole.prompt_tokens, whole.completion_tokens)


def test_fireworks_sends_usage_with_the_finish_when_nothing_is_said(fireworks: OpenAI) -> None:
    """The last chunk has both."""
    ask = {"model": FIREWORKS_MODEL, "messages": messages(), "max_tokens": 5}
    *others, last = fireworks.chat.completions.create(stream=True, **ask)
    assert last.choices[0].finish_reason == "length"
    assert last.usage.completion_tokens == 5
    assert all(chunk.usage is None for chunk in others)


def test_the_gateway_sends_no_usage_unasked(gateway: OpenAI) -> None:
    """As its reference words it."""
    ask = {"model": "openai/gpt-4o", "messages": messages(), "max_tokens": 5}
    assert all(chunk.usage is None for chunk in gateway.chat.completions.create(stream=True, **ask))


def test_max_tokens_and_stop_hold_in_streams(client: OpenAI, place) -> None:
    """Both cut a stream where they cut a whole answer."""
    whole = client.chat.completions.create(**place.ask()).choices[0].message.content
    word = max(whole.split()[4:12], key=len)
    short = list(client.chat.completions.create(**place.ask(stream=True, max_tokens=5)))
    stopped = list(client.chat.completions.create(**place.ask(stream=True, stop=word)))
    assert reasons(short) == ["length"]
    assert whole.startswith(texts(short)[0])
    assert reasons(stopped) == ["stop"]
    assert texts(stopped)[0] == whole.partition(word)[0]


def test_two_choices_stream_side_by_side(client: OpenAI, place) -> None:
    """Each choice has the text of the whole answer's, and finishes once."""
    whole = client.chat.completions.create(**place.ask(n=2))
    chunks = list(client.chat.completions.create(**place.ask(n=2, stream=True)))
    assert texts(chunks) == {choice.index: choice.message.content for choice in whole.choices}
    assert len(reasons(chunks)) == 2


def test_many_scripts_survive_a_stream(client: OpenAI, place) -> None:
    """No character is broken between two chunks."""
    ask = place.ask(messages=messages(MULTI_BYTE))
    joined = texts(client.chat.completions.create(**ask, stream=True))[0]
    assert joined == client.chat.completions.create(**ask).choices[0].message.content
    assert "\ufffd" not in joined


def test_a_model_name_of_many_scripts_comes_back_in_chunks(fireworks: OpenAI) -> None:
    """What the client sent in UTF-8 is what it reads."""
    ask = {"model": MULTI_BYTE_MODEL, "messages": messages(), "max_tokens": 5}
    assert {chunk.model for chunk in fireworks.chat.completions.create(stream=True, **ask)} == {MULTI_BYTE_MODEL}


def test_the_client_s_own_accumulator_takes_the_stream(client: OpenAI, place) -> None:
    """`chat.completions.stream` puts the chunks of an answer that comes to its own end together."""
    ask = place.ask(max_tokens=2000)
    whole = client.chat.completions.create(**ask)
    with client.chat.completions.stream(**ask) as stream:
        final = stream.get_final_completion()
    assert whole.choices[0].finish_reason == final.choices[0].finish_reason == "stop"
    assert final.choices[0].message.content == whole.choices[0].message.content


def test_a_stream_can_be_left(client: OpenAI, place) -> None:
    """The server serves the next request as if nothing had been."""
    with client.chat.completions.create(**place.ask(stream=True)) as stream:
        next(iter(stream))
    assert client.chat.completions.create(**place.ask(max_tokens=5)).usage.completion_tokens == 5


def test_a_stream_carries_the_request_id(fireworks: OpenAI) -> None:
    """Fireworks sends its id in the header of a stream too."""
    create = fireworks.chat.completions.with_raw_response.create
    raw = create(model=FIREWORKS_MODEL, messages=messages(), max_tokens=5, stream=True)
    assert {chunk.id for chunk in raw.parse()} == {raw.headers["x-request-id"]}
    assert raw.headers["content-type"].startswith("text/event-stream")
