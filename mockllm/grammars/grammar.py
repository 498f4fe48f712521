"""A grammar that was read, ready to give sentences."""

from collections.abc import Callable

from .parts import Choice
from .sentence import write


class Grammar:
    """A grammar without faults; `shortest` is how many characters its shortest sentence has."""

    __slots__ = ("_root", "shortest")

    def __init__(self, root: Choice) -> None:
        self._root = root
        self.shortest = root.least

    def sentence(self, chance: Callable[[], float], aim: int = 60) -> str:
        """Writes a sentence of about `aim` characters, or of more where the grammar has none so short.

        `chance` yields numbers from 0 up to, but not, 1; the same numbers give the same sentence.
        """
        return write(self._root, chance, max(0, aim - self.shortest))
