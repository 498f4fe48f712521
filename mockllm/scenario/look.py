"""One rule's look at a request."""

from dataclasses import dataclass
from typing import Any

from mockllm.core import Asked, Rejection
from mockllm.errors import MatchingTimeout
from mockllm.matching import Difference

from .complaints import titled
from .layer import Layer
from .script import Rule
from .source import counter, subject_of, turn_counter, turn_of
from .views import Views


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """One rule's look at a request: what of it differs from what the rule wants; `note` says what else matters.

    `held` is how many of its conditions hold. `missed` are the expectations of a rule that matches; `spent` says that
    it has no reply left and gives way.
    """

    rule: Rule
    layer: str
    differences: tuple[Difference, ...] = ()
    held: int = 0
    missed: tuple[Difference, ...] = ()
    note: str | None = None
    spent: bool = False

    @property
    def matches(self) -> bool:
        return not self.differences

    def told(self) -> str:
        """The rule and each field that differs, in one line."""
        return f"{titled(self.rule)}: {'; '.join([difference.told() for difference in self.differences])}"

    def json(self) -> dict[str, Any]:
        """The same as data."""
        place = self.rule.place
        return {
            "rule": self.rule.name,
            "layer": self.layer,
            "file": place.file,
            "line": place.line,
            "matches": self.matches,
            "differences": [difference._asdict() for difference in self.differences],
            "missed_expectations": [difference._asdict() for difference in self.missed],
            "note": self.note,
        }


def look(layer: Layer, rule: Rule, views: Views, asked: Asked) -> Look:
    try:
        differences = tuple(rule.when.differences(subject_of(rule, views)))
    except MatchingTimeout as error:
        return Look(rule=rule, layer=layer.name, differences=(Difference("regex", "an end", "none"),), note=str(error))
    if differences:
        held = len(rule.when.clauses) - len(differences)
        return Look(rule=rule, layer=layer.name, differences=differences, held=held)
    missed = [] if rule.expect is None else [*rule.expect.differences(views.now)]
    if rule.turns:
        turn = turn_of(rule, views)
        if isinstance(turn, Rejection):
            return Look(rule=rule, layer=layer.name, missed=tuple(missed), note=str(turn.detail["message"]))
        place = rule.turns.index(turn) + 1
        if turn.expect is not None:
            missed += turn.expect.differences(views.now)
        note = f"turn {place} of {len(rule.turns)}"
        if (count := len(turn.replies)) > 1:
            note += f", {min(asked.memory.counted(turn_counter(layer, rule, turn)), count)} of {count} answers given"
        return Look(rule=rule, layer=layer.name, missed=tuple(missed), note=note)
    count, nth = len(rule.replies), asked.memory.counted(counter(layer, rule))
    given: str | None = f"{min(nth, count)} of {count} answers given" if count > 1 else None
    spent = rule.after == "next" and nth >= count
    if spent:
        given = f"no reply left: it has answered {count} time{'s' if count > 1 else ''} and gives way"
    return Look(rule=rule, layer=layer.name, missed=tuple(missed), note=given, spent=spent)
