"""How long regexes may take: each condition a while, and all of a request together not much more."""

from mockllm.clock import SystemClock

BOUND_S = 0.1
"""How long a condition may search: all texts it looks at together."""

TOTAL_S = 0.3
"""How long all conditions of a request may search together, those that are told of a miss among them."""

elapsed = SystemClock().elapsed


class Budget:
    """The time a request has for regexes; once it is spent nothing more is searched."""

    __slots__ = ("left_s",)

    def __init__(self, left_s: float = TOTAL_S) -> None:
        self.left_s = left_s

    def spend(self, seconds: float) -> None:
        """Takes what a search took from what is left."""
        self.left_s -= seconds

    @property
    def bound_s(self) -> float:
        """How long the next condition may search; nothing where all is spent."""
        return min(BOUND_S, self.left_s)
