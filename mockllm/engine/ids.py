"""The ids of answers."""

from collections.abc import Callable

from mockllm import __version__, seeds
from mockllm.core import Dialect, Incoming

from .options import Options

REMEMBERED_BEGINNINGS = 64
"""Of how many dialects, levels and queries the beginning of ids is kept."""


class Ids:
    """Gives answers their ids: 32 hexadecimal digits."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._begun: dict[tuple[str, ...], Callable[[bytes], bytes]] = {}

    def of(self, dialect: Dialect, incoming: Incoming) -> str:
        """Under a frozen clock equal requests have equal ids; otherwise no two have."""
        if not self._options.clock.frozen:
            return seeds.fresh_id()
        beginning = (dialect.name, incoming.level, incoming.method, incoming.path, incoming.query)
        made = self._begun.get(beginning)
        if made is None:
            made = seeds.keyed("id", self._options.seed, __version__, *beginning)
            if len(self._begun) < REMEMBERED_BEGINNINGS:
                self._begun[beginning] = made
        return made(incoming.body).hex()
