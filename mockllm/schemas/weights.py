"""How much the smallest value of each schema holds, at the least: so that recursion ends, or is seen never to end."""

from math import inf
from typing import Any

from .document import Document, Node
from .kinds import ARRAY, BY_NAME, OBJECT, kinds_of

MOST_ROUNDS = 100
MOST_COUNTED = 10_000
"""How many items are counted: more than we would make."""


def weigh(document: Document) -> None:
    """Gives every node its weight: a lower bound of the number of values in one, without end where there is none."""
    nodes = list(document.nodes.values())[::-1]
    for node in nodes:
        node.weight = inf
    for _ in range(MOST_ROUNDS):
        changed = False
        for node in nodes:
            weight = _weight(document, node)
            if weight < node.weight:
                node.weight = weight
                changed = True
        if not changed:
            return
    for node in nodes:  # not settled: what is still without end may only be far from it
        if node.weight == inf and node.schema is not False:
            node.weight = 1e9


def _weight(document: Document, node: Node) -> float:
    schema = node.schema
    if not isinstance(schema, dict):
        return 1.0 if schema else inf
    reference = document.reference(node)
    weight = document.follow(node, "$ref", reference).weight if reference is not None else 1.0
    if reference is not None and not document.siblings:
        return weight
    if "const" in schema or "enum" in schema:
        return max(weight, 1.0)
    weight = max(weight, _own(document, node, schema))
    for keyword, combine in (("allOf", max), ("anyOf", min), ("oneOf", min)):
        branches = schema.get(keyword)
        if branches:
            weight = max(weight, combine(document.child(node, keyword, place).weight for place in range(len(branches))))
    return weight


def _own(document: Document, node: Node, schema: dict[str, Any]) -> float:
    kinds = kinds_of(schema["type"]) if "type" in schema else sum(set(BY_NAME.values()))
    if kinds == OBJECT:
        properties = schema.get("properties", {})
        required = schema.get("required")
        names = [name for name in required if name in properties] if isinstance(required, list) else []
        return 1.0 + sum(document.child(node, "properties", name).weight for name in dict.fromkeys(names))
    if kinds == ARRAY:
        least = min(int(schema.get("minItems", 0)), MOST_COUNTED)
        items = schema.get("items")
        listed = "items" if isinstance(items, list) else "prefixItems"
        first = len(schema.get(listed, ()))
        weight = 1.0 + sum(document.child(node, listed, place).weight for place in range(min(first, least)))
        if least > first and isinstance(items, (dict, bool)):
            weight += (least - first) * document.child(node, "items").weight
        return weight
    return 1.0
