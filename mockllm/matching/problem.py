"""What is wrong with a condition as it was written."""

from typing import NamedTuple


class Problem(NamedTuple):
    """`path` leads from the conditions to the place; the message says what would be right."""

    path: tuple[str | int, ...]
    message: str
