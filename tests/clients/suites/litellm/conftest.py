"""LiteLLM, which reaches Fireworks by its own adapter and the gateway by OpenAI's."""

from dataclasses import dataclass
from typing import Any

import pytest
from asks import BASE, FIREWORKS_MODEL, GATEWAY_ANSWERS_MODEL, GATEWAY_MODEL, messages


@dataclass(frozen=True)
class Place:
    """LiteLLM's name of a model, the address to ask at, and the model that the answer names."""

    model: str
    api_base: str
    answers_model: str

    def ask(self, **changes: Any) -> dict[str, Any]:
        """A request that always gets the same text, and is never sent twice."""
        return {
            "model": self.model,
            "api_base": self.api_base,
            "api_key": "nobody",
            "messages": messages(),
            "seed": 7,
            "max_tokens": 60,
            "max_retries": 0,
            **changes,
        }


FIREWORKS = Place(f"fireworks_ai/{FIREWORKS_MODEL}", f"{BASE}/inference/v1", FIREWORKS_MODEL)
GATEWAY = Place(f"openai/{GATEWAY_MODEL}", f"{BASE}/gateway/v1", GATEWAY_ANSWERS_MODEL)


@pytest.fixture
def fireworks() -> Place:
    """Fireworks."""
    return FIREWORKS


@pytest.fixture
def gateway() -> Place:
    """The gateway."""
    return GATEWAY


@pytest.fixture(params=[FIREWORKS, GATEWAY], ids=["fireworks", "gateway"])
def place(request: pytest.FixtureRequest) -> Place:
    """Each in turn."""
    return request.param
