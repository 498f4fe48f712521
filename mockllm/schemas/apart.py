"""Schemas that no value meets both of, told apart at a glance: by type, or by a property that says which one it is."""

from collections.abc import Hashable
from typing import Any, NamedTuple

from . import kinds
from .document import Document, Node
from .same import key_of

MOST_KEPT = 5_000
MOST_VALUES = 50
NO_MARKS: dict[str, dict[Hashable, None]] = {}


class Marks(NamedTuple):
    """The kinds of values a schema is for, and the values its required properties may have, where these are few."""

    kinds: int
    properties: dict[str, dict[Hashable, None]]
    values: tuple[Hashable, ...] = ()


class Apart:
    """Compares the nodes of one document; what it reads of a node it keeps."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._known: dict[Node, Marks] = {}

    def are(self, one: Node, other: Node) -> bool:
        """Says whether it is plain that no value meets both."""
        first, second = self._marks(one), self._marks(other)
        if not first.kinds & second.kinds:
            return True
        if first.kinds != kinds.OBJECT and second.kinds != kinds.OBJECT:
            return False
        return any(
            name in second.properties and values.keys().isdisjoint(second.properties[name])
            for name, values in first.properties.items()
        )

    def labels(self, node: Node) -> tuple[str, ...]:
        """Returns the texts by which a schema can be told from others: its constants, and those of its properties."""
        marks = self._marks(node)
        values = (*marks.values, *(value for some in marks.properties.values() for value in some))
        return tuple(value for value in values if isinstance(value, str))

    def _marks(self, node: Node) -> Marks:
        known = self._known.get(node)
        if known is None:
            if len(self._known) > MOST_KEPT:
                self._known.clear()
            known = self._known[node] = self._read(self._target(node))
        return known

    def _target(self, node: Node) -> Node:
        for _ in range(4):
            reference = self._document.reference(node)
            if reference is None:
                break
            node = self._document.follow(node, "$ref", reference)
        return node

    def _read(self, node: Node) -> Marks:
        schema = node.schema
        if not isinstance(schema, dict) or (not self._document.siblings and "$ref" in schema):
            return Marks(kinds.ANY if schema else 0, NO_MARKS)
        which = kinds.kinds_of(schema["type"]) if "type" in schema else kinds.ANY
        values = _values(schema)
        if values is not None:
            which &= _kinds_of(values)
        required = schema.get("required")
        properties: dict[str, dict[Hashable, None]] = {}
        for name, inner in schema.get("properties", {}).items():
            if isinstance(required, list) and name in required and isinstance(inner, dict):
                allowed = _values(inner)
                if allowed is not None and len(allowed) <= MOST_VALUES:
                    properties[name] = dict.fromkeys(map(key_of, allowed))
        own = tuple(map(key_of, values[:MOST_VALUES])) if values else ()
        return Marks(which, properties, own)


def _values(schema: dict[str, Any]) -> list[Any] | None:
    if "const" in schema:
        return [schema["const"]]
    values = schema.get("enum")
    return values if isinstance(values, list) else None


def _kinds_of(values: list[Any]) -> int:
    found = 0
    for value in values:
        found |= kinds.kind_of(value)
    return found
