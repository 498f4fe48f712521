"""What each keyword of a schema demands of a value that meets the schema."""

from collections.abc import Callable
from math import inf
from typing import Any

from . import kinds
from .claims import Claim
from .demands import Contained, Demands, Layer, Lineup
from .problem import FALSE_SCHEMA
from .reading import Reading, fraction

Rule = Callable[[Reading, Any], None]

MOST_EXAMPLES = 8

KIND_OF_KEYWORD = {
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), kinds.NUMBER),
    **dict.fromkeys(
        ("minLength", "maxLength", "pattern", "format", "contentMediaType", "contentEncoding"), kinds.STRING
    ),
    **dict.fromkeys(
        ("items", "prefixItems", "additionalItems", "contains", "minItems", "maxItems", "uniqueItems"), kinds.ARRAY
    ),
    **dict.fromkeys(("unevaluatedItems",), kinds.ARRAY),
    **dict.fromkeys(
        ("properties", "patternProperties", "additionalProperties", "required", "propertyNames", "minProperties"),
        kinds.OBJECT,
    ),
    **dict.fromkeys(("maxProperties", "dependentRequired", "unevaluatedProperties"), kinds.OBJECT),
}


def meet(reading: Reading) -> None:
    """Adds to the demands what all keywords of a node demand."""
    node, demands, document = reading.node, reading.demands, reading.document
    schema = node.schema
    if not isinstance(schema, dict):
        if not schema:
            demands.rule_out(kinds.ANY, node.place, FALSE_SCHEMA, schema)
        return
    if document.has_dynamic and node.resource not in reading.scope:
        reading.scope = (*reading.scope, node.resource)
    if "unevaluatedProperties" in schema or "unevaluatedItems" in schema:
        reading.owners = (*reading.owners, node)
    reference = document.reference(node)
    if reference is not None and not document.siblings:
        reading.target("meets", reference)
        return
    for keyword, value in schema.items():
        rule = RULES.get(keyword)
        if rule is not None:
            reading.keyword = keyword
            rule(reading, value)
        demands.mentioned |= KIND_OF_KEYWORD.get(keyword, 0)
    _remarks(demands, schema)


def _remarks(demands: Demands, schema: dict[str, Any]) -> None:
    """Takes what a schema says for people: words about the value, and examples of it."""
    if not demands.title and isinstance(schema.get("title"), str):
        demands.title = schema["title"]
    if not demands.description and isinstance(schema.get("description"), str):
        demands.description = schema["description"]
    examples = schema.get("examples")
    if isinstance(examples, list):
        demands.samples.extend(examples[:MOST_EXAMPLES])
    for keyword in ("example", "default"):
        if keyword in schema:
            demands.samples.append(schema[keyword])


def _type(reading: Reading, value: Any) -> None:
    reading.demands.only(kinds.kinds_of(value), reading.place, "The other keywords forbid this type", value)


def _minimum(reading: Reading, value: Any) -> None:
    beyond = reading.node.schema.get("exclusiveMinimum") is True
    reading.demands.at_least(fraction(value), reading.place, beyond=beyond)


def _maximum(reading: Reading, value: Any) -> None:
    beyond = reading.node.schema.get("exclusiveMaximum") is True
    reading.demands.at_most(fraction(value), reading.place, beyond=beyond)


def _exclusive_minimum(reading: Reading, value: Any) -> None:
    if not isinstance(value, bool):
        reading.demands.at_least(fraction(value), reading.place, beyond=True)


def _exclusive_maximum(reading: Reading, value: Any) -> None:
    if not isinstance(value, bool):
        reading.demands.at_most(fraction(value), reading.place, beyond=True)


def _pattern(reading: Reading, value: Any) -> None:
    reading.demands.patterns.setdefault(value, reading.place)


def _format(reading: Reading, value: Any) -> None:
    reading.demands.formats.setdefault(value, reading.place)


def _media_type(reading: Reading, value: Any) -> None:
    """JSON in a text, encoded where the schema says so too; drafts 6 and 7 leave its check to the validator."""
    if value == "application/json":
        encoded = reading.node.schema.get("contentEncoding") == "base64"
        reading.demands.formats.setdefault("base64" if encoded else "json-string", reading.place)
        if "contentSchema" in reading.node.schema:
            reading.demands.written.append(reading.inner("contentSchema"))


def _encoding(reading: Reading, value: Any) -> None:
    if value == "base64":
        reading.demands.formats.setdefault("base64", reading.place)


def _unique(reading: Reading, value: Any) -> None:
    reading.demands.unique |= bool(value)


def _lineup(reading: Reading, _value: Any) -> None:
    """`prefixItems` with `items`, or in older drafts a list of `items` with `additionalItems`."""
    schema = reading.node.schema
    keywords = [keyword for keyword in ("prefixItems", "items", "additionalItems") if keyword in schema]
    if reading.keyword != keywords[0]:
        return
    items = schema.get("items")
    listed = "items" if isinstance(items, list) else "prefixItems"
    first = [reading.inner(listed, place) for place in range(len(schema.get(listed) or ()))]
    rest = None
    if isinstance(items, (dict, bool)):
        rest = reading.inner("items")
    elif isinstance(items, list) and isinstance(schema.get("additionalItems"), (dict, bool)):
        rest = reading.inner("additionalItems")
    reading.demands.lineups.append(Lineup(first, rest, reading.owners))


def _contains(reading: Reading, value: Any) -> None:
    schema = reading.node.schema
    least = int(schema.get("minContains", 1))
    most = schema.get("maxContains", inf)
    if least > most:
        reading.demands.rule_out(kinds.ARRAY, reading.place, "minContains is more than maxContains", value)
    reading.demands.contained.append(Contained(reading.inner("contains"), least, most))
    reading.demands.items(least, inf, reading.place)


def _unevaluated_items(reading: Reading, _value: Any) -> None:
    reading.demands.loose_items.append((reading.inner("unevaluatedItems"), reading.node))
    reading.demands.doubtful = True


def _layer(reading: Reading, _value: Any) -> None:
    schema = reading.node.schema
    keywords = [name for name in ("properties", "patternProperties", "additionalProperties") if name in schema]
    if reading.keyword != keywords[0]:
        return
    properties = {name: reading.inner("properties", name) for name in schema.get("properties", ())}
    patterns = [(name, reading.inner("patternProperties", name)) for name in schema.get("patternProperties", ())]
    rest = reading.inner("additionalProperties") if "additionalProperties" in schema else None
    reading.demands.layers.append(Layer(properties, patterns, rest, reading.owners))


def _unevaluated_properties(reading: Reading, _value: Any) -> None:
    reading.demands.loose_properties.append((reading.inner("unevaluatedProperties"), reading.node))
    reading.demands.doubtful = True


def _required(reading: Reading, value: Any) -> None:
    if isinstance(value, list):
        for name in value:
            reading.demands.has(name, reading.place)


def _dependent_required(reading: Reading, value: Any) -> None:
    for name, others in value.items():
        if isinstance(others, list):
            reading.demands.dependents.setdefault(name, []).extend(others)
        elif isinstance(others, str):
            reading.demands.dependents.setdefault(name, []).append(others)


def _dependent_schemas(reading: Reading, value: Any) -> None:
    for name, schema in value.items():
        if isinstance(schema, (dict, bool)):
            present = Claim("has", reading.node, name)
            absent = Claim("lacks", reading.node, name)
            reading.fork([(present, reading.same(reading.keyword, name)), (absent,)], name)


def _dependencies(reading: Reading, value: Any) -> None:
    _dependent_required(reading, value)
    _dependent_schemas(reading, value)


def _all_of(reading: Reading, value: Any) -> None:
    reading.todo.extend(reading.same("allOf", place) for place in range(len(value)))


def _any_of(reading: Reading, value: Any) -> None:
    reading.fork([(reading.same("anyOf", place),) for place in range(len(value))])


def _one_of(reading: Reading, value: Any) -> None:
    """One branch, and none of the others."""
    branches = [reading.same("oneOf", place) for place in range(len(value))]
    options = []
    for chosen in branches:
        others = (Claim("fails", other.node, scope=reading.scope) for other in branches if other is not chosen)
        options.append((chosen, *others))
    reading.fork(options)


def _not(reading: Reading, _value: Any) -> None:
    reading.todo.append(Claim("fails", reading.document.child(reading.node, "not"), scope=reading.scope))


def _if(reading: Reading, _value: Any) -> None:
    schema = reading.node.schema
    condition = reading.same("if")
    met, missed = [condition], [Claim("fails", condition.node, scope=reading.scope)]
    if "then" in schema:
        met.append(reading.same("then"))
    if "else" in schema:
        missed.append(reading.same("else"))
    if len(met) > 1 or len(missed) > 1 or reading.owners:
        reading.fork([tuple(met), tuple(missed)])


def _ref(reading: Reading, value: Any) -> None:
    reading.target("meets", value)


def _dynamic_ref(reading: Reading, value: Any) -> None:
    target = reading.document.dynamic(reading.node, reading.scope, value)
    reading.todo.append(Claim("meets", target, owners=reading.owners, scope=reading.scope))


RULES: dict[str, Rule] = {
    "type": _type,
    "enum": lambda reading, value: reading.demands.allow(value, reading.place),
    "const": lambda reading, value: reading.demands.allow([value], reading.place),
    "minimum": _minimum,
    "maximum": _maximum,
    "exclusiveMinimum": _exclusive_minimum,
    "exclusiveMaximum": _exclusive_maximum,
    "multipleOf": lambda reading, value: reading.demands.times(fraction(value)),
    "minLength": lambda reading, value: reading.demands.length(value, inf, reading.place),
    "maxLength": lambda reading, value: reading.demands.length(0, value, reading.place),
    "pattern": _pattern,
    "format": _format,
    "contentMediaType": _media_type,
    "contentEncoding": _encoding,
    "prefixItems": _lineup,
    "items": _lineup,
    "additionalItems": _lineup,
    "contains": _contains,
    "minItems": lambda reading, value: reading.demands.items(int(value), inf, reading.place),
    "maxItems": lambda reading, value: reading.demands.items(0, value, reading.place),
    "uniqueItems": _unique,
    "unevaluatedItems": _unevaluated_items,
    "properties": _layer,
    "patternProperties": _layer,
    "additionalProperties": _layer,
    "unevaluatedProperties": _unevaluated_properties,
    "required": _required,
    "propertyNames": lambda reading, _: reading.demands.names.append(reading.inner("propertyNames")),
    "minProperties": lambda reading, value: reading.demands.properties(int(value), inf, reading.place),
    "maxProperties": lambda reading, value: reading.demands.properties(0, value, reading.place),
    "dependentRequired": _dependent_required,
    "dependentSchemas": _dependent_schemas,
    "dependencies": _dependencies,
    "allOf": _all_of,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
    "if": _if,
    "$ref": _ref,
    "$dynamicRef": _dynamic_ref,
    "$recursiveRef": _dynamic_ref,
}
