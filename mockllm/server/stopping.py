"""What a server that is about to stop still has to answer, and what becomes of that."""

import logging

logger = logging.getLogger("mockllm")

DRAIN_S = 5
"""How long answers under way may take to finish after a signal to stop."""


class Stopping:
    """How many answers are under way; whether the server stops; and how many answers it has cut for that."""

    __slots__ = ("begun", "cut", "under_way")

    def __init__(self) -> None:
        self.under_way = 0
        self.begun = False
        self.cut = 0

    def announce(self) -> None:
        """Says what is waited for, if anything is."""
        if self.under_way:
            logger.warning(
                "mockllm: waiting up to %d s for %s; another signal stops at once", DRAIN_S, answers(self.under_way)
            )

    def report(self) -> None:
        """Says what was cut, if anything was."""
        if self.cut:
            logger.warning("mockllm: %s cut, %d s after the signal to stop", answers(self.cut), DRAIN_S)


def answers(count: int) -> str:
    return "1 answer" if count == 1 else f"{count} answers"
