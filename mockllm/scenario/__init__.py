"""Scenarios: answers that are scripted in YAML files."""

from .complaints import titled
from .explain import Explanation, explain
from .layer import Layer
from .load import Loaded, load
from .look import Look
from .place import Finding, Place
from .script import After, Limit, Rule, Scenario, Script, ScriptedCall, ScriptedError, Turn
from .source import Scenarios
from .spot import Spot
from .unmatched import Unmatched

__all__ = [
    "After", "Explanation", "Finding", "Layer", "Limit", "Loaded", "Look", "Place", "Rule", "Scenario", "Scenarios",
    "Script", "ScriptedCall", "ScriptedError", "Spot", "Turn", "Unmatched", "explain", "load", "titled",
]  # fmt: skip
