"""LangChain's models: Fireworks by its own package, the gateway and Fireworks by OpenAI's."""

import pytest
from asks import BASE, FIREWORKS_MODEL, GATEWAY_MODEL
from langchain_core.language_models import BaseChatModel
from langchain_fireworks import ChatFireworks
from langchain_openai import ChatOpenAI

KEPT = {"api_key": "nobody", "max_retries": 0, "max_tokens": 1000}


def fireworks() -> BaseChatModel:
    """The client beneath adds `/v1` itself; without stop words it sends `"stop": null`."""
    return ChatFireworks(model=FIREWORKS_MODEL, base_url=f"{BASE}/inference", **KEPT)


def openai_at_fireworks() -> BaseChatModel:
    """Fireworks, as a service that speaks like OpenAI."""
    return ChatOpenAI(model=FIREWORKS_MODEL, base_url=f"{BASE}/inference/v1", **KEPT)


def openai_at_gateway() -> BaseChatModel:
    """The gateway."""
    return ChatOpenAI(model=GATEWAY_MODEL, base_url=f"{BASE}/gateway/v1", **KEPT)


@pytest.fixture(params=[fireworks, openai_at_fireworks, openai_at_gateway])
def model(request: pytest.FixtureRequest) -> BaseChatModel:
    """Each in turn."""
    return request.param()
