"""How much one rendering may do: what goes past it is an error, and comes quickly.

A script is read from a file somebody reviewed, so this is not against malice but against a slip that would otherwise
take the machine's memory or hang a test: `{{ "=" * 10 ** 9 }}`. Nothing here looks at a clock: the same text fails or
not on every machine.
"""

from mockllm.errors import TemplateError

MOST_OUTPUT = 1_000_000
"""Characters in a text that is filled in."""

MOST_CHARACTERS = 4_000_000
"""Characters and items of lists made on the way there."""

MOST_LOOKED_AT = 100_000
"""Values looked at on the way there, those inside lists and objects too; 128 characters of a text count as one."""

MOST_STEPS = 20_000
"""Rounds of loops, calls, filters and operators."""

MOST_DEPTH = 100
"""How deep lists and objects may lie in each other where something is made of them."""

MOST_RANGE = 10_000
"""Numbers in a `range`."""

MOST_NUMBER = 100_000
"""A whole number that says how long something becomes: a width, a count."""

MOST_PLACES = 100
"""Places that a number is rounded to."""

MOST_BITS = 10_000
"""Bits in a whole number."""


class BreachError(TemplateError):
    """A rendering that goes past its bounds."""


class Budget:
    """What is left to one rendering; `literal` is how much text a macro of it may hold, `weight` how much code."""

    __slots__ = ("_characters", "_looks", "_steps", "literal", "weight")

    def __init__(self) -> None:
        self.literal = 0
        self.weight = 1
        self._steps = MOST_STEPS
        self._looks = MOST_LOOKED_AT
        self._characters = MOST_CHARACTERS

    def step(self, count: int = 1) -> None:
        """Takes steps from what is left."""
        self._steps -= max(count, 0)
        if self._steps < 0:
            raise BreachError(f"takes more than {MOST_STEPS} steps")

    def look(self, count: int = 1) -> None:
        """Takes values that are about to be looked at."""
        self._looks -= max(count, 0)
        if self._looks < 0:
            raise BreachError(f"goes through more than {MOST_LOOKED_AT} values")

    def grow(self, characters: int) -> None:
        """Takes characters that are about to be made, or were just made."""
        self._characters -= max(characters, 0)
        if self._characters < 0:
            raise BreachError(f"makes more than {MOST_CHARACTERS} characters of text")
