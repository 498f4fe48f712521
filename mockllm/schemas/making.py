"""What the makers of objects, arrays and texts share: where a value stands, and what they ask of the whole."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from .claims import Wish
from .offers import Offers
from .problem import Place
from .settling import Settler


class Spot(NamedTuple):
    """Where a value will stand: its property's name, its object's name, how deep, and among how many numbers."""

    name: str = ""
    around: str = ""
    depth: int = 0
    numbers: int = 1

    def below(self, name: str, around: str, numbers: int) -> "Spot":
        return Spot(name, around, self.depth + 1, numbers)


class Making(Protocol):
    """One attempt at an instance."""

    @property
    def chance(self) -> Callable[[], float]: ...
    @property
    def offers(self) -> Offers: ...
    @property
    def settler(self) -> Settler: ...

    def is_light(self, depth: int) -> bool:
        """Says whether the instance is so big already that it shall end soon."""
        ...

    def make(self, wish: Wish, spot: Spot) -> Any:
        """Makes a value; raises `Contradiction` where none is found."""
        ...

    def spend(self, work: int, place: Place) -> None:
        """Counts work that was done; raises `TooMuch` where it is more than an instance is worth."""
        ...

    def make_name(self, wish: Wish) -> str | None:
        """Makes a name for a property; None where we find none."""
        ...
