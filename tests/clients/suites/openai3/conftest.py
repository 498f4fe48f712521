"""The three places an OpenAI client can be pointed at: Fireworks by two paths, and the gateway."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from asks import BASE, FIREWORKS_MODEL, GATEWAY_ANSWERS_MODEL, GATEWAY_MODEL, messages
from openai import AsyncOpenAI, OpenAI


@dataclass(frozen=True)
class Place:
    """A base URL, the model to ask for there, and the model that the answer names."""

    base_url: str
    model: str
    answers_model: str

    def ask(self, **changes: Any) -> dict[str, Any]:
        """A request that always gets the same text."""
        return {"model": self.model, "messages": messages(), "seed": 7, "max_tokens": 60, **changes}

    def open(self) -> OpenAI:
        return OpenAI(base_url=self.base_url, api_key="nobody", max_retries=0)

    def open_async(self) -> AsyncOpenAI:
        return AsyncOpenAI(base_url=self.base_url, api_key="nobody", max_retries=0)


PLACES = {
    "fireworks-v1": Place(f"{BASE}/v1", FIREWORKS_MODEL, FIREWORKS_MODEL),
    "fireworks-inference-v1": Place(f"{BASE}/inference/v1", FIREWORKS_MODEL, FIREWORKS_MODEL),
    "gateway-v1": Place(f"{BASE}/gateway/v1", GATEWAY_MODEL, GATEWAY_ANSWERS_MODEL),
}


@pytest.fixture(params=PLACES.values(), ids=PLACES.keys())
def place(request: pytest.FixtureRequest) -> Place:
    """Each of the places in turn."""
    return request.param


@pytest.fixture
def client(place: Place) -> Iterator[OpenAI]:
    """A client at the place, which never retries."""
    with place.open() as client:
        yield client


@pytest.fixture
def fireworks() -> Iterator[OpenAI]:
    """A client of Fireworks, which never retries."""
    with PLACES["fireworks-v1"].open() as client:
        yield client


@pytest.fixture
def gateway() -> Iterator[OpenAI]:
    """A client of the gateway, which never retries."""
    with PLACES["gateway-v1"].open() as client:
        yield client
