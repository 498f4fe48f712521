"""What is wrong with a schema: as data for those who ask, as an exception on the way there."""

from dataclasses import dataclass
from typing import Any

Place = tuple[str | int, ...]
"""Keys and indices that lead into a schema."""

FALSE_SCHEMA = "The schema false allows nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaProblem:
    """Why a schema can't be used: where in the schema, what is wrong, and the value that stands there."""

    place: Place
    message: str
    value: Any = None


class Contradiction(Exception):  # noqa: N818 - it is caught and weighed, and seldom an error
    """Nothing meets what is demanded at a place; not `proved` where we only failed to find something."""

    def __init__(self, place: Place, message: str, value: Any = None, *, proved: bool = True) -> None:
        super().__init__(message)
        self.place = place
        self.message = message
        self.value = value
        self.proved = proved

    def bare(self) -> "Contradiction":
        """Returns the same without the traceback, which would keep alive all that was at hand when it was raised."""
        return Contradiction(self.place, self.message, self.value, proved=self.proved)

    def doubted(self) -> "Contradiction":
        """Returns the same as what we only failed to find."""
        return Contradiction(self.place, self.message, self.value, proved=False)

    def problem(self) -> SchemaProblem:
        return SchemaProblem(place=self.place, message=self.message, value=self.value)


class TooMuch(Contradiction):
    """A value would be bigger, or harder to check, than we make them; `final` where every attempt will meet this."""

    def __init__(self, place: Place, message: str, *, final: bool) -> None:
        super().__init__(place, message, proved=False)
        self.final = final

    def doubted(self) -> "TooMuch":
        return self.bare()

    def bare(self) -> "TooMuch":
        return TooMuch(self.place, self.message, final=self.final)
