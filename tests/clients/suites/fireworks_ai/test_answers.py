"""Answers of Fireworks, whole and in chunks, through its own client."""

import asyncio
import re

from asks import BASE, FIREWORKS_MODEL, MULTI_BYTE, MULTI_BYTE_MODEL, messages
from fireworks import Fireworks

ASK = {"model": FIREWORKS_MODEL, "messages": messages(), "seed": 7, "max_tokens": 60}
WITH_USAGE = {"stream": True, "extra_body": {"stream_options": {"include_usage": True}}}


def joined(chunks) -> str:
    """The text of a stream of one choice."""
    return "".join(choice.delta.content or "" for chunk in chunks for choice in chunk.choices)


def test_an_answer_has_text_and_usage_that_adds_up(client: Fireworks) -> None:
    """The client's own types hold everything they promise."""
    answer = client.chat.completions.create(**ASK)
    assert re.fullmatch(r"chatcmpl-[0-9a-f]{32}", answer.id)
    assert (answer.object, answer.model) == ("chat.completion", FIREWORKS_MODEL)
    assert answer.choices[0].message.role == "assistant"
    assert len(answer.choices[0].message.content) > 20
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + answer.usage.completion_tokens
    assert answer.usage.prompt_tokens_details.cached_tokens == 0


def test_what_was_not_asked_for_is_not_there(client: Fireworks) -> None:
    """The client knows these fields, and none of them was sent."""
    answer = client.chat.completions.create(**ASK)
    assert answer.model_fields_set.isdisjoint({"perf_metrics", "prompt_token_ids"})
    assert answer.choices[0].model_fields_set.isdisjoint({"logprobs", "raw_output", "token_ids"})


def test_the_chunks_join_to_the_text(client: Fireworks) -> None:
    """Usage rides on the finish chunk."""
    whole = client.chat.completions.create(**ASK)
    chunks = list(client.chat.completions.create(**ASK, stream=True))
    assert joined(chunks) == whole.choices[0].message.content
    assert chunks[0].choices[0].delta.role == "assistant"
    assert chunks[-1].choices[0].finish_reason == whole.choices[0].finish_reason
    assert chunks[-1].usage == whole.usage
    assert all(chunk.usage is None for chunk in chunks[:-1])
    assert len({chunk.id for chunk in chunks}) == 1


def test_asked_for_usage_comes_in_a_last_chunk_of_its_own(client: Fireworks) -> None:
    """Without choices."""
    *others, last = client.chat.completions.create(**ASK, **WITH_USAGE)
    assert last.choices == []
    assert last.usage == client.chat.completions.create(**ASK).usage
    assert all(chunk.usage is None for chunk in others)


def test_the_asynchronous_client_gets_the_same(client: Fireworks, run_async) -> None:
    """Whole and streamed, eight at once."""

    async def whole(other, seed: int) -> str:
        return (await other.chat.completions.create(**{**ASK, "seed": seed})).choices[0].message.content

    async def streamed(other, seed: int) -> str:
        chunks = await other.chat.completions.create(**{**ASK, "seed": seed}, stream=True)
        return joined([chunk async for chunk in chunks])

    async def ask(other) -> list[str]:
        return await asyncio.gather(*(kind(other, seed) for seed in (7, 8, 9, 10) for kind in (whole, streamed)))

    texts = run_async(ask)
    assert texts[::2] == texts[1::2]
    assert texts[0] == client.chat.completions.create(**ASK).choices[0].message.content
    assert len(set(texts)) == 4


def test_limits_and_stops_hold(client: Fireworks) -> None:
    """`max_tokens` ends with length, a stop word cuts before it, `n` gives as many choices."""
    text = client.chat.completions.create(**ASK).choices[0].message.content
    word = max(text.split()[4:12], key=len)
    short = client.chat.completions.create(**{**ASK, "max_tokens": 5})
    stopped = client.chat.completions.create(**ASK, stop=[word])
    two = client.chat.completions.create(**ASK, n=2)
    assert (short.choices[0].finish_reason, short.usage.completion_tokens) == ("length", 5)
    assert (stopped.choices[0].finish_reason, stopped.choices[0].message.content) == ("stop", text.partition(word)[0])
    assert [choice.index for choice in two.choices] == [0, 1]
    assert two.choices[0].message.content == text != two.choices[1].message.content


def test_headers_tell_the_same_as_the_body(client: Fireworks) -> None:
    """The request's id and the prompt's tokens stand in both."""
    raw = client.chat.completions.with_raw_response.create(**ASK)
    answer = raw.parse()
    assert raw.headers["x-request-id"] == answer.id
    assert raw.headers["fireworks-prompt-tokens"] == str(answer.usage.prompt_tokens)


def test_many_scripts_survive(client: Fireworks) -> None:
    """In the prompt and in the model's name, whole and streamed."""
    ask = {"model": MULTI_BYTE_MODEL, "messages": messages(MULTI_BYTE), "max_tokens": 40}
    whole = client.chat.completions.create(**ask)
    chunks = list(client.chat.completions.create(**ask, stream=True))
    assert {whole.model, *(chunk.model for chunk in chunks)} == {MULTI_BYTE_MODEL}
    assert joined(chunks) == whole.choices[0].message.content
    assert "\ufffd" not in joined(chunks)


def test_a_stream_can_be_left(client: Fireworks) -> None:
    """The server serves the next request as if nothing had been."""
    with client.chat.completions.create(**ASK, stream=True) as stream:
        next(iter(stream))
    assert client.chat.completions.create(**ASK).choices


def test_the_server_s_root_does_as_base_url_too() -> None:
    """The client adds `/v1`, and there the server's default dialect is Fireworks."""
    with Fireworks(base_url=BASE, api_key="nobody", max_retries=0) as client:
        assert client.chat.completions.create(**ASK).model == FIREWORKS_MODEL
