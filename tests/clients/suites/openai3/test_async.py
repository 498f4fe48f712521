"""The asynchronous client gets what the other one gets."""

import asyncio

import pytest
from openai import BadRequestError, OpenAI, UnprocessableEntityError


def test_an_answer(client: OpenAI, place) -> None:
    """The same text as through the synchronous client."""

    async def ask() -> str:
        async with place.open_async() as other:
            return (await other.chat.completions.create(**place.ask())).choices[0].message.content

    assert asyncio.run(ask()) == client.chat.completions.create(**place.ask()).choices[0].message.content


def test_a_stream_with_usage(client: OpenAI, place) -> None:
    """The chunks join to the same text, and usage closes them."""

    async def ask() -> tuple[str, int]:
        text = ""
        async with place.open_async() as other:
            wanted = place.ask(stream=True, stream_options={"include_usage": True})
            async for chunk in await other.chat.completions.create(**wanted):
                text += "".join(choice.delta.content or "" for choice in chunk.choices)
        return text, chunk.usage.completion_tokens

    whole = client.chat.completions.create(**place.ask())
    assert asyncio.run(ask()) == (whole.choices[0].message.content, whole.usage.completion_tokens)


def test_many_at_once_do_not_mix(client: OpenAI, place) -> None:
    """Sixteen requests in flight, half of them streams, each gets the text of its own seed."""

    async def whole(other, seed: int) -> str:
        return (await other.chat.completions.create(**place.ask(seed=seed))).choices[0].message.content

    async def streamed(other, seed: int) -> str:
        chunks = await other.chat.completions.create(**place.ask(seed=seed, stream=True))
        return "".join([choice.delta.content or "" async for chunk in chunks for choice in chunk.choices])

    async def ask() -> list[str]:
        async with place.open_async() as other:
            return await asyncio.gather(*(kind(other, seed) for seed in range(8) for kind in (whole, streamed)))

    texts = asyncio.run(ask())
    assert texts[::2] == texts[1::2]
    assert len(set(texts)) == 8


def test_a_refusal(place) -> None:
    """The asynchronous client raises the same class, for a stream too."""

    async def ask() -> None:
        async with place.open_async() as other:
            await other.chat.completions.create(**place.ask(temperature=5, stream=True))

    with pytest.raises(BadRequestError if "gateway" in place.base_url else UnprocessableEntityError):
        asyncio.run(ask())
