"""What a client would get for a request, worked out by answering it without remembering anything of it."""

from dataclasses import dataclass
from typing import Any

from mockllm.core import Asked, Dialect, Failure, Incoming, Outgoing, Rejection, Request
from mockllm.engine import ORDERED, Orders
from mockllm.scenario import Explanation, Rule, Spot, explain, titled

from .hints import HEADER
from .lines import printable, reason
from .parts import WANTED, Parts


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What comes, told in one `sentence`; `sent` is None where the generator answers, which is not done for this."""

    sentence: str
    explained: Explanation
    sent: Outgoing | None = None

    @property
    def source(self) -> str | None:
        """The name of the rule, or the title of the limit, that has the word."""
        return None if self.sent is None else self.sent.rule

    @property
    def refuses(self) -> bool:
        """Whether it is a refusal, by the mock itself or by a limit."""
        over = self.explained.over
        return self.sent is not None and (self.sent.why is not None or (over is not None and over.title == self.source))

    @property
    def hint(self) -> str | None:
        """What the answer carries for somebody who wonders about it."""
        return None if self.sent is None else dict(self.sent.headers).get(HEADER)

    def json(self) -> dict[str, Any] | None:
        """The same as data."""
        sent = self.sent
        if sent is None:
            return None
        return {
            "status": sent.status,
            "rule": sent.rule,
            "turn": sent.turn,
            "reply": sent.reply,
            "complaint": kind(sent.why),
            "fault": sent.note,
            "hint": self.hint,
        }


def rehearse(
    parts: Parts, dialect: Dialect, request: Request, incoming: Incoming, ordered: Orders, asked: Asked
) -> Outcome:
    """Works out what would be answered now; what `asked` remembers may be used up."""
    layers = parts.scenarios.all_layers(asked)
    found = explain(layers, asked)
    plan = ordered.failure or parts.scenarios.plan(asked)
    wanted = WANTED[parts.settings.on_unmatched]
    complains = bool(layers) if wanted is None else wanted
    if plan is None and not complains:
        return Outcome(sentence=f"{found.sentence()}; the generator answers", explained=found)
    sent = parts.engine.answer(dialect, request, incoming, rehearsed=True)
    told = [refusal(sent, sent.why, found) if sent.why is not None else answer(sent, plan, found, ordered)]
    if note := (sent.note or "").removeprefix(ORDERED).removeprefix(", "):  # which was said already
        told.append(note)
    return Outcome(sentence=printable("; ".join(told)), explained=found, sent=sent)


def answer(sent: Outgoing, plan: object, found: Explanation, ordered: Orders) -> str:
    """Says what answers, and with what."""
    error = error_of(plan, sent) if isinstance(plan, Failure) else None
    if ordered.failure is not None:
        return f"the request itself orders {error}, and no rule is asked"
    rule = answering(sent, found)
    if rule is None:  # a limit
        return found.sentence()
    spot = Spot(sent.turn, sent.reply).told(rule)
    said = ", ".join([each for each in (error, spot) if each is not None])
    return f"{titled(rule)} answers" + (f" with {said}" if said else "")


def refusal(sent: Outgoing, why: Rejection, found: Explanation) -> str:
    """Says why there is no answer."""
    rule = answering(sent, found)
    if kind(why) == "unmatched":
        told = found.sentence()
    elif why.code == "complaint":
        told = str(why.detail["message"])
        if rule is not None and (spot := Spot(sent.turn, sent.reply).told(rule)) is not None:
            told += f" ({spot})"
    else:
        told = f"what is scripted cannot be made: {reason(why)}"
    return f"{told}; the request is refused"


def answering(sent: Outgoing, found: Explanation) -> Rule | None:
    """The rule that an answer comes from."""
    rule = None if found.answered is None else found.answered.rule
    return rule if rule is not None and rule.name == sent.rule else None


def error_of(failure: Failure, sent: Outgoing) -> str:
    status = str(sent.status or "no answer")
    return f"error {status}" if failure.name is None else f"error {failure.name} ({status})"


def kind(why: Rejection | None) -> str | None:
    """What the header `x-mockllm-error` says; None where the service itself would refuse."""
    return str(why.detail.get("kind", "unmatched")) if why is not None and why.code == "complaint" else None
