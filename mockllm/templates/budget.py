"""How much one rendering may do: what goes past it is an error, and comes quickly.

A script is read from a file somebody reviewed, so this is not against malice but against a slip that would otherwise
take the machine's memory or hang a test: `{{ "=" * 10 ** 9 }}`.
"""

from mockllm.errors import TemplateError

MOST_OUTPUT = 1_000_000
"""Characters in a text that is filled in."""

MOST_CHARACTERS = 4_000_000
"""Characters made on the way there."""

MOST_STEPS = 20_000
"""Rounds of loops, calls and filters."""

MOST_RANGE = 10_000
"""Numbers in a `range`."""

MOST_NUMBER = 100_000
"""A whole number that says how long something becomes: a width, a count."""

MOST_BITS = 10_000
"""Bits in a whole number."""


class BreachError(TemplateError):
    """A rendering that goes past its bounds."""


class Budget:
    """What is left to one rendering; `literal` is how much text a macro of it may hold."""

    __slots__ = ("_characters", "_steps", "literal")

    def __init__(self, literal: int = 0) -> None:
        self.literal = literal
        self._steps = MOST_STEPS
        self._characters = MOST_CHARACTERS

    def step(self, count: int = 1) -> None:
        """Takes steps from what is left."""
        self._steps -= count
        if self._steps < 0:
            raise BreachError(f"takes more than {MOST_STEPS} steps")

    def grow(self, characters: int) -> None:
        """Takes characters that are about to be made, or were just made."""
        self._characters -= characters
        if self._characters < 0:
            raise BreachError(f"makes more than {MOST_CHARACTERS} characters of text")
