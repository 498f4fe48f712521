"""The sources that answer from scenarios, brought in once there is something scripted."""

from threading import Lock
from typing import TYPE_CHECKING

from mockllm.core import Source, Writer

if TYPE_CHECKING:
    from mockllm.scenario import Scenarios


class Scripted:
    """The sources, none at first; `wanted` says whether a request that no rule matches is complained of."""

    def __init__(self, seed: int, writer: Writer, wanted: bool | None) -> None:
        self.sources: list[Source] = []
        self._scenarios: Scenarios | None = None
        self._seed = seed
        self._writer = writer
        self._wanted = wanted
        self._making = Lock()
        if wanted:  # even of a request that comes before there are rules
            self.scenarios()

    def scenarios(self) -> "Scenarios":
        """Returns the source that holds the rules, and has it asked from now on."""
        with self._making:
            if self._scenarios is None:
                # What reads and plays scenarios takes a tenth of a start to import, and many servers script nothing.
                from mockllm.scenario import Scenarios, Unmatched

                self._scenarios = Scenarios(self._seed, self._writer)
                self.sources += [self._scenarios, Unmatched(self._scenarios, self._wanted)]
            return self._scenarios
