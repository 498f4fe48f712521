"""Arrays: how many items, which of them meet `contains`, and that they differ where they have to."""

from collections.abc import Hashable
from math import inf
from typing import Any

from .claims import Claim, Wish, weight
from .closing import meets
from .demands import Demands
from .limits import MOST_ITEMS
from .making import Making, Spot
from .problem import Contradiction
from .same import copied, key_of

MORE_BY_DEPTH = (3, 2, 2, 1)
"""How many items more than it must an array has at the most, by depth."""

TRIES = 24
FEW_TRIES = 3
MANY = 30
NEAR = 200
"""How far from a number we look for a new one."""
SAMPLE_RATE = 0.3
SOON = 0.8
"""How often an item that has to be contained comes at the first place it may have."""


def make_array(demands: Demands, spot: Spot, making: Making) -> list[Any]:
    """Returns an array that meets the demands; raises `Contradiction` where none is found."""
    samples = [sample for sample in demands.samples if isinstance(sample, list)]
    if samples and making.chance() < SAMPLE_RATE:
        return list(copied(samples[int(making.chance() * len(samples))]))
    number = _number(demands, spot, making)
    array: list[Any] = []
    keys: dict[Hashable, None] = {}
    needed = [contained.least for contained in demands.contained]
    inner = Spot(_singular(spot.name), spot.around, spot.depth + 1, spot.numbers)
    while len(array) < number:
        place = len(array)
        wish = Wish(tuple(dict.fromkeys(demands.about_item(place))))
        wish = _containing(demands, wish, needed, number - place, array, making)
        try:
            item = _item(demands, wish, inner, keys, making)
        except Contradiction:
            if place >= demands.least_items and not any(needed):
                break
            raise
        array.append(item)
        keys[key_of(item)] = None
    if demands.repeated and array:
        array[-1] = copied(array[0])
    return array


def _number(demands: Demands, spot: Spot, making: Making) -> int:
    natural = max((len(lineup.first) for lineup in demands.lineups), default=0)
    low = max(demands.least_items, _room_to_contain(demands, natural, making))
    high = min(demands.most_items, MOST_ITEMS)
    if making.is_light(spot.depth):
        return low
    following = tuple(demands.about_item(natural))
    if weight(following) == inf:
        return int(min(max(low, 0), natural or low))
    if natural:
        return int(min(max(low, natural), high))
    more = MORE_BY_DEPTH[min(spot.depth, len(MORE_BY_DEPTH) - 1)]
    least = max(low, 1) if spot.depth < len(MORE_BY_DEPTH) else low
    top = min(high, max(low, more))
    if demands.contained and demands.least_items < len(demands.contained) <= top:
        least = max(least, len(demands.contained))
    return int(min(least, top) + int(making.chance() * (top - min(least, top) + 1)))


def _room_to_contain(demands: Demands, natural: int, making: Making) -> int:
    """Returns how long an array is at least in which all can be that it has to contain."""
    length = 0
    for contained in demands.contained:
        missing = contained.least
        for place in range(natural):
            wish = Wish((*demands.about_item(place), contained.claim))
            if missing and making.settler.impossible(wish) is None:
                missing -= 1
                length = max(length, place + 1)
        if missing:
            length = max(length, natural + missing)
    return length


def _containing(demands: Demands, wish: Wish, needed: list[int], left: int, array: list[Any], making: Making) -> Wish:
    """Makes an item one of those that an array has to contain, or none of those it has enough of."""
    for which, contained in enumerate(demands.contained):
        meets = wish.also(contained.claim)
        full = contained.most < inf and _count(contained.claim, array, making) >= contained.most
        now = needed[which] >= left or making.chance() < SOON
        if needed[which] > 0 and now and making.settler.impossible(meets) is None:
            wish = meets
            needed[which] -= 1
        elif full:
            fails = wish.also(Claim("fails", contained.claim.node, scope=contained.claim.scope))
            if making.settler.impossible(fails) is None:
                wish = fails
    return wish


def _count(claim: Claim, array: list[Any], making: Making) -> int:
    holds = making.settler.checker.holds
    return sum(holds(claim.node, item) == (claim.kind == "meets") for item in array)


def _item(demands: Demands, wish: Wish, spot: Spot, keys: dict[Hashable, None], making: Making) -> Any:
    item = making.make(wish, spot)
    if not demands.unique:
        return item
    for _ in range(TRIES if len(keys) < MANY else FEW_TRIES):
        if key_of(item) not in keys:
            return item
        item = making.make(wish, spot)
    for near in (item, *_beside(item, len(keys))):
        if key_of(near) not in keys and meets(making.settler.checker, wish, near):
            return near
    raise Contradiction(demands.big_at, "We found too few different items", proved=False)


def _beside(item: Any, number: int) -> list[Any]:
    """Returns values that are like one, but likely to be new."""
    if isinstance(item, str):
        return [f"{item}{number}", f"{item[: -len(str(number))]}{number}", *(chr(97 + shift) for shift in range(26))]
    if isinstance(item, (int, float)) and not isinstance(item, bool):
        return [item + step for shift in range(1, NEAR) for step in (shift, -shift)]
    return []


def _singular(name: str) -> str:
    return name[:-1] if name.endswith("s") and not name.endswith(("ss", "us")) else name
