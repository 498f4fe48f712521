"""The whole story of a request, told with the server's own reader and matcher, and without consuming anything."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mockllm.core import Dialect, Incoming, Rejection
from mockllm.engine import orders
from mockllm.scenario import Explanation, Look, explain

from .lines import reason
from .parts import WANTED, Parts

MOST_SHOWN = 30
"""How many rules a person is told of; as data there are all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """What becomes of a request: `refused` before any rule is tried, or `explained`; `outcome` says it in one line."""

    outcome: str
    refused: str | None = None
    explained: Explanation | None = None

    def json(self) -> Mapping[str, Any]:
        """The story as data."""
        told = {} if self.explained is None else self.explained.json()
        return {"outcome": self.outcome, "refused": self.refused, **told}

    def text(self) -> str:
        """The story for a person."""
        return "\n".join([self.outcome, *self._lines()])

    def _lines(self) -> Iterator[str]:
        if self.explained is None:
            return
        for standing in self.explained.limits:
            yield f"  {'→' if standing is self.explained.over else '·'} {standing.told()}"
        looks = self.explained.looks
        for look in looks[:MOST_SHOWN]:
            yield f"  {sign(look, self.explained)} {line(look)}"
        if len(looks) > MOST_SHOWN:
            yield f"  … and {len(looks) - MOST_SHOWN} more rules; --json shows all"


def tell(parts: Parts, dialect: Dialect, incoming: Incoming) -> Story:
    """Tells what would become of a request now."""
    request = parts.engine.read(dialect, incoming)
    if isinstance(request, Rejection):
        return refusal(request)
    ordered = orders(request, incoming)
    if isinstance(ordered, Rejection):
        return refusal(ordered)
    at = parts.engine.situation(ordered.request, incoming)
    if isinstance(at, Rejection):
        return refusal(at)
    layers = parts.scenarios.all_layers(at.asked)
    found = explain(layers, at.asked)
    outcome = found.sentence()
    if found.over is not None:
        return Story(outcome=outcome, explained=found)
    if found.answered is None:
        wanted = WANTED[parts.settings.on_unmatched]
        complains = bool(layers) if wanted is None else wanted
        outcome += "; the request is refused" if complains else "; the generator answers"
    elif found.answered.missed:
        outcome = outcome.removesuffix(" answers") + " matches, and refuses what it does not expect"
    return Story(outcome=outcome, explained=found)


def refusal(rejection: Rejection) -> Story:
    told = reason(rejection)
    return Story(outcome=f"refused before any rule is tried: {told}", refused=told)


def sign(look: Look, explained: Explanation) -> str:
    if look is explained.answered:
        return "→"
    return "·" if look.matches else "✗"


def line(look: Look) -> str:
    """One rule's look, in one line."""
    name, place = look.rule.name, look.rule.place.short
    parts = [place if name == place else f"{place} {name!r}"]
    if look.differences:
        parts.append("; ".join([difference.told() for difference in look.differences]))
    if look.missed:
        parts.append("expects otherwise: " + "; ".join([difference.told() for difference in look.missed]))
    if look.note:
        parts.append(f"({look.note})")
    return ": ".join(parts[:2]) + "".join([f" {part}" for part in parts[2:]])
