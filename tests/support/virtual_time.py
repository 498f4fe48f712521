"""An event loop whose time passes only when everybody waits: an hour's wait takes no time."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class VirtualSelector(selectors.DefaultSelector):
    """Moves the time on instead of waiting."""

    moved = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout:
            self.moved += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop that asks its selector for the time."""

    def __init__(self) -> None:
        self.virtual = VirtualSelector()
        super().__init__(self.virtual)

    def time(self) -> float:
        return self.virtual.moved


def run(work: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine to its end in virtual time."""
    loop = VirtualLoop()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
