"""The source that says why nothing matched, where the generator shall not answer instead."""

from mockllm.core import Asked, Rejection

from .complaints import complaint
from .explain import why_none
from .source import Scenarios


class Unmatched:
    """Complains of every request that came so far; with `wanted` None only where anything is scripted."""

    def __init__(self, scenarios: Scenarios, wanted: bool | None) -> None:
        self._scenarios = scenarios
        self._wanted = wanted

    def plan(self, asked: Asked) -> Rejection | None:
        layers = self._scenarios.all_layers(asked)
        if not (bool(layers) if self._wanted is None else self._wanted):
            return None
        found = why_none(layers, asked)
        if found.nearest is None and len(found.looks) + found.unseen > 1:
            return complaint("unmatched", f"{found.sentence()}: `mockllm explain --last` tells of each", nearest=None)
        nearest = None if found.nearest is None else found.nearest.json()
        return complaint("unmatched", found.sentence(), nearest=nearest)
