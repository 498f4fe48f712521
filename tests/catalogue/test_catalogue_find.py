"""Every name stands for a card: the catalogue's, or one guessed from the name."""

import pytest

from mockllm.catalogue import PROVIDERS, cards, find, known

PREFIX = "accounts/fireworks/models/"


@pytest.mark.parametrize(
    ("model", "card"),
    [
        (f"{PREFIX}kimi-k2-instruct-0905", f"{PREFIX}kimi-k2-instruct-0905"),
        (f"{PREFIX}qwen3-8b#accounts/acme/deployments/d1", f"{PREFIX}qwen3-8b"),
        ("fireworks/gpt-oss-20b", f"{PREFIX}gpt-oss-20b"),
        ("accounts/fireworks/routers/glm-latest", f"{PREFIX}glm-5p3"),
    ],
)
def test_fireworks_names(model: str, card: str) -> None:
    """A Fireworks model is known by its full name, its deployment's, its short one and a router's."""
    assert find(model, "fireworks").id == card
    assert known(model, "fireworks")


@pytest.mark.parametrize(
    ("model", "provider", "card"),
    [
        ("gpt-4o", "openai", "openai/gpt-4o"),
        ("openai/gpt-4o", None, "openai/gpt-4o"),
        ("openai/gpt-oss-120b", "groq", "groq/openai/gpt-oss-120b"),
        ("gemini-2.5-pro", "google", "google/models/gemini-2.5-pro"),
        ("models/gemini-2.5-pro", "google", "google/models/gemini-2.5-pro"),
    ],
)
def test_gateway_names(model: str, provider: str | None, card: str) -> None:
    """A gateway's model is known by its provider's name for it, with the provider beside it or before it."""
    assert find(model, "gateway", provider=provider).id == card
    assert known(model, "gateway", provider=provider)


@pytest.mark.parametrize("model", ["gpt-oss-120b", f"{PREFIX}nope", "accounts/acme/models/tuned-7", "", "qwen3-8b"])
def test_unknown_fireworks_names(model: str) -> None:
    """A name that isn't in the catalogue is not known, a bare one included, and has a card all the same."""
    assert not known(model, "fireworks")
    assert find(model, "fireworks").id == model


@pytest.mark.parametrize(
    ("model", "family", "vocabulary", "template"),
    [
        ("gpt-oss-120b", "gpt-oss", "o200k_harmony", "harmony"),
        ("accounts/acme/models/my-llama-3-tune", "llama", "cl100k", "llama3"),
        ("Qwen2.5-Coder-32B", "qwen", "cl100k_digits", "chatml"),
        ("qwen3:32b", "qwen3", "cl100k_digits", "chatml"),
        ("deepseek-r1:7b", "deepseek-r1", "cl100k", "chatml"),
        ("GLM-4.6-FP8", "glm-4p6", "cl100k", "chatml"),
        ("gpt-4o-2024-08-06", "openai", "o200k", "chatml"),
        ("o1-preview", "openai", "o200k", "chatml"),
        ("gpt-4-0613", "openai-older", "cl100k", "chatml"),
        ("gpt-3.5-turbo-0125", "openai-older", "cl100k", "chatml"),
        ("claude-3-haiku", "other", "cl100k", "chatml"),
        ("gemini-3-pro", "gemini", "o200k", "chatml"),
        ("tuned-7", "other", "cl100k", "chatml"),
        ("solo1", "other", "cl100k", "chatml"),
    ],
)
def test_guesses(model: str, family: str, vocabulary: str, template: str) -> None:
    """What an unlisted name says of its family decides how its texts are counted."""
    card = find(model, "gateway", provider="ollama")
    assert (card.family, card.vocabulary, card.template) == (family, vocabulary, template)


def test_default_window() -> None:
    """A model nobody described has a window of 131072 tokens."""
    assert find("tuned-7", "fireworks").context_length == 131_072


def test_window_of_a_model_under_another_roof() -> None:
    """A known model's bare name, or its dated release, brings what is known of it."""
    assert find("accounts/acme/models/qwen3-8b", "fireworks").context_length == 40_960
    assert find("gpt-4o-2024-11-20", "gateway", provider="openai").context_length == 128_000


def test_very_long_names_are_not_kept() -> None:
    """A name of a megabyte has a card, and equal names equal cards."""
    name = "llama" * 200_000
    assert find(name, "fireworks") == find(name, "fireworks")
    assert find(name, "fireworks").family == "llama"


def test_unknown_dialect() -> None:
    """A dialect the catalogue doesn't have lists nothing and knows nothing, and its models are guessed."""
    assert cards("other") == ()
    assert not known("gpt-4o", "other")
    assert find("gpt-4o", "other").vocabulary == "o200k"


def test_every_provider_has_models() -> None:
    """Each of the gateway's providers lists a model, in the order of the providers."""
    seen = [card.id.split("/")[0] for card in cards("gateway")]
    assert tuple(dict.fromkeys(seen)) == PROVIDERS
