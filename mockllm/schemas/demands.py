"""What many schemas together demand of one value, added up keyword by keyword."""

from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import gcd, inf
from typing import Any, NamedTuple

from . import kinds
from .checker import matches
from .claims import Claim, Fork, Wish
from .document import Node
from .problem import Contradiction, Place
from .same import key_of


class Layer(NamedTuple):
    """What one schema says of the properties of an object; `rest` is for those it doesn't name."""

    properties: dict[str, Claim]
    patterns: list[tuple[str, Claim]]
    rest: Claim | None
    owners: tuple[Node, ...]


class Lineup(NamedTuple):
    """What one schema says of the items of an array; `rest` is for those after the first ones."""

    first: Sequence[Claim | None]
    rest: Claim | None
    owners: tuple[Node, ...]


class Contained(NamedTuple):
    """So many items of an array, at least and at most, meet a claim."""

    claim: Claim
    least: int
    most: float


class Demands:
    """All that is demanded of a value; a demand no value meets raises `Contradiction`.

    A contradiction that only concerns one kind of value (a minimum above the maximum, say) rules that kind out.
    """

    def __init__(self) -> None:
        self.kinds = kinds.ANY
        self.mentioned = 0
        self.reasons: list[tuple[int, Contradiction]] = []
        """Why kinds of values were ruled out."""
        self.allowed: dict[Hashable, Any] | None = None
        self.allowed_at: Place = ()
        self.excluded: dict[Hashable, Any] = {}
        self.samples: list[Any] = []
        self.title = ""
        self.description = ""
        self.forks: list[Fork] = []
        self.doubtful = False
        self.work = 0
        """How many claims were read for the last merge."""
        self.seen: dict[Claim, None] = {}

        self.low: Fraction | None = None
        self.low_open = False
        self.high: Fraction | None = None
        self.high_open = False
        self.multiple: Fraction | None = None
        self.multiples: list[Fraction] = []
        self.number_at: Place = ()

        self.least_length: float = 0
        self.most_length: float = inf
        self.patterns: dict[str, Place] = {}
        self.not_patterns: dict[str, Place] = {}
        self.formats: dict[str, Place] = {}
        self.written: list[Claim] = []
        """What is said of the JSON in a text, which no validator looks at, but clients read."""

        self.least_items = 0
        self.most_items: float = inf
        self.unique = False
        self.repeated = False
        self.lineups: list[Lineup] = []
        self.contained: list[Contained] = []
        self.loose_items: list[tuple[Claim, Node]] = []

        self.least_properties = 0
        self.most_properties: float = inf
        self.layers: list[Layer] = []
        self.names: list[Claim] = []
        self.required: dict[str, Place] = {}
        self.lacking: dict[str, Place] = {}
        self.dependents: dict[str, list[str]] = {}
        self.loose_properties: list[tuple[Claim, Node]] = []

        self.known: dict[str, Wish] = {}
        """The properties that the schemas name and the value may have; filled in when the forks are decided."""
        self.numbers: int | None = None
        """How many of them are numbers; counted when it is first asked."""
        self.big_at: Place = ()
        """Where the largest least size was demanded."""

    def copy(self) -> "Demands":
        """Returns demands that are equal, and can be added to without changing these."""
        twin = Demands.__new__(Demands)
        for name, value in self.__dict__.items():
            twin.__dict__[name] = value.copy() if isinstance(value, (dict, list)) else value
        return twin

    def rule_out(self, which: int, place: Place, message: str, value: Any = None) -> None:
        """Forbids some kinds of values; if none is left, that is a contradiction."""
        if which & self.kinds:
            self.reasons.append((which & self.kinds, Contradiction(place, message, value)))
            self.kinds &= ~which
        if not self.kinds:
            raise Contradiction(place, message, value)

    def only(self, which: int, place: Place, message: str, value: Any = None) -> None:
        """Forbids all other kinds of values; if these were forbidden before, that is a contradiction of what did so."""
        self.kinds &= which
        if not self.kinds:
            raise next(
                (reason.bare() for kind, reason in self.reasons if kind & which), Contradiction(place, message, value)
            )

    def allow(self, values: list[Any], place: Place) -> None:
        """Allows these values and no others."""
        allowed = {key_of(value): value for value in values if kinds.kind_of(value) & self.kinds}
        if self.allowed is not None:
            allowed = {key: value for key, value in allowed.items() if key in self.allowed}
        if not allowed:
            raise Contradiction(place, "None of the values is allowed by the other keywords", values)
        self.allowed = allowed
        self.allowed_at = place

    def at_least(self, bound: Fraction, place: Place, *, beyond: bool) -> None:
        """Sets a lower bound for numbers."""
        self.number_at = place
        if self.low is None or bound > self.low or (bound == self.low and beyond):
            self.low, self.low_open = bound, beyond
        self._check_bounds(place)

    def at_most(self, bound: Fraction, place: Place, *, beyond: bool) -> None:
        """Sets an upper bound for numbers."""
        self.number_at = place
        if self.high is None or bound < self.high or (bound == self.high and beyond):
            self.high, self.high_open = bound, beyond
        self._check_bounds(place)

    def times(self, multiple: Fraction) -> None:
        """Demands a multiple of a number, besides those demanded before."""
        self.multiples.append(multiple)
        if self.multiple is not None:
            one, other = self.multiple, multiple
            over = gcd(one.numerator * other.denominator, other.numerator * one.denominator)
            multiple = Fraction(one.numerator * other.numerator, over)
        self.multiple = multiple

    def _check_bounds(self, place: Place) -> None:
        if self.low is None or self.high is None:
            return
        if self.low > self.high or (self.low == self.high and (self.low_open or self.high_open)):
            self.rule_out(kinds.NUMBER, place, "No number lies between the bounds")

    def length(self, least: float, most: float, place: Place) -> None:
        """Narrows the length of strings."""
        self.big_at = place if least > self.least_length else self.big_at
        self.least_length, self.most_length = max(self.least_length, least), min(self.most_length, most)
        if self.least_length > self.most_length:
            self.rule_out(kinds.STRING, place, "minLength is more than maxLength")

    def items(self, least: int, most: float, place: Place) -> None:
        """Narrows the number of items of arrays."""
        self.big_at = place if least > self.least_items else self.big_at
        self.least_items, self.most_items = max(self.least_items, least), min(self.most_items, most)
        if self.least_items > self.most_items:
            self.rule_out(kinds.ARRAY, place, "More items are demanded than are allowed")

    def properties(self, least: int, most: float, place: Place) -> None:
        """Narrows the number of properties of objects."""
        self.big_at = place if least > self.least_properties else self.big_at
        self.least_properties, self.most_properties = (
            max(self.least_properties, least),
            min(self.most_properties, most),
        )
        if self.least_properties > self.most_properties:
            self.rule_out(kinds.OBJECT, place, "More properties are demanded than are allowed")

    def has(self, name: str, place: Place) -> None:
        """Demands a property."""
        self.required.setdefault(name, place)
        if name in self.lacking:
            self.rule_out(kinds.OBJECT, place, f"The property {name!r} is demanded and forbidden")

    def lacks(self, name: str, place: Place) -> None:
        """Forbids a property."""
        self.lacking.setdefault(name, place)
        if name in self.required:
            self.rule_out(kinds.OBJECT, place, f"The property {name!r} is demanded and forbidden")

    def about(self, name: str) -> list[Claim]:
        """Returns what is said of the property of a name."""
        claims: list[Claim] = []
        evaluated: list[Layer] = []
        for layer in self.layers:
            met = [claim for pattern, claim in layer.patterns if matches(pattern, name)]
            if name in layer.properties:
                met.insert(0, layer.properties[name])
            if not met and layer.rest is not None:
                met.append(layer.rest)
            if met:
                evaluated.append(layer)
            claims.extend(met)
        for claim, owner in self.loose_properties:
            if not any(owner in layer.owners for layer in evaluated):
                claims.append(claim)
        return claims

    def about_item(self, place: int) -> list[Claim]:
        """Returns what is said of the item at a place."""
        claims: list[Claim] = []
        evaluated: list[Lineup] = []
        for lineup in self.lineups:
            claim = lineup.first[place] if place < len(lineup.first) else lineup.rest
            if claim is not None:
                claims.append(claim)
                evaluated.append(lineup)
        for claim, owner in self.loose_items:
            if not any(owner in lineup.owners for lineup in evaluated):
                claims.append(claim)
        return claims
