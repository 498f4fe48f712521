"""Numbers as a file has them, for conditions of what is always a text: `1.10` and `007` are no other numbers there."""

from collections.abc import Mapping
from typing import Any

from yaml.nodes import ScalarNode

from .document import Document
from .place import Path

SPELLED = ("header", "query")
"""The fields of which a number means its digits."""


def spelled(fields: Mapping[str, Any], path: Path, document: Document) -> Mapping[str, Any]:
    """Returns conditions with the texts of numbers in place of those that are wanted of headers and parameters."""
    if not any(field in fields for field in SPELLED):
        return fields
    return {
        field: as_written(condition, (*path, field), document) if field in SPELLED else condition
        for field, condition in fields.items()
    }


def as_written(value: Any, path: Path, document: Document) -> Any:
    if isinstance(value, dict):
        return {key: as_written(inner, (*path, key), document) for key, inner in value.items()}
    if isinstance(value, list):
        return [as_written(inner, (*path, place), document) for place, inner in enumerate(value)]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        node = document.node(path)
        return node.value if isinstance(node, ScalarNode) else value
    return value
