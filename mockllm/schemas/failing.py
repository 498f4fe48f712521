"""What is demanded of a value that fails a schema, or breaks one of its keywords: those for all values and for plain
ones; `failing_containers` has the others."""

from fractions import Fraction
from itertools import combinations
from math import inf
from typing import Any

from . import kinds
from .claims import Claim
from .demands import Layer
from .failing_containers import CONTAINER_BREACHES, Breach, break_item
from .problem import Contradiction
from .reading import Reading, fraction
from .same import key_of


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
        break_item(reading, int(which), reading.breach(reading.keyword, int(which)))


def _type(reading: Reading, value: Any) -> None:
    reading.demands.rule_out(kinds.kinds_of(value), reading.place, "No type is left", value)


def _enum(reading: Reading, value: Any) -> None:
    for member in value if reading.keyword == "enum" else [value]:
        reading.demands.excluded[key_of(member)] = member
        if member is None:
            reading.demands.rule_out(kinds.NULL, reading.place, "Only null is left, and it is forbidden", None)


def _minimum(reading: Reading, value: Any) -> None:
    beyond = reading.node.schema.get("exclusiveMinimum") is True
    reading.only(kinds.NUMBER).at_most(fraction(value), reading.place, beyond=not beyond)


def _maximum(reading: Reading, value: Any) -> None:
    beyond = reading.node.schema.get("exclusiveMaximum") is True
    reading.only(kinds.NUMBER).at_least(fraction(value), reading.place, beyond=not beyond)


def _exclusive_minimum(reading: Reading, value: Any) -> None:
    if isinstance(value, bool):
        raise Contradiction(reading.place, "It belongs to minimum", value)
    reading.only(kinds.NUMBER).at_most(fraction(value), reading.place, beyond=False)


def _exclusive_maximum(reading: Reading, value: Any) -> None:
    if isinstance(value, bool):
        raise Contradiction(reading.place, "It belongs to maximum", value)
    reading.only(kinds.NUMBER).at_least(fraction(value), reading.place, beyond=False)


def _multiple(reading: Reading, value: Any) -> None:
    if fraction(value) <= Fraction(1) and fraction(value).numerator == 1:
        reading.only(kinds.FRACTION)  # every integer is a multiple
    reading.only(kinds.NUMBER).doubtful = True


def _min_length(reading: Reading, value: Any) -> None:
    reading.only(kinds.STRING).length(0, value - 1, reading.place)


def _max_length(reading: Reading, value: Any) -> None:
    reading.only(kinds.STRING).length(value + 1, inf, reading.place)


def _pattern(reading: Reading, value: Any) -> None:
    reading.only(kinds.STRING).not_patterns.setdefault(value, reading.place)


def _format(reading: Reading, _value: Any) -> None:
    reading.only(kinds.STRING).doubtful = True


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
    **CONTAINER_BREACHES,
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
    "allOf": _all_of,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
    "if": _if,
    "$ref": _ref,
}
