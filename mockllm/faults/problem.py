"""What is wrong with a fault as it is written."""

from typing import NamedTuple


class Problem(NamedTuple):
    """Keys and indices that lead to the place, and what is wrong there."""

    path: tuple[str | int, ...]
    message: str


class WrongError(ValueError):
    """A value that cannot be used; `path` leads from it to the part that is wrong."""

    def __init__(self, message: str, *path: str | int) -> None:
        super().__init__(message)
        self.path = path
