"""Chance for templates: `random.choice([…])`, `random.int(1, 6)`, `random.float()`, `choice([…])`, `uuid()`.

Each kind of helper counts its own calls, so that one more `uuid()` changes no `choice`.
"""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from mockllm.errors import TemplateError
from mockllm.seeds import chances, key

from .written import Settled


class Draws:
    """Numbers and choices derived from a seed; the same calls in the same order give the same."""

    def __init__(self, seed_key: bytes) -> None:
        self._chance = chances("template draws", seed_key)

    def choice(self, options: Iterable[Any]) -> Any:
        """Returns one of several values."""
        options = options if isinstance(options, Sequence) else list(options)
        if not options:
            raise TemplateError("`choice` has nothing to choose from: its list is empty")
        return options[int(self._chance() * len(options))]

    def int(self, low: int, high: int) -> int:
        """Returns a whole number from `low` to `high`, both of which may come."""
        if low > high:
            raise TemplateError(f"`random.int({low}, {high})` has no number to choose from")
        return low + int(self._chance() * (high - low + 1))

    def float(self, low: float = 0.0, high: float = 1.0) -> float:
        """Returns a number from `low` to below `high`."""
        return low + self._chance() * (high - low)


class Uuids(Settled):
    """Makes a random-looking UUID at each call; written without a call it is one, too."""

    def __init__(self, seed_key: bytes) -> None:
        self._seed_key = seed_key
        self._count = 0

    def __call__(self) -> str:
        self._count += 1
        return str(UUID(bytes=key("template uuid", self._seed_key, self._count), version=4))

    def settled(self) -> str:
        return self()
