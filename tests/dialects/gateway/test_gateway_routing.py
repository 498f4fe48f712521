"""Where requests go, and which are not let through (wire/gateway.md 2)."""

from typing import Any

import pytest
from gateway_asking import ABSENT, ask
from reading_with import Settings

from mockllm.catalogue import PROVIDERS
from mockllm.core import Level

NO_PROVIDER = (
    b'{"error":"Unable to determine provider for model. Please specify a provider using the ?provider= query parameter'
    b' or use the provider/model format (e.g., openai/gpt-4)."}'
)
NOT_FOUND = b'{"error":"Provider not found. Please check the list of supported providers."}'
NO_KEY = b'{"error":"Provider requires an API key. Please configure the provider\'s API key."}'
NOT_ALLOWED = b'{"error":"Model not allowed. Please check the list of allowed models."}'
DISALLOWED = b'{"error":"Model is disallowed. Please use a different model."}'
LEVELS = ("contract", "live", "lenient")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("model", "query", "provider", "sent_on"),
    [
        ("openai/gpt-4o", "", "openai", "gpt-4o"),
        ("OpenAI/gpt-4o", "", "openai", "gpt-4o"),
        ("openai/org/m", "", "openai", "org/m"),
        ("openai/", "", "openai", ""),
        ("gpt-4o", "provider=openai", "openai", "gpt-4o"),
        ("openai/gpt-4o", "provider=openai", "openai", "openai/gpt-4o"),
        ("groq/x", "provider=openai", "openai", "groq/x"),
        ("", "provider=openai", "openai", ""),
        ("mistral/large", "provider=", "mistral", "large"),
        ("mistral/large", "provider=&provider=openai", "mistral", "large"),
        ("gpt-4o", "x=1&provider=groq&provider=openai", "groq", "gpt-4o"),
        ("gpt-4o", "pro%76ider=open%61i", "openai", "gpt-4o"),
        ("gpt-4o", "provider=foo;x&provider=%zz&provider=openai", "openai", "gpt-4o"),
        *[(f"{name}/m", "", name, "m") for name in PROVIDERS],
        *[("m", f"provider={name}", name, "m") for name in PROVIDERS],
    ],
)
def test_the_query_wins_over_the_prefix(level: Level, model: str, query: str, provider: str, sent_on: str) -> None:
    """The query's provider leaves the model as it was sent, a prefix is taken off; both alike at every level."""
    request = ask(model=model, query=query, level=level).request
    assert (request.provider, request.model, request.asked_model) == (provider, sent_on, model)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("model", "query", "body"),
    [
        ("gpt-4o", "", NO_PROVIDER),
        ("", "", NO_PROVIDER),
        ("/gpt-4o", "", NO_PROVIDER),
        (" openai/gpt-4o", "", NO_PROVIDER),
        ("elevenlabs/x", "", NO_PROVIDER),
        ("gpt-4o", "Provider=openai", NO_PROVIDER),
        ("gpt-4o", "provider=", NO_PROVIDER),
        ("openai/gpt-4o", "provider=foo", NOT_FOUND),
        ("openai/gpt-4o", "provider=OpenAI", NOT_FOUND),
        ("openai/gpt-4o", "provider=foo&provider=openai", NOT_FOUND),
        ("openai/gpt-4o", "provider=+openai", NOT_FOUND),
    ],
)
def test_without_a_known_provider_it_is_refused(level: Level, model: str, query: str, body: bytes) -> None:
    """The literal texts stand at every level, streams included."""
    outgoing = ask(model=model, query=query, level=level, stream=True).outgoing
    assert (outgoing.status, outgoing.body) == (400, body)
    assert dict(outgoing.headers)["content-type"] == "application/json; charset=utf-8"


@pytest.mark.parametrize("model", ["absent", "null"])
@pytest.mark.parametrize("level", ["live", "lenient"])
def test_a_missing_model_is_no_provider(level: Level, model: str) -> None:
    """Where the model is not required, a body without one has no provider."""
    outgoing = ask(model=ABSENT if model == "absent" else None, level=level).outgoing
    assert outgoing.body == NO_PROVIDER


@pytest.mark.parametrize(
    ("level", "fields", "error"),
    [
        ("live", {"temperature": "hot"}, "Failed to decode request"),
        ("contract", {"temperature": 3}, "temperature must be at most 2, got 3"),
        ("lenient", {"temperature": 3}, "Unable to determine provider for model."),
    ],
)
def test_the_body_is_read_before_the_provider_is_looked_for(level: Level, fields: dict[str, Any], error: str) -> None:
    """A body at fault is refused for its fault, though no provider is named either."""
    assert ask(model="gpt-4o", level=level, **fields).error.startswith(error)


@pytest.mark.parametrize(
    ("model", "query", "configured"),
    [
        ("openai/gpt-4o", "", True),
        ("gpt-4o", "provider=google", True),
        ("ollama/phi", "", True),
        ("groq/x", "", False),
        ("llamacpp/x", "", False),
        ("openai/gpt-4o", "provider=llamacpp", False),
    ],
)
def test_providers_need_a_key(model: str, query: str, configured: bool) -> None:
    """A provider that is not among the configured ones lacks a key; Ollama needs none."""
    read = ask(model=model, query=query, rules=Settings(providers=frozenset({"openai", "google"})))
    if configured:
        assert read.request.asked_model == model
    else:
        assert (read.status, read.outgoing.body) == (400, NO_KEY)


@pytest.mark.parametrize(
    ("lists", "model", "query", "body"),
    [
        ({"allowed_models": ("openai/gpt-4o", " Groq/Llama-X ")}, "openai/gpt-4o", "", None),
        ({"allowed_models": ("openai/gpt-4o", " Groq/Llama-X ")}, "groq/llama-x", "", None),
        ({"allowed_models": ("openai/gpt-4o",)}, "OPENAI/GPT-4O", "", None),
        ({"allowed_models": ("openai/gpt-4o",)}, "openai/gpt-5", "", NOT_ALLOWED),
        ({"allowed_models": ("openai/gpt-4o",)}, "gpt-4o", "provider=openai", NOT_ALLOWED),
        ({"allowed_models": ("gpt-4o",)}, "gpt-4o", "provider=openai", None),
        ({"allowed_models": ("gpt-4o",)}, "openai/gpt-4o", "", None),
        ({"allowed_models": ("org/m",)}, "openai/org/m", "", None),
        ({"allowed_models": ("m",)}, "openai/org/m", "", NOT_ALLOWED),
        ({"allowed_models": (" ", "")}, "openai/gpt-4o", "", None),
        ({"disallowed_models": ("openai/bad", "worse")}, "openai/bad", "", DISALLOWED),
        ({"disallowed_models": ("openai/bad", "worse")}, "OPENAI/BAD", "", DISALLOWED),
        ({"disallowed_models": ("openai/bad", "worse")}, "mistral/worse", "", DISALLOWED),
        ({"disallowed_models": ("openai/bad", "worse")}, "worse", "provider=groq", DISALLOWED),
        ({"disallowed_models": ("openai/bad",)}, "bad", "provider=openai", None),
        ({"disallowed_models": ("openai/bad",)}, "openai/good", "", None),
        ({"allowed_models": ("gpt-4o",), "disallowed_models": ("gpt-4o",)}, "openai/gpt-4o", "", None),
    ],
)
def test_lists_of_models(lists: dict[str, Any], model: str, query: str, body: bytes | None) -> None:
    """Entries are trimmed and match in any case, whole or after the first slash, on the name as it was sent."""
    read = ask(model=model, query=query, rules=Settings(**lists))
    if body is None:
        assert read.request.asked_model == model
    else:
        assert (read.status, read.outgoing.body) == (403, body)


@pytest.mark.parametrize(
    ("model", "query", "allowed", "body"),
    [
        ("m", "", ("x",), NO_PROVIDER),
        ("m", "provider=foo", ("x",), NOT_ALLOWED),
        ("m", "provider=foo", ("m",), NOT_FOUND),
        ("groq/m", "", ("x",), NOT_ALLOWED),
        ("groq/m", "", ("m",), NO_KEY),
    ],
)
def test_the_order_of_checks(model: str, query: str, allowed: Any, body: bytes) -> None:
    """First whether there is a provider, then the lists, then whether the provider exists, then its key."""
    rules = Settings(allowed_models=allowed, providers=frozenset({"openai"}))
    assert ask(model=model, query=query, rules=rules).outgoing.body == body


def test_a_strict_catalogue_refuses_unknown_models() -> None:
    """With an enforced catalogue a name that is not in it is the provider's 404, relayed as a text."""
    rules = Settings(models="strict")
    assert ask(model="openai/gpt-4o", rules=rules).request.model == "gpt-4o"
    read = ask(model="openai/gpt-nope", rules=rules)
    assert read.status == 404
    assert "gpt-nope" in read.error


@pytest.mark.parametrize(
    ("model", "query", "part"),
    [
        ("gpt-4o", "", "add a provider prefix such as openai/"),
        ("accounts/fireworks/models/x", "", "/v1"),
        ("opnai/gpt-4o", "", "openai/"),
        ("m", "provider=OpenAI", "?provider=openai"),
        ("m\u2028é\n/x", "", "provider"),
    ],
)
def test_hints_say_what_to_change(model: str, query: str, part: str) -> None:
    """A misdirected request is told in a header what it should have sent; the header is plain ASCII."""
    hint = dict(ask(model=model, query=query).outgoing.headers)["x-mockllm-hint"]
    assert part in hint
    assert hint.isascii()
    assert hint.isprintable()
