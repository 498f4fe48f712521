"""Hypothesis strategies for the values a JSON Schema allows, as far as our OpenAPI documents use its words."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

Json = dict[str, Any]
Values = st.SearchStrategy[Any]
Special = Mapping[tuple[str, str], Values]
"""Strategies that stand in for those of a property, by the names of schema and property."""

KEYS = st.text("abcxyz_-", min_size=1, max_size=6)
WORDS = st.sampled_from(["", "a", "the sea", "Grüße", "你好", "🌊", "\n", '"', "\\", "<think>", "\u2028", "e"])
TEXTS = WORDS | st.text(max_size=12)
NAMES = st.sampled_from(["f", "get_weather", "a-b", "x" * 64]) | st.from_regex(r"[a-zA-Z0-9_-]{1,64}", fullmatch=True)
SCALARS = st.none() | st.booleans() | st.integers(-10, 10) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
ANY = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=5
)
MOST_OPTIONAL = 6
"""How many of the properties that may be left out one object has at most, so that objects stay small."""


class FromSchema:
    """Makes strategies; each of a document's schemas once."""

    def __init__(self, schemas: Mapping[str, Json], special: Special | None = None) -> None:
        self._schemas = schemas
        self._special = special or {}
        self._named: dict[str, Values] = {}

    def named(self, name: str) -> Values:
        """Values of a schema by its name."""
        if name not in self._named:
            self._named[name] = self._of(self._schemas[name], name)
        return self._named[name]

    def _of(self, schema: Json, name: str) -> Values:
        if "$ref" in schema:
            return self.named(schema["$ref"].rpartition("/")[2])
        if "const" in schema:
            return st.just(schema["const"])
        if "enum" in schema:
            return st.sampled_from(schema["enum"])
        for union in ("anyOf", "oneOf"):
            if union in schema:
                return st.one_of([self._of(arm, name) for arm in schema[union]])
        match schema.get("type"):
            case "object":
                return self._object(schema, name)
            case "array":
                least, most = schema.get("minItems", 0), schema.get("maxItems", 4)
                return st.lists(self._of(schema.get("items", {}), name), min_size=least, max_size=min(most, least + 3))
            case "string":
                return NAMES if "pattern" in schema else TEXTS
            case "integer":
                return integers(schema.get("minimum"), schema.get("maximum"))
            case "number":
                return numbers(schema.get("minimum"), schema.get("maximum"))
            case "boolean":
                return st.booleans()
            case "null":
                return st.none()
        return ANY

    def _object(self, schema: Json, name: str) -> Values:
        properties = schema.get("properties", {})
        inner = schema.get("additionalProperties", True)
        if not properties:
            keys = st.integers(0, 120_000).map(str) if "propertyNames" in schema else KEYS
            return st.dictionaries(keys, ANY if isinstance(inner, bool) else self._of(inner, name), max_size=3)
        required = schema.get("required", [])
        optional = [key for key in properties if key not in required]

        def build(chosen: list[str]) -> Values:
            keys = [*required, *chosen]
            return st.fixed_dictionaries({key: self._property(name, key, properties[key]) for key in keys})

        chosen = st.lists(st.sampled_from(optional), unique=True, max_size=MOST_OPTIONAL) if optional else st.just([])
        return chosen.flatmap(build)

    def _property(self, name: str, key: str, schema: Json) -> Values:
        special = self._special.get((name, key))
        return self._of(schema, name) if special is None else special


def integers(least: int | None, most: int | None) -> Values:
    """Whole numbers, some of them written with a fraction of nothing."""
    low, high = -(2**40) if least is None else least, 2**40 if most is None else most
    found = st.integers(low, min(high, low + 2**40))
    edges = st.sampled_from([low, high])
    return st.one_of(found, edges, edges.map(float))


def numbers(least: float | None, most: float | None) -> Values:
    low, high = -1e9 if least is None else least, 1e9 if most is None else most
    return st.sampled_from([low, high]) | st.floats(low, high, allow_nan=False)
