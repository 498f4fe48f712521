"""A message as it stands in a prompt."""

from collections.abc import Sequence
from typing import NamedTuple

Fragment = str | int
"""Text to be made into tokens by itself, or the id of a special token."""


class Block(NamedTuple):
    """One message in ids: what stands before its text, the text, and what stands behind it.

    A named tuple, since every message of every request makes one.
    """

    role: str
    head: Sequence[int]
    body: Sequence[int]
    foot: Sequence[int]

    @property
    def size(self) -> int:
        return len(self.head) + len(self.body) + len(self.foot)
