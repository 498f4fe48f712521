"""Answers of both services, whole and in chunks, through LiteLLM."""

import asyncio

import litellm
from asks import MULTI_BYTE, messages


def joined(chunks) -> str:
    """The text of a stream of one choice."""
    return "".join(choice.delta.content or "" for chunk in chunks for choice in chunk.choices)


def test_an_answer_has_text_and_usage_that_adds_up(place) -> None:
    """LiteLLM hands on what came."""
    answer = litellm.completion(**place.ask())
    assert answer.id.startswith("chatcmpl-")
    assert answer.model.endswith(place.answers_model)
    assert len(answer.choices[0].message.content) > 20
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + answer.usage.completion_tokens
    assert 0 < answer.usage.completion_tokens <= 60


def test_the_chunks_join_to_the_text(place) -> None:
    """With the usage that LiteLLM asked for."""
    whole = litellm.completion(**place.ask())
    chunks = list(litellm.completion(**place.ask(stream=True, stream_options={"include_usage": True})))
    assert joined(chunks) == whole.choices[0].message.content
    assert chunks[-1].usage.total_tokens == whole.usage.total_tokens
    assert [c.finish_reason for chunk in chunks for c in chunk.choices if c.finish_reason] == [
        whole.choices[0].finish_reason
    ]


def test_litellm_builds_the_whole_answer_from_the_chunks(place) -> None:
    """Its own joining agrees with ours."""
    chunks = list(litellm.completion(**place.ask(stream=True, stream_options={"include_usage": True})))
    built = litellm.stream_chunk_builder(chunks)
    whole = litellm.completion(**place.ask())
    assert built.choices[0].message.content == whole.choices[0].message.content
    assert built.usage.completion_tokens == whole.usage.completion_tokens


def test_the_asynchronous_door_gets_the_same(place) -> None:
    """Whole and streamed."""

    async def ask() -> tuple[str, str]:
        whole = await litellm.acompletion(**place.ask())
        chunks = [chunk async for chunk in await litellm.acompletion(**place.ask(stream=True))]
        return whole.choices[0].message.content, joined(chunks)

    whole, streamed = asyncio.run(ask())
    assert whole == streamed == litellm.completion(**place.ask()).choices[0].message.content


def test_limits_and_stops_hold(place) -> None:
    """`max_tokens` ends with length, a stop word cuts before it, `n` gives as many choices."""
    text = litellm.completion(**place.ask()).choices[0].message.content
    word = max(text.split()[4:12], key=len)
    short = litellm.completion(**place.ask(max_tokens=5))
    stopped = litellm.completion(**place.ask(stop=[word]))
    two = litellm.completion(**place.ask(n=2))
    assert (short.choices[0].finish_reason, short.usage.completion_tokens) == ("length", 5)
    assert (stopped.choices[0].finish_reason, stopped.choices[0].message.content) == ("stop", text.partition(word)[0])
    assert [choice.index for choice in two.choices] == [0, 1]
    assert two.choices[0].message.content != two.choices[1].message.content


def test_many_scripts_survive(place) -> None:
    """Whole and streamed."""
    whole = litellm.completion(**place.ask(messages=messages(MULTI_BYTE))).choices[0].message.content
    assert joined(litellm.completion(**place.ask(messages=messages(MULTI_BYTE), stream=True))) == whole
    assert "\ufffd" not in whole
