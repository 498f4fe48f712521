"""The whole story of a request, told with the server's own reader and matcher, and without consuming anything."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mockllm.core import Dialect, Incoming, Rejection
from mockllm.engine import orders
from mockllm.scenario import Explanation, Look

from .lines import printable, reason
from .outcome import Outcome, rehearse
from .parts import Parts

MOST_SHOWN = 30
"""How many rules a person is told of; as data there are all."""

ANSWERS = "→"
GIVES_WAY = "○"
LATER = "·"
MATCHES_NOT = "✗"
ROOM = "✓"
LEGEND: Mapping[str, str] = {
    ANSWERS: "answers",
    GIVES_WAY: "would, but gives way",
    LATER: "would too, but comes later",
    MATCHES_NOT: "does not match",
    ROOM: "leaves room",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """What becomes of a request: `refused` before any rule is tried, or what would `come`."""

    refused: str | None = None
    come: Outcome | None = None

    @property
    def outcome(self) -> str:
        """All of it in one line."""
        return f"refused before any rule is tried: {self.refused}" if self.come is None else self.come.sentence

    @property
    def explained(self) -> Explanation | None:
        """How each rule looks at the request."""
        return None if self.come is None else self.come.explained

    def json(self) -> Mapping[str, Any]:
        """The story as data."""
        told: Mapping[str, Any] = {}
        if self.come is not None:
            told = {"answer": self.come.json(), **self.come.explained.json()}
        return {"outcome": self.outcome, "refused": self.refused, **told}

    def text(self) -> str:
        """The story for a person."""
        return "\n".join([self.outcome, *([] if self.come is None else lines(self.come))])


def tell(parts: Parts, dialect: Dialect, incoming: Incoming) -> Story:
    """Tells what would become of a request now."""
    request = parts.engine.read(dialect, incoming)
    if isinstance(request, Rejection):
        return refusal(parts, dialect, request, incoming)
    ordered = orders(request, incoming)
    if isinstance(ordered, Rejection):
        return refusal(parts, dialect, ordered, incoming)
    at = parts.engine.situation(ordered.request, incoming, rehearsed=True)
    if isinstance(at, Rejection):
        return refusal(parts, dialect, at, incoming)
    return Story(come=rehearse(parts, dialect, request, incoming, ordered, at.asked))


def refusal(parts: Parts, dialect: Dialect, rejection: Rejection, incoming: Incoming) -> Story:
    """Says what the client is told, and what it might change; a code alone says little to people."""
    told = reason(rejection)
    if not rejection.faults and not rejection.detail.get("message"):
        told = wording(parts.engine.refuse(dialect, rejection, incoming).body) or told
    return Story(refused=told + (f" ({printable(rejection.hint)})" if rejection.hint else ""))


def wording(body: bytes) -> str | None:
    """The words of an error, in the envelope of either dialect."""
    try:
        error = json.loads(body)["error"]
    except (ValueError, LookupError, TypeError):
        return None
    text = error.get("message") if isinstance(error, dict) else error
    return printable(text) if isinstance(text, str) else None


def lines(come: Outcome) -> Iterator[str]:
    """What each limit and each rule has to do with it, and what the signs before them mean."""
    explained = come.explained
    signs: list[str] = []
    if come.hint is not None:
        yield f"  hint: {come.hint}"
    for standing in explained.limits:
        signs.append(ANSWERS if standing is explained.over and come.source == standing.title else ROOM)
        yield f"  {signs[-1]} {standing.told()}"
    for look in explained.looks[:MOST_SHOWN]:
        signs.append(sign(look, come))
        yield f"  {signs[-1]} {line(look)}"
    if len(explained.looks) > MOST_SHOWN:
        yield f"  … and {len(explained.looks) - MOST_SHOWN} more rules; --json shows all"
    if signs:
        legend = {**LEGEND, ANSWERS: "refuses"} if come.refuses else LEGEND
        yield "   ".join([f"{each} {means}" for each, means in legend.items() if each in signs])


def sign(look: Look, come: Outcome) -> str:
    if not look.matches:
        return MATCHES_NOT
    if look.spent:
        return GIVES_WAY
    return ANSWERS if look is come.explained.answered and come.source == look.rule.name else LATER


def line(look: Look) -> str:
    """One rule's look, in one line."""
    name, place = look.rule.name, look.rule.place.short
    parts = [place if name == look.rule.place.brief else f"{place} {name!r}"]
    if look.differences:
        parts.append("; ".join([difference.told() for difference in look.differences]))
    if look.missed:
        parts.append("expects otherwise: " + "; ".join([difference.told() for difference in look.missed]))
    if look.note:
        parts.append(f"({look.note})")
    return ": ".join(parts[:2]) + "".join([f" {part}" for part in parts[2:]])
