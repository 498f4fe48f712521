"""What is demanded of a value that fails a schema, or breaks one of its keywords."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import inf
from typing import Any

from . import kinds
from .checker import matches
from .claims import Claim
from .demands import Contained, Demands, Layer, Lineup
from .problem import Contradiction
from .reading import Reading, fraction
from .same import key_of

Breach = Callable[["Reading", Any], None]

STRANGER = "extra"
"""The name of a property that no schema is likely to name."""


def fail(reading: Reading) -> None:
    """Adds to the demands that a value fails a node: it has to break one of its keywords, which is a fork."""
    node, schema = reading.node, reading.node.schema
    if not isinstance(schema, dict):
        if schema:
            raise Contradiction(node.place, "Nothing fails the schema true", schema)
        return
    breakable = [keyword for keyword in schema if keyword in BREACHES]
    if not reading.document.siblings and "$ref" in schema:
        breakable = ["$ref"]
    options: list[tuple[Claim, ...]] = [(Claim("breaks", node, word, (), reading.scope),) for word in breakable]
    if any(word in UNSURE for word in schema):
        reading.demands.doubtful = True
        options.append(())
    if not options:
        raise Contradiction(node.place, "Every value meets the schema, and none may", schema)
    reading.fork(options, "fails")


def break_keyword(reading: Reading) -> None:
    """Adds to the demands that a value breaks one keyword, or one part of it: `properties/name`, `prefixItems/2`."""
    reading.keyword, slash, which = reading.claim.detail.partition("/")
    if not slash:
        BREACHES[reading.keyword](reading, reading.node.schema[reading.keyword])
    elif reading.keyword == "properties":
        reading.demands.layers.append(Layer({which: reading.breach("properties", which)}, [], None, ()))
    else:
        _at_item(reading, int(which), reading.breach(reading.keyword, int(which)))


def _at_item(reading: Reading, place: int, claim: Claim) -> None:
    """Demands something of the item at a place, and that there be one."""
    reading.demands.items(place + 1, inf, reading.place)
    reading.demands.lineups.append(Lineup([*[None] * place, claim], None, ()))


def _only(reading: Reading, which: int) -> Demands:
    reading.demands.only(which, reading.place, "The other keywords forbid what is demanded here")
    reading.demands.mentioned |= which
    return reading.demands


def _type(reading: Reading, value: Any) -> None:
    reading.demands.rule_out(kinds.kinds_of(value), reading.place, "No type is left", value)


def _enum(reading: Reading, value: Any) -> None:
    for member in value if reading.keyword == "enum" else [value]:
        reading.demands.excluded[key_of(member)] = member
        if member is None:
            reading.demands.rule_out(kinds.NULL, reading.place, "Only null is left, and it is forbidden", None)


def _minimum(reading: Reading, value: Any) -> None:
    beyond = reading.node.schema.get("exclusiveMinimum") is True
    _only(reading, kinds.NUMBER).at_most(fraction(value), reading.place, beyond=not beyond)


def _maximum(reading: Reading, value: Any) -> None:
    beyond = reading.node.schema.get("exclusiveMaximum") is True
    _only(reading, kinds.NUMBER).at_least(fraction(value), reading.place, beyond=not beyond)


def _exclusive_minimum(reading: Reading, value: Any) -> None:
    if isinstance(value, bool):
        raise Contradiction(reading.place, "It belongs to minimum", value)
    _only(reading, kinds.NUMBER).at_most(fraction(value), reading.place, beyond=False)


def _exclusive_maximum(reading: Reading, value: Any) -> None:
    if isinstance(value, bool):
        raise Contradiction(reading.place, "It belongs to maximum", value)
    _only(reading, kinds.NUMBER).at_least(fraction(value), reading.place, beyond=False)


def _multiple(reading: Reading, value: Any) -> None:
    if fraction(value) <= Fraction(1) and fraction(value).numerator == 1:
        _only(reading, kinds.FRACTION)  # every integer is a multiple
    _only(reading, kinds.NUMBER).doubtful = True


def _min_length(reading: Reading, value: Any) -> None:
    _only(reading, kinds.STRING).length(0, value - 1, reading.place)


def _max_length(reading: Reading, value: Any) -> None:
    _only(reading, kinds.STRING).length(value + 1, inf, reading.place)


def _pattern(reading: Reading, value: Any) -> None:
    _only(reading, kinds.STRING).not_patterns.setdefault(value, reading.place)


def _format(reading: Reading, _value: Any) -> None:
    _only(reading, kinds.STRING).doubtful = True


def _min_items(reading: Reading, value: Any) -> None:
    _only(reading, kinds.ARRAY).items(0, value - 1, reading.place)


def _max_items(reading: Reading, value: Any) -> None:
    _only(reading, kinds.ARRAY).items(int(value) + 1, inf, reading.place)


def _unique(reading: Reading, value: Any) -> None:
    if not value:
        raise Contradiction(reading.place, "uniqueItems: false is met by everything", value)
    demands = _only(reading, kinds.ARRAY)
    demands.items(2, inf, reading.place)
    demands.repeated = True


def _items(reading: Reading, value: Any) -> None:
    """One of the items in front fails its schema; or, where all the rest have one schema, the first of the rest."""
    _only(reading, kinds.ARRAY)
    if isinstance(value, list):
        places = range(len(value))
        reading.fork(
            [(Claim("breaks", reading.node, f"{reading.keyword}/{place}", (), reading.scope),) for place in places]
        )
    else:
        _at_item(reading, len(reading.node.schema.get("prefixItems", ())), reading.breach(reading.keyword))


def _contains(reading: Reading, value: Any) -> None:
    schema = reading.node.schema
    least, most = int(schema.get("minContains", 1)), schema.get("maxContains", inf)
    demands = _only(reading, kinds.ARRAY)
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
    _only(reading, kinds.OBJECT)
    reading.fork([(Claim("lacks", reading.node, name),) for name in value])


def _properties(reading: Reading, value: Any) -> None:
    _only(reading, kinds.OBJECT)
    node, scope = reading.node, reading.scope
    broken = [(name, Claim("breaks", node, f"properties/{name}", (), scope)) for name in value]
    reading.fork([(Claim("has", node, name), claim) for name, claim in broken])


def _additional(reading: Reading, value: Any) -> None:
    demands = _only(reading, kinds.OBJECT)
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
    demands = _only(reading, kinds.OBJECT)
    demands.doubtful = True
    demands.properties(1, inf, reading.place)
    if STRANGER not in demands.lacking:
        demands.layers.append(Layer({STRANGER: reading.breach("unevaluatedProperties")}, [], None, ()))
        demands.has(STRANGER, reading.place)


def _unevaluated_items(reading: Reading, _value: Any) -> None:
    """An item more than the schemas look at, as far as we see."""
    demands = _only(reading, kinds.ARRAY)
    demands.doubtful = True
    longest = max((len(lineup.first) for lineup in demands.lineups), default=0)
    demands.items(longest + 1, inf, reading.place)


def _unsure_object(reading: Reading, _value: Any) -> None:
    _only(reading, kinds.OBJECT).doubtful = True


def _min_properties(reading: Reading, value: Any) -> None:
    _only(reading, kinds.OBJECT).properties(0, value - 1, reading.place)


def _max_properties(reading: Reading, value: Any) -> None:
    _only(reading, kinds.OBJECT).properties(int(value) + 1, inf, reading.place)


def _dependent(reading: Reading, value: Any) -> None:
    """A property is there, and what depends on it is missing or fails."""
    _only(reading, kinds.OBJECT)
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


def _all_of(reading: Reading, value: Any) -> None:
    reading.fork([(reading.breach("allOf", place),) for place in range(len(value))])


def _any_of(reading: Reading, value: Any) -> None:
    reading.todo.extend(reading.breach("anyOf", place) for place in range(len(value)))


def _one_of(reading: Reading, value: Any) -> None:
    """None of the branches, or two of them."""
    options = [tuple(reading.breach("oneOf", place) for place in range(len(value)))]
    for one, other in combinations(range(min(len(value), 6)), 2):
        options.append((reading.inner("oneOf", one), reading.inner("oneOf", other)))
    reading.fork(options)


def _not(reading: Reading, _value: Any) -> None:
    reading.todo.append(reading.inner("not"))


def _if(reading: Reading, value: Any) -> None:
    schema = reading.node.schema
    options: list[tuple[Claim, ...]] = []
    if "then" in schema:
        options.append((reading.inner("if"), reading.breach("then")))
    if "else" in schema:
        options.append((reading.breach("if"), reading.breach("else")))
    if not options:
        raise Contradiction(reading.place, "if without then and else is met by everything", value)
    reading.fork(options)


def _ref(reading: Reading, value: Any) -> None:
    reading.target("fails", value)


UNSURE = (
    "$dynamicRef",
    "$recursiveRef",
    "unevaluatedItems",
    "unevaluatedProperties",
    "patternProperties",
    "additionalItems",
)
"""Keywords of which we don't know how to break them; a value is tried and checked."""

BREACHES: dict[str, Breach] = {
    "type": _type,
    "enum": _enum,
    "const": _enum,
    "minimum": _minimum,
    "maximum": _maximum,
    "exclusiveMinimum": _exclusive_minimum,
    "exclusiveMaximum": _exclusive_maximum,
    "multipleOf": _multiple,
    "minLength": _min_length,
    "maxLength": _max_length,
    "pattern": _pattern,
    "format": _format,
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
    "allOf": _all_of,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
    "if": _if,
    "$ref": _ref,
}
