"""Where something stands in a file, and what is to be said about it."""

import re
from typing import Literal, NamedTuple


class Place(NamedTuple):
    """Where something stands in a file; line and column count from 1, and are 0 for the file as a whole."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file

    @property
    def short(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file

    @property
    def brief(self) -> str:
        """The same without folders, which are others on other machines."""
        return Place(re.split(r"[/\\]", self.file)[-1], self.line, self.column).short


class Finding(NamedTuple):
    """What checking found: an error, with which nothing can be played, or a warning."""

    place: Place
    level: Literal["error", "warning"]
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.level}: {self.text}"


Path = tuple[str | int, ...]
"""The keys and indices that lead to a value of a file."""
