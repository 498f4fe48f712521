"""Makes one instance: decides at the forks, takes the kind of value, and hands over to the maker of that kind."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from . import kinds
from .arrays import make_array
from .claims import Fork, Wish, weight
from .closing import meets
from .demands import Demands
from .limits import DEEPEST_VALUE, LIGHT_DEPTH, LIGHT_VALUES
from .making import Spot
from .numbers import fits as fits_number
from .numbers import number, usual
from .objects import make_object
from .offers import Offers
from .problem import Contradiction, Place, TooMuch
from .same import copied, key_of
from .settling import Allowance, Knowledge, Settler
from .texts import make_text
from .topics import words_of

Chance = Callable[[], float]

NULL_RATE = 0.1
SAMPLE_RATE = 0.4
LOCAL_TRIES = 10
LIGHT_KINDS = (kinds.NULL, kinds.BOOLEAN, kinds.INTEGER, kinds.FRACTION, kinds.STRING, kinds.ARRAY, kinds.OBJECT)
FALSE_WORDS = frozenset(
    ["deleted", "disabled", "error", "failed", "archived", "blocked", "expired", "hidden", "locked"]
)


class Maker:
    """One attempt at an instance; a `plain` one takes the first option that works instead of drawing one."""

    def __init__(
        self, knowledge: Knowledge, chance: Chance, offers: Offers, allowance: Allowance, *, plain: bool = False
    ) -> None:
        self.chance: Final = chance
        self.offers: Final = offers
        self.settler: Final = Settler(knowledge, allowance)
        self._allowance = allowance
        self._made = 0
        self._plain = plain

    def is_light(self, depth: int) -> bool:
        return depth > LIGHT_DEPTH or self._made > LIGHT_VALUES

    def make(self, wish: Wish, spot: Spot) -> Any:
        self._made += 1
        place = wish.claims[0].node.place if wish.claims else ()
        if spot.depth > DEEPEST_VALUE:
            raise TooMuch(place, f"A value may have at most {DEEPEST_VALUE} levels", final=True)
        self.spend(1, place)
        demands = self.settler.settle(wish, self._order_at(spot))
        try:
            return self._judged(demands, wish, spot) if demands.doubtful else self._value(demands, spot)
        except Contradiction as contradiction:
            # of a part, and as we chose it: that there is no such part says nothing of the whole
            raise contradiction.doubted() from None

    def _judged(self, demands: Demands, wish: Wish, spot: Spot) -> Any:
        """Tries several times where a value isn't sure to be valid."""
        for _ in range(LOCAL_TRIES):
            value = self._value(demands, spot)
            if meets(self.settler.checker, wish, value):
                break
            demands = self.settler.settle(wish, self._order_at(spot))
        return value

    def spend(self, work: int, place: Place) -> None:
        self._allowance.values -= work
        if self._allowance.values < 0:
            raise TooMuch(place, "We found no value for the schema in the time that is fair", final=False)

    def make_name(self, wish: Wish) -> str | None:
        try:
            demands = self.settler.settle(wish, self._order_at(Spot(depth=LIGHT_DEPTH)))
            if demands.allowed is not None:
                names = [value for value in demands.allowed.values() if isinstance(value, str)]
                return names[int(self.chance() * len(names))] if names else None
            return make_text(demands, Spot("word", "", 1), self) if demands.kinds & kinds.STRING else None
        except Contradiction:
            return None

    def _value(self, demands: Demands, spot: Spot) -> Any:
        if demands.allowed is not None:
            return copied(self._allowed(list(demands.allowed.values()), demands.samples))
        match self._kind(demands, spot):
            case kinds.NULL:
                return None
            case kinds.BOOLEAN:
                return self._boolean(demands, spot)
            case kinds.STRING:
                return make_text(demands, spot, self)
            case kinds.ARRAY:
                return make_array(demands, spot, self)
            case kinds.OBJECT:
                return make_object(demands, spot, self)
            case _:
                return self._number(demands, spot)

    def _allowed(self, values: list[Any], samples: list[Any]) -> Any:
        if len(values) == 1:
            return values[0]
        mentioned = self.offers.mentioned(values)
        if mentioned is not None:
            return mentioned
        if samples and self.chance() < SAMPLE_RATE:
            return samples[0]
        full = [value for value in values if value is not None]
        return full[int(self.chance() * len(full))]

    def _boolean(self, demands: Demands, spot: Spot) -> bool:
        value = self.offers.flag(spot.name)
        if value is None:
            likely = 0.3 if FALSE_WORDS.intersection(words_of(spot.name)) else 0.7
            if demands.samples and demands.samples[0] is False:
                likely = 0.3
            value = self.chance() < likely
        return not value if key_of(value) in demands.excluded else value

    def _number(self, demands: Demands, spot: Spot) -> int | float:
        offered = self.offers.number(spot.name, among=spot.numbers, fits=lambda value: fits_number(demands, value))
        if offered is not None:
            return offered
        samples = [
            sample for sample in demands.samples if isinstance(sample, (int, float)) and not isinstance(sample, bool)
        ]
        if samples and self.chance() < SAMPLE_RATE:
            return samples[int(self.chance() * len(samples))]
        return number(demands, spot.name, self.chance)

    def _kind(self, demands: Demands, spot: Spot) -> int:
        """Chooses among the kinds of values that are left: those that keywords speak of, and seldom null."""
        possible = demands.kinds
        if self.is_light(spot.depth):
            return next(kind for kind in LIGHT_KINDS if kind & possible)
        if possible & ~kinds.NULL:
            if possible & kinds.NULL and possible != kinds.ANY and self.chance() < NULL_RATE:
                return kinds.NULL
            possible &= ~kinds.NULL
        if possible & demands.mentioned:
            possible &= demands.mentioned
        elif possible & kinds.STRING and demands.kinds & kinds.OBJECT:
            expected = usual(spot.name) is not None and possible & kinds.FRACTION
            return kinds.FRACTION if expected else kinds.STRING  # nothing is said: a text will do
        if possible & kinds.NUMBER == kinds.NUMBER:
            possible &= ~kinds.INTEGER  # whether a number is whole is decided by its name
        choices = [kind for kind in LIGHT_KINDS if kind & possible]
        return choices[int(self.chance() * len(choices))]

    def _order_at(self, spot: Spot) -> Callable[[Fork], Sequence[int]]:
        return lambda fork: self._order(fork, spot)

    def _order(self, fork: Fork, spot: Spot) -> Sequence[int]:
        """Draws the order in which options are tried: null late and seldom, light ones first where it is time."""
        weights = [weight(option) for option in fork.options]
        places = list(range(len(weights)))
        if self._plain or self.is_light(spot.depth):
            return sorted(places, key=weights.__getitem__)
        if self.offers.clues.words:
            said = self._mentioned(fork)
            if said is not None:
                return [said, *(place for place in places if place != said)]
        full = [place for place in places if not _is_null(fork, place)]
        nulls = [place for place in places if _is_null(fork, place)]
        if full:
            start = int(self.chance() * len(full))
            full = full[start:] + full[:start]
            if nulls and self.chance() < NULL_RATE:
                return nulls + full
        return sorted(full + nulls, key=lambda place: weights[place] > 1e8)

    def _mentioned(self, fork: Fork) -> int | None:
        """Returns the option that the prompt speaks of, by a constant that only this one has."""
        where: dict[str, int] = {}
        for place, option in enumerate(fork.options):
            if option and option[0].kind == "meets":
                for label in self.settler.knowledge.apart.labels(option[0].node):
                    where[label] = -1 if label in where else place
        if len(where) < 2:
            return None
        place = where.get(self.offers.mentioned(where), -1)
        return place if place >= 0 else None


def _is_null(fork: Fork, place: int) -> bool:
    node = fork.options[place][0].node if fork.options[place] else None
    schema = node.schema if node is not None and fork.options[place][0].kind == "meets" else None
    return isinstance(schema, dict) and (schema.get("type") == "null" or schema.get("const", 0) is None)
