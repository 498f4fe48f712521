"""Whether keywords have values of the right kind that the draft a schema is written in doesn't know.

The validator passes over these; we honour them, since people mix drafts.
"""

from collections.abc import Callable
from typing import Any

from .document import Document
from .problem import SchemaProblem

Shape = Callable[[Any], bool]


def is_schema(value: Any) -> bool:
    return isinstance(value, (dict, bool))


def is_count(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0


def are_schemas(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(is_schema, value))


def are_named(value: Any) -> bool:
    """Schemas or lists of names, by name."""
    return isinstance(value, dict) and all(is_schema(inner) or is_names(inner) for inner in value.values())


def is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def is_text(value: Any) -> bool:
    return isinstance(value, str)


SHAPES: dict[str, Shape] = {
    **dict.fromkeys(("if", "then", "else", "contains", "propertyNames", "contentSchema"), is_schema),
    **dict.fromkeys(("unevaluatedItems", "unevaluatedProperties"), is_schema),
    **dict.fromkeys(("minContains", "maxContains"), is_count),
    **dict.fromkeys(("$dynamicRef", "$recursiveRef", "$anchor", "$dynamicAnchor"), is_text),
    **dict.fromkeys(("dependentRequired", "dependentSchemas", "dependencies"), are_named),
    "prefixItems": are_schemas,
}


def misshapen(document: Document) -> SchemaProblem | None:
    """Returns the first keyword that has a value of the wrong kind."""
    for node in document.nodes.values():
        if not isinstance(node.schema, dict):
            continue
        for keyword, value in node.schema.items():
            shape = SHAPES.get(keyword)
            if shape is not None and not shape(value):
                message = f"The keyword {keyword!r} can't have this value"
                return SchemaProblem(place=(*node.place, keyword), message=message, value=value)
    return None
