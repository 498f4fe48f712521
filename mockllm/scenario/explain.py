"""The whole story of a request: how each rule looks at it, which one answers, and which one nearly would."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mockllm.core import Asked
from mockllm.errors import MatchingTimeout

from .complaints import titled
from .finalists import Tried, every_rule, finalists
from .layer import Layer
from .limits import Standing, standings
from .look import Look, look
from .nearest import nearest
from .views import Views


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Every rule's look at a request, in the order in which they are tried.

    `answered` is the first that matches and does not give way; where there is none, `nearest` is the one that comes
    nearest, if any comes near. `limits` are looked at before all rules; `unseen` is how many
    rules lack so much that they were not looked at.
    """

    looks: tuple[Look, ...]
    answered: Look | None
    nearest: Look | None
    limits: tuple[Standing, ...] = ()
    unseen: int = 0

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
        if not self.looks:
            return "no rule matches: none is loaded"
        spent = next((look for look in self.looks if look.spent), None)
        none = "no rule matches" + ("" if spent is None else f" but {titled(spent.rule)}, which has no reply left")
        if self.nearest is not None:
            return f"{none}; nearest {self.nearest.told()}"
        others = self.unseen + sum(not look.matches for look in self.looks)
        return f"{none}, and none of {others} comes near" if others else none

    def json(self) -> Mapping[str, Any]:
        return {
            "answered": None if self.answered is None else self.answered.rule.name,
            "nearest": None if self.nearest is None else self.nearest.json(),
            "rules": [look.json() for look in self.looks],
            "limits": [standing.json() for standing in self.limits],
        }


def explain(layers: Sequence[Layer], asked: Asked) -> Explanation:
    """Looks at a request with every rule, by the matcher that answers; nothing is consumed."""
    return explained(layers, every_rule(layers), Views(asked.request, asked.incoming), asked)


def why_none(layers: Sequence[Layer], asked: Asked) -> Explanation:
    """Explains a request that no rule answers; of many rules only those that may come near are looked at."""
    views = Views(asked.request, asked.incoming)
    return explained(layers, finalists(layers, views), views, asked)


def explained(layers: Sequence[Layer], tried: Sequence[Tried], views: Views, asked: Asked) -> Explanation:
    looks = [look(layer, rule, views, asked) for layer, rule in tried]
    answered = next((each for each in looks if each.matches and not each.spent), None)
    return Explanation(
        looks=tuple(looks),
        answered=answered,
        nearest=None if answered is not None else nearest([each for each in looks if each.differences]),
        limits=limits_of(layers, views, asked),
        unseen=len(every_rule(layers)) - len(tried),
    )


def limits_of(layers: Sequence[Layer], views: Views, asked: Asked) -> tuple[Standing, ...]:
    try:
        return tuple([each for layer in layers for each in standings(layer.scenario.limits, layer.name, views, asked)])
    except MatchingTimeout:  # the rules are told of all the same
        return ()
