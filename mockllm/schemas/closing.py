"""Looks at demands whose forks are decided: which kinds of values meet them, with which properties and items."""

from collections.abc import Hashable
from math import inf
from typing import Any, Protocol

from . import kinds
from .checker import Checker
from .claims import Wish, weight
from .closing_plain import close_numbers, close_strings, first_multiple, last_multiple, too_much
from .demands import Demands
from .limits import MOST_ITEMS
from .problem import FALSE_SCHEMA, Contradiction, Place
from .same import key_of

MOST_NAMED = 1_000
MOST_PLACES = 64
"""How many items are looked at one by one."""


class Knowing(Protocol):
    """What tells whether a wish can be met, and checks values."""

    @property
    def checker(self) -> Checker: ...
    def impossible(self, wish: Wish) -> Contradiction | None: ...
    def choices(self, wish: Wish) -> int | None:
        """How many different values can meet a wish, where they are few and known."""
        ...


def close(demands: Demands, wish: Wish, settler: Knowing) -> None:
    """Rules out the kinds of values that can't meet the demands; raises `Contradiction` where none is left."""
    if demands.kinds & kinds.NUMBER:
        close_numbers(demands, _place(wish))
    if demands.kinds & kinds.STRING:
        close_strings(demands)
    if demands.kinds & kinds.ARRAY and demands.mentioned & kinds.ARRAY:
        _arrays(demands, settler)
    if demands.kinds & kinds.OBJECT and demands.mentioned & kinds.OBJECT:
        _objects(demands, settler)
    if demands.kinds & ~(kinds.BOOLEAN | kinds.NULL) == 0:
        _few(demands, wish)
    if demands.allowed is not None:
        demands.allowed = _allowed(demands, demands.allowed, wish, settler.checker)
    demands.samples = [sample for sample in demands.samples if _is_sample(demands, wish, sample, settler.checker)]
    demands.doubtful |= bool(
        demands.excluded or demands.not_patterns or demands.names or demands.contained or demands.unique
        or demands.repeated or len(demands.patterns) + len(demands.formats) > 1
    )  # fmt: skip


def few(demands: Demands) -> int | None:
    """Returns how many values there are, where there are but booleans, null and integers between bounds."""
    number = 0
    if demands.kinds & ~(kinds.NULL | kinds.BOOLEAN | kinds.INTEGER):
        return None
    number += bool(demands.kinds & kinds.NULL) + 2 * bool(demands.kinds & kinds.BOOLEAN)
    if demands.kinds & kinds.INTEGER:
        if demands.low is None or demands.high is None or demands.multiple is None:
            return None
        last = last_multiple(demands.high, demands.multiple, beyond=demands.high_open)
        number += last - first_multiple(demands.low, demands.multiple, beyond=demands.low_open) + 1
    return number


def meets(checker: Checker, wish: Wish, value: object) -> bool:
    """Says whether a value is as all claims want it that the validator can judge."""
    for claim in wish.claims:
        judged = claim.kind in ("meets", "fails") and claim.node.schema is not True
        if judged and checker.holds(claim.node, value) != (claim.kind == "meets"):
            return False
    return True


def _place(wish: Wish) -> Place:
    return wish.claims[0].node.place if wish.claims else ()


def _few(demands: Demands, wish: Wish) -> None:
    """Booleans and null can be counted."""
    values: list[bool | None] = [None] if demands.kinds & kinds.NULL else []
    values += [False, True] if demands.kinds & kinds.BOOLEAN else []
    if all(key_of(value) in demands.excluded for value in values):
        raise Contradiction(_place(wish), "All values that are left are forbidden")


def _allowed(demands: Demands, allowed: dict[Hashable, Any], wish: Wish, checker: Checker) -> dict[Hashable, Any]:
    """Returns those of the allowed values that meet everything else."""
    plain = not (demands.excluded or demands.doubtful or demands.mentioned or wish.taken)
    left = {
        key: value
        for key, value in allowed.items()
        if kinds.kind_of(value) & demands.kinds
        and key not in demands.excluded
        and (plain or meets(checker, wish, value))
    }
    if not left:
        message = "None of the values is allowed by the other keywords"
        raise Contradiction(demands.allowed_at, message, list(allowed.values()))
    return left


def _is_sample(demands: Demands, wish: Wish, sample: object, checker: Checker) -> bool:
    """Says whether an example or a default is valid, and tells something."""
    if sample in (None, "", [], {}) or not kinds.kind_of(sample) & demands.kinds:
        return False
    return key_of(sample) not in demands.excluded and meets(checker, wish, sample)


def _arrays(demands: Demands, settler: Knowing) -> None:
    if demands.least_items > MOST_ITEMS:
        too_much(demands, kinds.ARRAY, f"An array may have at most {MOST_ITEMS} items", demands.least_items)
    longest = max((len(lineup.first) for lineup in demands.lineups), default=0)
    for place in range(min(longest + 1, MOST_PLACES, int(min(demands.most_items, MOST_PLACES)))):
        claims = demands.about_item(place)
        reason = settler.impossible(Wish(tuple(claims))) if claims else None
        if reason is None and weight(claims) == inf:
            reason = Contradiction(claims[0].node.place, "Only a value without end meets the schema")
        if reason is not None:
            demands.most_items = place
            if demands.least_items > place:
                demands.rule_out(kinds.ARRAY, reason.place, reason.message, reason.value)
            break
    if not demands.kinds & kinds.ARRAY:
        return
    for contained in demands.contained:
        if contained.least > 0:
            reason = settler.impossible(Wish((contained.claim,)))
            if reason is not None:
                demands.rule_out(kinds.ARRAY, reason.place, reason.message, reason.value)
    if demands.repeated and demands.unique:
        demands.rule_out(kinds.ARRAY, demands.big_at, "Items have to be unique and repeated")
    if demands.unique and demands.kinds & kinds.ARRAY:
        _enough_to_choose_from(demands, settler)


def _enough_to_choose_from(demands: Demands, settler: Knowing) -> None:
    """Unique items of which there are only so many different ones."""
    longest = max((len(lineup.first) for lineup in demands.lineups), default=0)
    claims = demands.about_item(longest)
    if not claims or demands.least_items < 2:
        return
    number = settler.choices(Wish(tuple(claims)))
    if number is not None and longest + number < demands.least_items:
        message = f"Only {number} different items are possible"
        demands.rule_out(kinds.ARRAY, claims[0].node.place, message, demands.least_items)
    elif number is not None:
        demands.most_items = min(demands.most_items, longest + number)


def _objects(demands: Demands, settler: Knowing) -> None:
    if demands.least_properties > MOST_ITEMS or len(demands.required) > MOST_ITEMS:
        too_much(demands, kinds.OBJECT, f"An object may have at most {MOST_ITEMS} properties", demands.least_properties)
    _need_dependents(demands)
    names = dict.fromkeys(name for layer in demands.layers for name in layer.properties)
    names.update(dict.fromkeys(demands.required))
    known: dict[str, Wish] = {}
    for name in names:
        if name in demands.lacking:
            continue
        wish = Wish(tuple(dict.fromkeys(demands.about(name))))
        reason = _forbidden_name(demands, name, settler.checker)
        if reason is None and (name in demands.required or any(claim.node.schema is False for claim in wish.claims)):
            reason = settler.impossible(wish)
            if reason is None and name in demands.required and weight(wish.claims) == inf:
                reason = Contradiction(wish.claims[0].node.place, "Only a value without end meets the schema")
        if reason is None:
            known[name] = wish
        elif name in demands.required:
            if reason.message == FALSE_SCHEMA:
                reason = Contradiction(
                    demands.required[name], f"The property {name!r} is demanded and not allowed", name
                )
            demands.rule_out(kinds.OBJECT, reason.place, reason.message, reason.value)
            return
    demands.known = known
    if len(demands.required) > demands.most_properties:
        place = next(iter(demands.required.values()))
        demands.rule_out(kinds.OBJECT, place, "More properties are required than are allowed", demands.most_properties)
    elif len(known) < demands.least_properties and _nothing_else(demands):
        demands.rule_out(kinds.OBJECT, demands.big_at, f"Only {len(known)} properties are possible")


def _need_dependents(demands: Demands) -> None:
    """What depends on a required property is required too."""
    waiting = list(demands.required)
    for name in waiting:
        for other in demands.dependents.get(name, ()):
            if other not in demands.required:
                demands.has(other, demands.required[name])
                waiting.append(other)


def _forbidden_name(demands: Demands, name: str, checker: Checker) -> Contradiction | None:
    for claim in demands.names:
        if claim.kind == "meets" and not checker.holds(claim.node, name):
            return Contradiction(claim.node.place, f"The property {name!r} must not have this name", name)
    return None


def _nothing_else(demands: Demands) -> bool:
    """Says whether only properties that the schemas name are allowed."""
    for layer in demands.layers:
        if layer.rest is not None and layer.rest.node.schema is False and not layer.patterns:
            return True
    for claim, owner in demands.loose_properties:
        looked_at = [layer for layer in demands.layers if owner in layer.owners]
        if claim.node.schema is False and not any(layer.patterns or layer.rest is not None for layer in looked_at):
            return True
    return False
