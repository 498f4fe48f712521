"""The whole story of a request: how each rule looks at it, which one answers, and which one nearly would."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from mockllm.core import Asked, Rejection
from mockllm.errors import MatchingTimeout
from mockllm.matching import Difference

from .complaints import titled
from .layer import Layer
from .limits import Standing, standings
from .script import Rule
from .source import counter, subject_of, turn_counter, turn_of
from .views import Views

COMPARED = 50
"""How many of the rules with the fewest differences are compared letter by letter."""

COMPARED_CHARACTERS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """One rule's look at a request: what of it differs from what the rule wants; `note` says what else matters.

    `missed` are the expectations of a rule that matches; `spent` says that it has no reply left and gives way.
    """

    rule: Rule
    layer: str
    differences: tuple[Difference, ...] = ()
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Every rule's look at a request, in the order in which they are tried; `answered` is the first that matches and
    does not give way, `nearest` the best of the others where there is none. `limits` are looked at before all rules.
    """

    looks: tuple[Look, ...]
    answered: Look | None
    nearest: Look | None
    limits: tuple[Standing, ...] = ()

    @property
    def over(self) -> Standing | None:
        """The limit that refuses the request, whatever rule there is."""
        worst = max(self.limits, key=lambda standing: standing.wait_s, default=None)
        return worst if worst is not None and worst.wait_s else None

    def sentence(self) -> str:
        """What happens, in one line."""
        if self.over is not None:
            return f"{self.over.title} refuses the request"
        if self.answered is not None:
            return f"{titled(self.answered.rule)} answers"
        if self.nearest is None:
            return "no rule matches: none is loaded"
        return f"no rule matches; nearest {self.nearest.told()}"

    def json(self) -> Mapping[str, Any]:
        return {
            "answered": None if self.answered is None else self.answered.rule.name,
            "nearest": None if self.nearest is None else self.nearest.json(),
            "rules": [look.json() for look in self.looks],
            "limits": [standing.json() for standing in self.limits],
        }


def explain(layers: Sequence[Layer], asked: Asked) -> Explanation:
    """Looks at a request with every rule, by the matcher that answers; nothing is consumed."""
    views = Views(asked.request, asked.incoming)
    looks = [look(layer, rule, views, asked) for layer in layers for rule in layer.scenario.rules]
    looks += [
        look(layer, layer.scenario.otherwise, views, asked) for layer in layers if layer.scenario.otherwise is not None
    ]
    answered = next((each for each in looks if each.matches and not each.spent), None)
    nearest = None if answered is not None else best([each for each in looks if each.differences])
    return Explanation(looks=tuple(looks), answered=answered, nearest=nearest, limits=limits_of(layers, views, asked))


def limits_of(layers: Sequence[Layer], views: Views, asked: Asked) -> tuple[Standing, ...]:
    try:
        return tuple([each for layer in layers for each in standings(layer.scenario.limits, layer.name, views, asked)])
    except MatchingTimeout:  # the rules are told of all the same
        return ()


def look(layer: Layer, rule: Rule, views: Views, asked: Asked) -> Look:
    try:
        differences = tuple(rule.when.differences(subject_of(rule, views)))
    except MatchingTimeout as error:
        return Look(rule=rule, layer=layer.name, differences=(Difference("regex", "an end", "none"),), note=str(error))
    if differences:
        return Look(rule=rule, layer=layer.name, differences=differences)
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
            note += f": {count} replies, {asked.memory.counted(turn_counter(layer, rule, turn))} of them given"
        return Look(rule=rule, layer=layer.name, missed=tuple(missed), note=note)
    count, nth = len(rule.replies), asked.memory.counted(counter(layer, rule))
    given: str | None = f"{count} replies, {nth} of them given" if count > 1 else None
    spent = rule.after == "next" and nth >= count
    if spent:
        given = f"no reply left: it has answered {nth} times and gives way"
    return Look(rule=rule, layer=layer.name, missed=tuple(missed), note=given, spent=spent)


def best(looks: Sequence[Look]) -> Look | None:
    """The look that lacks least: fewest differences, then most fields that agree, then texts that are most alike."""
    if not looks:
        return None
    ranked = sorted(looks, key=lambda each: (len(each.differences), -len(each.rule.when.fields)))
    first = ranked[0]
    rank = (len(first.differences), len(first.rule.when.fields))
    alike = [each for each in ranked if (len(each.differences), len(each.rule.when.fields)) == rank]
    return max(alike[:COMPARED], key=likeness)


def likeness(look: Look) -> float:
    """How alike what is wanted and what is there are, from 0 to 1."""
    ratios = [
        SequenceMatcher(None, wanted[:COMPARED_CHARACTERS], got[:COMPARED_CHARACTERS]).ratio()
        for _, wanted, got, *_ in look.differences
    ]
    return sum(ratios) / len(ratios)
