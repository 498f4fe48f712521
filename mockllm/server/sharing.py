"""What several processes cannot share: each would count it for itself."""

from collections.abc import Iterator

from mockllm.scenario import Finding, Rule, Scenario

CURE = "which each worker would count for itself; use one worker"


def unshareable(scenario: Scenario) -> Iterator[Finding]:
    """Yields an error for each rule and limit whose answer depends on what other requests came before."""
    for rule in scenario.rules:
        if takes_turns(rule):
            yield Finding(rule.place, "error", f"{rule.name!r} has several replies, or ends, {CURE}")
    for limit in scenario.limits:
        yield Finding(limit.place, "error", f"this is a limit, {CURE}")


def takes_turns(rule: Rule) -> bool:
    return len(rule.replies) > 1 or rule.after in ("next", "error") or any(len(turn.replies) > 1 for turn in rule.turns)
