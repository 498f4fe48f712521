"""Rules about reasoning that depend on the model, and what the three ways of asking for it come to."""

from collections.abc import Iterator, Mapping
from typing import Any

from mockllm.catalogue import ReasoningRules, find
from mockllm.core import Effort, Fault, Reasoning

from .live_schema import LiveRequest
from .schema import ChatRequest

WORDS: Mapping[str, Effort] = {
    "none": "none", "low": "low", "medium": "medium", "high": "high", "xhigh": "high", "max": "high",
    "adaptive": "medium",
}  # fmt: skip
"""The efforts, and what those that only the live service knows come to (a GUESS)."""


def bad_effort(body: Mapping[str, Any]) -> Iterator[Fault]:
    """A model takes some efforts and not others (Fireworks reference, `reasoning_effort`).

    Booleans become words before the model's rule is applied, and the message shows the word.
    """
    effort = body["reasoning_effort"]
    rules = _rules(body)
    if effort is None:
        return
    if isinstance(effort, bool):
        word = "medium" if effort else "none"
        if rules.efforts and (not rules.booleans or word not in rules.efforts):
            yield _refused("reasoning_effort", effort, rules.refusal.format(effort=word))
    elif isinstance(effort, int | float):
        if effort <= 0:
            yield _refused("reasoning_effort", effort, "integer reasoning_effort must be positive")
        elif rules.efforts and not rules.integers:
            yield _refused("reasoning_effort", effort, rules.refusal.format(effort=int(effort)))
    elif rules.efforts and effort not in rules.efforts:
        yield _refused("reasoning_effort", effort, rules.refusal.format(effort=effort))


def bad_history(body: Mapping[str, Any]) -> Iterator[Fault]:
    """So it is with the treatment of past reasoning (Fireworks reference, `reasoning_history`)."""
    history = body["reasoning_history"]
    supported = _rules(body).histories
    if history is not None and supported and history not in supported:
        yield _refused(
            "reasoning_history",
            history,
            f"reasoning_history {history!r} is not supported by this model; it supports {', '.join(supported)}",
        )


def bad_thinking(body: Mapping[str, Any]) -> Iterator[Fault]:
    """`thinking` excludes `reasoning_effort` and stands for one, which the model has to take (`thinking`)."""
    thinking = body["thinking"]
    if not isinstance(thinking, dict):
        return
    if body.get("reasoning_effort") is not None:
        yield _refused("thinking", thinking, "thinking cannot be specified together with reasoning_effort")
        return
    rules = _rules(body)
    budget = thinking.get("budget_tokens")
    if thinking.get("type") == "disabled":
        if "budget_tokens" in thinking:
            yield Fault(
                loc=("thinking", "budget_tokens"),
                kind="extra_forbidden",
                message="Extra inputs are not permitted",
                value=budget,
            )
        elif rules.efforts and "none" not in rules.efforts:
            yield _refused("thinking", thinking, rules.refusal.format(effort="none"))
    elif budget is not None and rules.efforts and not rules.integers:
        yield _refused("thinking", thinking, rules.refusal.format(effort=int(budget)))


def asked(form: ChatRequest | LiveRequest) -> Reasoning:
    """What a request says about reasoning, whichever way it says so."""
    effort = form.reasoning_effort
    budget: int | None = None
    if form.thinking is not None and effort is None:
        effort = form.thinking.type == "enabled"
        budget = form.thinking.budget_tokens
    if isinstance(effort, bool):
        word: str | None = "medium" if effort else "none"
    elif isinstance(effort, int):
        word, budget = "medium", effort
    else:
        word = effort
    return Reasoning(effort=WORDS[word] if word else None, budget=budget, history=form.reasoning_history)


def _rules(body: Mapping[str, Any]) -> ReasoningRules:
    model = body.get("model")
    return find(model, "fireworks").reasoning if isinstance(model, str) else ReasoningRules()


def _refused(field: str, value: Any, message: str) -> Fault:
    return Fault(loc=(field,), kind="value_error", message=message, value=value)
