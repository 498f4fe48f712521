"""Fireworks' own client, which adds `/v1/chat/completions` to its base URL itself."""

import asyncio
from collections.abc import Iterator

import pytest
from asks import BASE
from fireworks import AsyncFireworks, Fireworks


@pytest.fixture
def client() -> Iterator[Fireworks]:
    """A client that never retries."""
    with Fireworks(base_url=f"{BASE}/inference", api_key="nobody", max_retries=0) as client:
        yield client


@pytest.fixture
def run_async():
    """Runs a coroutine function that takes an asynchronous client."""

    def run(ask):
        async def opened():
            async with AsyncFireworks(base_url=f"{BASE}/inference", api_key="nobody", max_retries=0) as client:
                return await ask(client)

        return asyncio.run(opened())

    return run
