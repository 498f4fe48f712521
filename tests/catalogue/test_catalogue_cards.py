"""The catalogue's cards agree with the reference and with what was seen."""

import pytest

from mockllm.catalogue import Card, ReasoningRules, cards, find
from mockllm.tokens.template import TEMPLATES
from mockllm.tokens.vocabulary import RECIPES

ALL = [*cards("fireworks"), *cards("gateway")]
MOST = ("none", "low", "medium", "high", "xhigh", "max", "adaptive")


def fireworks(name: str) -> Card:
    card = find(f"accounts/fireworks/models/{name}", "fireworks")
    assert card.id.endswith(name)
    return card


def rules(name: str) -> ReasoningRules:
    return fireworks(name).reasoning


@pytest.mark.parametrize("card", ALL, ids=lambda card: card.id)
def test_card_can_be_used(card: Card) -> None:
    """A card names a vocabulary and a template that exist, and holds what a list of models shows."""
    assert card.vocabulary in RECIPES
    assert card.template in TEMPLATES
    assert card.context_length > 0
    assert card.created > 0
    assert card.owned_by
    assert card.supports_chat


@pytest.mark.parametrize("card", ALL, ids=lambda card: card.id)
def test_rules_are_consistent(card: Card) -> None:
    """What a model does unasked it can also be asked for, and only what it takes can have an effect."""
    reasoning = card.reasoning
    if reasoning.efforts:
        assert reasoning.default in reasoning.efforts
    else:
        assert reasoning.default is None
    assert not reasoning.limits or reasoning.integers
    assert not reasoning.histories or reasoning.default_history in reasoning.histories
    assert reasoning.refusal.format(effort="none")


@pytest.mark.parametrize(
    ("name", "window"),
    [
        ("kimi-k2-instruct-0905", 262_144), ("kimi-k2-instruct", 131_072), ("gpt-oss-120b", 131_072),
        ("gpt-oss-20b", 131_072), ("deepseek-v4-pro", 1_048_576), ("deepseek-v4-flash", 1_048_576),
        ("glm-5p1", 202_752), ("glm-5p2", 1_048_576), ("glm-5p3", 1_048_576), ("glm-5p3-flash", 1_048_576),
        ("kimi-k2p5", 262_144), ("kimi-k2p6", 262_144), ("kimi-k2p7-code", 262_144), ("minimax-m2p5", 196_608),
        ("minimax-m2p7", 196_608), ("minimax-m3", 512_000), ("qwen3p6-plus", 262_144), ("qwen3p7-plus", 262_144),
        ("nemotron-3-ultra-nvfp4", 262_144), ("llama-v3p3-70b-instruct", 131_072), ("llama-v3p1-8b-instruct", 131_072),
    ],
)  # fmt: skip
def test_windows_as_seen(name: str, window: int) -> None:
    """Windows are those of wire/fireworks.md 6."""
    assert fireworks(name).context_length == window


@pytest.mark.parametrize(
    "name",
    [
        "kimi-k3", "qwen3p8-max", "deepseek-v4p1-flash", "kimi-k2-thinking", "deepseek-v3p1", "deepseek-v3p2",
        "llama4-scout-instruct-basic", "llama4-maverick-instruct-basic", "qwen3-8b", "qwen3-235b-a22b", "glm-4p5",
        "glm-4p6", "glm-4p7", "minimax-m2", "mixtral-8x7b-instruct", "firefunction-v2",
    ],
)  # fmt: skip
def test_models_without_a_seen_window(name: str) -> None:
    """The models of wire/fireworks.md 6 that have no window there are in the catalogue too."""
    fireworks(name)


@pytest.mark.parametrize("name", ["kimi-k2p5", "kimi-k2p6", "kimi-k2p7-code", "qwen3p6-plus", "qwen3p7-plus"])
def test_models_that_see(name: str) -> None:
    """Models with vision say so (wire/fireworks.md 6)."""
    assert fireworks(name).supports_image_input


@pytest.mark.parametrize(
    ("name", "default", "efforts", "integers", "booleans"),
    [
        ("qwen3-8b", "medium", MOST, True, True),
        ("minimax-m2", "medium", ("low", "medium", "high"), False, False),
        ("deepseek-v3p1", "none", MOST, True, True),
        ("deepseek-v3p2", "medium", MOST, True, True),
        ("glm-4p5", "medium", MOST, True, True),
        ("glm-4p5-air", "medium", MOST, True, True),
        ("glm-4p6", "medium", MOST, True, True),
        ("glm-4p7", "medium", MOST, True, True),
        ("gpt-oss-120b", "medium", ("low", "medium", "high"), False, True),
        ("gpt-oss-20b", "medium", ("low", "medium", "high"), False, True),
        ("kimi-k2-instruct", None, (), False, True),
        ("llama-v3p3-70b-instruct", None, (), False, True),
    ],
)
def test_reasoning_effort(
    name: str, default: str | None, efforts: tuple[str, ...], integers: bool, booleans: bool
) -> None:
    """Defaults and accepted values are those of the Fireworks reference (`reasoning_effort`)."""
    found = rules(name)
    assert (found.default, found.efforts, found.integers, found.booleans) == (default, efforts, integers, booleans)


def test_only_qwen3_of_the_reference_obeys_a_limit() -> None:
    """An integer caps the reasoning only of models that reason by grammar (Fireworks reference, `reasoning_effort`)."""
    named = ("qwen3-8b", "deepseek-v3p1", "deepseek-v3p2", "glm-4p5", "glm-4p6", "glm-4p7")
    assert [name for name in named if rules(name).limits] == ["qwen3-8b"]


@pytest.mark.parametrize(
    ("name", "default", "accepted"),
    [
        ("kimi-k2-instruct", "preserved", ()),
        ("minimax-m2", "interleaved", ("disabled", "interleaved")),
        ("glm-4p7", "interleaved", ("disabled", "interleaved", "preserved")),
        ("glm-4p6", "interleaved", ("disabled", "interleaved")),
        ("qwen3p6-plus", "preserved", ("disabled", "preserved")),
    ],
)
def test_reasoning_history(name: str, default: str, accepted: tuple[str, ...]) -> None:
    """Defaults and supported values are those of the Fireworks reference's table; none listed here means all three."""
    assert rules(name).default_history == default
    assert rules(name).histories == accepted


@pytest.mark.parametrize(
    ("name", "takes_none"),
    [
        ("qwen3p8-max", True), ("qwen3p8-2p4t-a95b", True), ("qwen3p7-plus", True), ("deepseek-v4-pro-0813", True),
        ("minimax-m3", True), ("kimi-k3", True), ("glm-5p3", False), ("glm-5p3-flash", False), ("gpt-oss-120b", False),
    ],
)  # fmt: skip
def test_who_can_be_told_not_to_reason(name: str, takes_none: bool) -> None:
    """`none` is taken and refused as the live service was seen to (wire/fireworks.md 6)."""
    assert ("none" in rules(name).efforts) == takes_none


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gpt-oss-120b", "Invalid reasoning effort: none"),
        (
            "glm-5p3",
            "GLM-5.3 is a thinking-only model; disabling thinking (reasoning_effort='none') is not supported.",
        ),
        ("kimi-k2p7-code", "invalid thinking: only type=enabled is allowed for this model"),
    ],
)
def test_refusals_as_seen(name: str, text: str) -> None:
    """A refused effort is worded as it was seen (wire/fireworks.md 3.2)."""
    assert rules(name).refusal.format(effort="none") == text


def test_calls_of_kimi_have_ids_of_their_own() -> None:
    """Kimi K2 numbers its calls (wire/fireworks.md 5); other families don't."""
    assert fireworks("kimi-k2-instruct").call_ids == "kimi"
    assert fireworks("gpt-oss-120b").call_ids == "call"


@pytest.mark.parametrize(
    ("model", "reasons"),
    [("deepseek/deepseek-reasoner", True), ("deepseek/deepseek-chat", False), ("openai/gpt-4o", False)],
)
def test_gateway_models_that_reason(model: str, reasons: bool) -> None:
    """Of the gateway's models those that show their reasoning do so unasked."""
    assert (find(model, "gateway").reasoning.default is not None) == reasons
