"""What is demanded of arrays and objects that break a keyword of their schema."""

from collections.abc import Callable
from math import inf
from typing import Any

from . import kinds
from .checker import matches
from .claims import Claim
from .demands import Contained, Layer, Lineup
from .problem import Contradiction
from .reading import Reading

Breach = Callable[[Reading, Any], None]

STRANGER = "extra"
"""The name of a property that no schema is likely to name."""


def break_item(reading: Reading, place: int, claim: Claim) -> None:
    """Demands something of the item at a place, and that there be one."""
    reading.demands.items(place + 1, inf, reading.place)
    reading.demands.lineups.append(Lineup([*[None] * place, claim], None, ()))


def _min_items(reading: Reading, value: Any) -> None:
    reading.only(kinds.ARRAY).items(0, value - 1, reading.place)


def _max_items(reading: Reading, value: Any) -> None:
    reading.only(kinds.ARRAY).items(int(value) + 1, inf, reading.place)


def _unique(reading: Reading, value: Any) -> None:
    if not value:
        raise Contradiction(reading.place, "uniqueItems: false is met by everything", value)
    demands = reading.only(kinds.ARRAY)
    demands.items(2, inf, reading.place)
    demands.repeated = True


def _items(reading: Reading, value: Any) -> None:
    """One of the items in front fails its schema; or, where all the rest have one schema, the first of the rest."""
    reading.only(kinds.ARRAY)
    if isinstance(value, list):
        places = range(len(value))
        reading.fork(
            [(Claim("breaks", reading.node, f"{reading.keyword}/{place}", (), reading.scope),) for place in places]
        )
    else:
        break_item(reading, len(reading.node.schema.get("prefixItems", ())), reading.breach(reading.keyword))


def _contains(reading: Reading, value: Any) -> None:
    schema = reading.node.schema
    least, most = int(schema.get("minContains", 1)), schema.get("maxContains", inf)
    demands = reading.only(kinds.ARRAY)
    if least >= 1:
        demands.contained.append(Contained(reading.inner("contains"), 0, least - 1))
    elif most < inf:
        demands.contained.append(Contained(reading.inner("contains"), int(most) + 1, inf))
        demands.items(int(most) + 1, inf, reading.place)
    else:
        raise Contradiction(reading.place, "Every array contains at least none", value)


def _required(reading: Reading, value: Any) -> None:
    if not isinstance(value, list) or not value:
        raise Contradiction(reading.place, "No property is demanded, so none can be missing", value)
    reading.only(kinds.OBJECT)
    reading.fork([(Claim("lacks", reading.node, name),) for name in value])


def _properties(reading: Reading, value: Any) -> None:
    reading.only(kinds.OBJECT)
    node, scope = reading.node, reading.scope
    broken = [(name, Claim("breaks", node, f"properties/{name}", (), scope)) for name in value]
    reading.fork([(Claim("has", node, name), claim) for name, claim in broken])


def _additional(reading: Reading, value: Any) -> None:
    demands = reading.only(kinds.OBJECT)
    schema = reading.node.schema
    name = STRANGER
    while name in schema.get("properties", ()):
        name += "_"
    if any(matches(pattern, name) for pattern in schema.get("patternProperties", ())):
        raise Contradiction(reading.place, "We know no name the schema doesn't know", value, proved=False)
    demands.has(name, reading.place)
    demands.layers.append(Layer({name: reading.breach("additionalProperties")}, [], None, ()))


def _unevaluated_properties(reading: Reading, _value: Any) -> None:
    """A property that no schema is likely to look at; whether none did, is checked."""
    demands = reading.only(kinds.OBJECT)
    demands.doubtful = True
    demands.properties(1, inf, reading.place)
    if STRANGER not in demands.lacking:
        demands.layers.append(Layer({STRANGER: reading.breach("unevaluatedProperties")}, [], None, ()))
        demands.has(STRANGER, reading.place)


def _unevaluated_items(reading: Reading, _value: Any) -> None:
    """An item more than the schemas look at, as far as we see."""
    demands = reading.only(kinds.ARRAY)
    demands.doubtful = True
    longest = max((len(lineup.first) for lineup in demands.lineups), default=0)
    demands.items(longest + 1, inf, reading.place)


def _unsure_object(reading: Reading, _value: Any) -> None:
    reading.only(kinds.OBJECT).doubtful = True


def _min_properties(reading: Reading, value: Any) -> None:
    reading.only(kinds.OBJECT).properties(0, value - 1, reading.place)


def _max_properties(reading: Reading, value: Any) -> None:
    reading.only(kinds.OBJECT).properties(int(value) + 1, inf, reading.place)


def _dependent(reading: Reading, value: Any) -> None:
    """A property is there, and what depends on it is missing or fails."""
    reading.only(kinds.OBJECT)
    node = reading.node
    options: list[tuple[Claim, ...]] = []
    for name, inner in value.items():
        present = Claim("has", node, name)
        if isinstance(inner, list):
            options.extend((present, Claim("lacks", node, other)) for other in inner)
        elif isinstance(inner, str):
            options.append((present, Claim("lacks", node, inner)))
        else:
            options.append((present, reading.breach(reading.keyword, name)))
    if not options:
        raise Contradiction(reading.place, "Nothing depends on anything", value)
    reading.fork(options)


CONTAINER_BREACHES: dict[str, Breach] = {
    "minItems": _min_items,
    "maxItems": _max_items,
    "uniqueItems": _unique,
    "prefixItems": _items,
    "items": _items,
    "unevaluatedItems": _unevaluated_items,
    "unevaluatedProperties": _unevaluated_properties,
    "contains": _contains,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": _unsure_object,
    "minProperties": _min_properties,
    "maxProperties": _max_properties,
    "dependentRequired": _dependent,
    "dependentSchemas": _dependent,
    "dependencies": _dependent,
}
