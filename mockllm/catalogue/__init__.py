"""Model cards: what the models of each service can do, and a guess for every other name."""

from .card import Card, History, ReasoningRules, Template, VocabularyName
from .find import cards, find, known
from .providers import KEYLESS, PROVIDERS

__all__ = [
    "KEYLESS", "PROVIDERS", "Card", "History", "ReasoningRules", "Template", "VocabularyName", "cards", "find",
    "known",
]  # fmt: skip
