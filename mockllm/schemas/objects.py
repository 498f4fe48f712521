"""Objects: which properties they have, what these are called where the schema doesn't say, and their values."""

from math import inf
from typing import Any

from . import kinds
from .claims import Wish, weight
from .demands import Demands
from .lists import WORDS
from .making import Making, Spot
from .pattern_parts import PatternError
from .pattern_text import text_for
from .problem import Contradiction
from .same import copied
from .texts import filled

LIKELY = (0.95, 0.85, 0.6, 0.35, 0.2)
"""How often a property is there that may be left out, by depth."""

MOST_OPTIONAL = 100
"""Properties of an object, beyond which no optional one is added."""

SAMPLE_RATE = 0.3
TRIES = 60
LONGEST_NAME = 40
FREE_KEYS = ("answer", "details")


def make_object(demands: Demands, spot: Spot, making: Making) -> dict[str, Any]:
    """Returns an object that meets the demands; raises `Contradiction` where none is found."""
    samples = [sample for sample in demands.samples if isinstance(sample, dict)]
    if samples and making.chance() < SAMPLE_RATE:
        return dict(copied(samples[int(making.chance() * len(samples))]))
    around = demands.title or _around(spot)
    chosen = _chosen(demands, spot, making)
    made: dict[str, Any] = {}
    numbers = _numbers(demands)
    for name in chosen:
        wish = demands.known.get(name) or Wish(tuple(demands.about(name)))
        try:
            made[name] = making.make(wish, spot.below(name, around, numbers))
        except Contradiction:
            if name in demands.required or any(name in demands.dependents.get(other, ()) for other in made):
                raise
    _more(demands, made, spot, around, making)
    return made


def _around(spot: Spot) -> str:
    return spot.name or spot.around


def _chosen(demands: Demands, spot: Spot, making: Making) -> list[str]:
    """Returns the names of the properties that shall be there, those that depend on others included."""
    light = making.is_light(spot.depth)
    likely = 0.0 if light else LIKELY[min(spot.depth, len(LIKELY) - 1)]
    room = min(demands.most_properties, MOST_OPTIONAL) - len(demands.required)
    wanted: dict[str, None] = {}
    for name, wish in demands.known.items():
        if name in demands.required:
            wanted[name] = None
        elif room > 0 and weight(wish.claims) < inf and making.chance() < likely:
            needs = _needs(demands, name)
            if needs is not None and len(needs) <= room:
                wanted.update(needs)
                room -= len(needs)
    for name in demands.required:
        wanted[name] = None
    missing = demands.least_properties - len(wanted)
    for name, wish in demands.known.items():
        if missing > 0 and name not in wanted and weight(wish.claims) < inf:
            needs = _needs(demands, name)
            if needs is not None:
                wanted.update(needs)
                missing -= 1
    return [name for name in demands.known if name in wanted] + [name for name in wanted if name not in demands.known]


def _needs(demands: Demands, name: str) -> dict[str, None] | None:
    """Returns a property with all that depend on it and aren't required anyway; None if one of them is forbidden."""
    needs = {name: None}
    waiting = [name]
    for one in waiting:
        for other in demands.dependents.get(one, ()):
            if other in demands.lacking:
                return None
            if other not in needs and other not in demands.required:
                needs[other] = None
                waiting.append(other)
    return needs


def _numbers(demands: Demands) -> int:
    """Counts the properties that are numbers."""
    if demands.numbers is None:
        found = 0
        for wish in demands.known.values():
            for claim in wish.claims:
                schema = claim.node.schema
                kind = schema.get("type") if isinstance(schema, dict) else None
                found += isinstance(kind, str) and bool(kinds.kinds_of(kind) & kinds.NUMBER)
        demands.numbers = found
    return demands.numbers


def _more(demands: Demands, made: dict[str, Any], spot: Spot, around: str, making: Making) -> None:
    """Adds properties that the schemas don't name: as many as there have to be, a few where that is all there is."""
    wanted = demands.least_properties - len(made)
    open_ended = not demands.known and not making.is_light(spot.depth)
    if open_ended and wanted < 1:
        wanted = 1 + int(making.chance() * 2)
    wanted = int(min(wanted, demands.most_properties - len(made)))
    keys = list(making.offers.clues.keys or FREE_KEYS) if _is_free(demands) and spot.depth == 0 else []
    if keys and open_ended:
        wanted = int(min(max(wanted, len(keys)), demands.most_properties - len(made)))
    failures = 0
    while wanted > 0 and failures < TRIES:
        name = keys.pop(0) if keys else _new_name(demands, failures, len(made), making)
        if name is None or not _may_be_called(demands, name, made, making):
            failures += 1
            continue
        wish = Wish(tuple(dict.fromkeys(demands.about(name))))
        try:
            if weight(wish.claims) == inf:
                raise Contradiction((), "No value is possible", proved=False)
            made[name] = making.make(wish, spot.below(name, around, 1))
        except Contradiction:
            failures += 1
            continue
        wanted -= 1
    if len(made) < demands.least_properties:
        raise Contradiction(demands.big_at, "We found too few names for properties", proved=False)


def _is_free(demands: Demands) -> bool:
    """Says whether nothing is said about the object's properties."""
    return not demands.layers and not demands.names and not demands.loose_properties


def _new_name(demands: Demands, failures: int, number: int, making: Making) -> str | None:
    patterns = [
        pattern for layer in demands.layers for pattern, claim in layer.patterns if claim.node.schema is not False
    ]
    chance = making.chance
    if demands.names:
        return making.make_name(Wish(tuple(demands.names)))
    if patterns and failures % 2 == 0:
        pattern = patterns[int(chance() * len(patterns))]
        try:
            return text_for(pattern, 3 + number + int(chance() * 5), LONGEST_NAME + number, chance)
        except PatternError:
            pass
        try:
            return text_for(pattern, 0, LONGEST_NAME, chance)
        except PatternError:
            return None
    if failures < 2 and number < len(WORDS) / 2:
        return filled(3, 12, "", chance)
    return f"{WORDS[int(chance() * len(WORDS))]}_{number}"


def _may_be_called(demands: Demands, name: str, made: dict[str, Any], making: Making) -> bool:
    if name in made or name in demands.lacking:
        return False
    if any(claim.node.schema is False for claim in demands.about(name)):
        return False
    holds = making.settler.checker.holds
    if any(holds(claim.node, name) != (claim.kind == "meets") for claim in demands.names):
        return False
    return all(other in made for other in demands.dependents.get(name, ()))
