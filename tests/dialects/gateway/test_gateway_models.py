"""`GET /models` and `GET /health` (wire/gateway.md 7)."""

import json
from typing import Any

import pytest
from reading_with import Settings

from mockllm.catalogue import PROVIDERS, cards
from mockllm.core import Incoming, Outgoing, Rejection
from mockllm.dialects.gateway import dialect

KEYS = ["created", "id", "object", "owned_by", "served_by"]


def listed(rules: Any, query: str = "") -> Outgoing:
    incoming = Incoming(method="GET", path="/models", query=query, headers={}, body=b"", level="contract")
    result = dialect.models(incoming, rules)
    return dialect.refuse(result, incoming, "0" * 32) if isinstance(result, Rejection) else result


def ids(outgoing: Outgoing) -> list[str]:
    return [row["id"] for row in json.loads(outgoing.body)["data"]]


def test_all_providers_are_listed() -> None:
    """Without a query every model of the catalogue stands there, with its provider as prefix."""
    outgoing = listed(Settings())
    assert sorted(ids(outgoing)) == sorted(card.id for card in cards("gateway"))
    body = json.loads(outgoing.body)
    assert list(body) == ["data", "object"]
    assert all(list(row) == KEYS and row["id"].startswith(row["served_by"] + "/") for row in body["data"])
    assert dict(outgoing.headers) == {"content-type": "application/json; charset=utf-8"}


def test_one_provider_is_named() -> None:
    """With a query the list is that provider's, and says so."""
    body = json.loads(listed(Settings(), "provider=openai").body)
    assert list(body) == ["data", "object", "provider"]
    assert body["provider"] == "openai"
    assert body["data"]
    assert {row["served_by"] for row in body["data"]} == {"openai"}


def test_every_provider_can_be_asked() -> None:
    """All fifteen ids answer."""
    assert {listed(Settings(), f"provider={name}").status for name in PROVIDERS} == {200}


def test_unconfigured_providers_are_left_out() -> None:
    """Without a key a provider's models are not listed, and asking for them is refused as in chat."""
    rules = Settings(providers=frozenset({"openai"}))
    assert {name.partition("/")[0] for name in ids(listed(rules))} <= {"openai", "ollama"}
    assert listed(rules, "provider=groq").body.startswith(b'{"error":"Provider requires an API key.')
    assert listed(rules, "provider=foo").body.startswith(b'{"error":"Provider not found.')


def test_lists_filter() -> None:
    """What may not be used is not listed."""
    assert ids(listed(Settings(allowed_models=("OpenAI/gpt-4o",)))) == ["openai/gpt-4o"]
    assert "openai/gpt-4o" not in ids(listed(Settings(disallowed_models=("gpt-4o",))))


def test_more_keys_can_be_included() -> None:
    """What is unknown is an explicit null; keys stay in alphabetical order."""
    row = json.loads(listed(Settings(), "provider=openai&include=pricing,%20context_window,,modalities").body)["data"][
        0
    ]
    assert list(row) == sorted([*KEYS, "context_window", "modalities", "pricing"])
    assert (row["pricing"], row["modalities"]) == (None, None)
    assert row["context_window"]["tokens"] > 0


@pytest.mark.parametrize("query", ["include=x", "include=pricing,x", "include=x&provider=foo"])
def test_unknown_keys_are_refused(query: str) -> None:
    """A key nobody knows is refused by name, before the provider is looked at."""
    outgoing = listed(Settings(), query)
    assert (outgoing.status, outgoing.body) == (400, b'{"error":"unknown include value \\"x\\""}')


def test_health() -> None:
    """The gateway says OK."""
    outgoing = dialect.health()
    assert (outgoing.status, outgoing.body) == (200, b'{"message":"OK"}')
    assert dict(outgoing.headers) == {"content-type": "application/json; charset=utf-8"}
