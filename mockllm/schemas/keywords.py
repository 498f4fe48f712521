"""Which keywords hold schemas, and whether these speak of the same value or of one inside it."""

from collections.abc import Iterator
from typing import Any, Literal

from .problem import Place

Reach = Literal["same", "inside", "aside"]
"""Whether a schema speaks of the value its parent speaks of, of one inside it, or of none until it is referred to."""

REACH: dict[str, Reach] = {
    **dict.fromkeys(("not", "if", "then", "else", "allOf", "anyOf", "oneOf"), "same"),
    **dict.fromkeys(("dependentSchemas", "dependencies"), "same"),
    **dict.fromkeys(("additionalProperties", "properties", "patternProperties", "propertyNames"), "inside"),
    **dict.fromkeys(("items", "prefixItems", "additionalItems", "contains", "contentSchema"), "inside"),
    **dict.fromkeys(("unevaluatedProperties", "unevaluatedItems"), "inside"),
    **dict.fromkeys(("$defs", "definitions"), "aside"),
}
MAPS = frozenset(("properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"))
"""Keywords whose value is no schema but an object of schemas."""


def subschemas(schema: dict[str, Any]) -> Iterator[tuple[Reach, Place, Any]]:
    """Yields the schemas directly inside a schema: their reach, where they stand, and themselves."""
    for keyword, value in schema.items():
        reach = REACH.get(keyword)
        if reach is None:
            continue
        if isinstance(value, list):
            for place, member in enumerate(value):
                if isinstance(member, (dict, bool)):
                    yield reach, (keyword, place), member
        elif keyword in MAPS:
            if isinstance(value, dict):
                for name, member in value.items():
                    if isinstance(member, (dict, bool)):
                        yield reach, (keyword, name), member
        elif isinstance(value, (dict, bool)):
            yield reach, (keyword,), value
