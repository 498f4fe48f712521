"""Scenarios: answers that are scripted in YAML files."""

from .explain import Explanation, Look, explain
from .layer import Layer
from .load import Loaded, load
from .place import Finding, Place
from .script import After, Limit, Rule, Scenario, Script, ScriptedCall, ScriptedError, Turn
from .source import Scenarios
from .unmatched import Unmatched

__all__ = [
    "After", "Explanation", "Finding", "Layer", "Limit", "Loaded", "Look", "Place", "Rule", "Scenario", "Scenarios",
    "Script", "ScriptedCall", "ScriptedError", "Turn", "Unmatched", "explain", "load",
]  # fmt: skip
