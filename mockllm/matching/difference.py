"""One way in which a request is not what was wanted."""

from typing import NamedTuple


class Difference(NamedTuple):
    """`wanted` and `got` are short texts; the hint says what is likely meant, or why nothing was there."""

    field: str
    wanted: str
    got: str
    hint: str | None = None

    def told(self) -> str:
        """The whole in one line."""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.field} wanted {self.wanted}, got {self.got}{hint}"
