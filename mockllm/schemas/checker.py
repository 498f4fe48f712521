"""The validator: says whether a value is valid for a schema, for a part of it, for a pattern or a format."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from .document import Document, Node
from .draft import Draft, named_draft
from .limits import MOST_CHECKS
from .loops import checks
from .problem import Contradiction, Place, SchemaProblem, TooMuch

if TYPE_CHECKING:
    from jsonschema_rs import Validator

BACKTRACKING = 20_000
"""Steps a pattern may take back before it counts as not matching."""

NAME = "mockllm:schema"
LONGEST_MESSAGE = 300
DIALECTS: dict[Draft, str] = {
    "4": "http://json-schema.org/draft-04/schema#",
    "6": "http://json-schema.org/draft-06/schema#",
    "7": "http://json-schema.org/draft-07/schema#",
    "2019-09": "https://json-schema.org/draft/2019-09/schema",
    "2020-12": "https://json-schema.org/draft/2020-12/schema",
}


class Checker:
    """Checks values against one document; validators of its parts are made when they are first needed."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._schema = plain(document.schema, document.draft)
        self._parts: dict[Place, Validator] = {}
        self._registry: Any = None
        self._whole = compiled(self._schema, document.draft, formats=True)
        self.guarded = False
        """Whether the steps are counted before a value is checked."""

    def accepts(self, value: Any) -> bool:
        """Says whether a value is valid for the whole schema."""
        self._guard(self._document.root, value)
        return self._whole.is_valid(value)

    def complaint(self, value: Any) -> str | None:
        """Says what is wrong with a value, the first fault and its place; None where it is valid."""
        self._guard(self._document.root, value)
        fault = next(iter(self._whole.iter_errors(value)), None)
        if fault is None:
            return None
        place = "".join([f"[{step}]" if isinstance(step, int) else f".{step}" for step in fault.instance_path])
        said = str(fault.message)
        said = said if len(said) <= LONGEST_MESSAGE else said[: LONGEST_MESSAGE - 1] + "…"
        return f"at {place.removeprefix('.')}: {said}" if place else said

    def holds(self, node: Node, value: Any) -> bool:
        """Says whether a value is valid for a part of the schema."""
        if not node.known:
            return True
        if not isinstance(node.schema, dict):
            return bool(node.schema)
        self._guard(node, value)
        if not node.place:
            return self._whole.is_valid(value)
        part = self._parts.get(node.place)
        if part is None:
            part = self._parts[node.place] = self._part(node.place)
        return part.is_valid(value)

    def _guard(self, node: Node, value: Any) -> None:
        if self.guarded and checks(self._document, node, value, MOST_CHECKS) > MOST_CHECKS:
            raise TooMuch(node.place, "The schema branches so often that no value can be checked", final=True)

    def _part(self, place: Place) -> "Validator":
        from jsonschema_rs import Registry

        draft = self._document.draft
        if self._registry is None:
            self._registry = Registry([(NAME, self._schema)], draft=_number(draft))
        pointer = "".join("/" + quote(str(step).replace("~", "~0").replace("/", "~1"), safe="") for step in place)
        return compiled({"$ref": f"{NAME}#{pointer}"}, draft, formats=True, registry=self._registry)


def plain(schema: Any, draft: Draft) -> Any:
    """Returns the schema with a `$schema` that the validator knows."""
    if isinstance(schema, dict) and "$schema" in schema and named_draft(schema) is None:
        return {**schema, "$schema": DIALECTS[draft]}
    return schema


def why_unreadable(error: ValueError, schema: Any) -> SchemaProblem:
    """Says why the validator couldn't read a schema: a wrong type of a keyword, a bad pattern, a missing reference."""
    place = tuple(getattr(error, "instance_path", ()))
    message = getattr(error, "message", None) or str(error) or "The schema can't be read"
    message = f"{message[:1].upper()}{message[1:]}"
    return SchemaProblem(place=place, message=message[:LONGEST_MESSAGE], value=_value_at(schema, place))


def unreadable(node: Node, draft: Draft) -> SchemaProblem | None:
    """Says why a part of a schema can't be read that the validator doesn't take for a schema."""
    from jsonschema_rs import ValidationError, meta

    if not isinstance(node.schema, dict):
        return None
    try:
        meta.validate({**node.schema, "$schema": DIALECTS[draft]})
    except ValidationError as error:
        problem = why_unreadable(error, node.schema)
        return SchemaProblem(place=(*node.place, *problem.place), message=problem.message, value=problem.value)
    return None


def matches(pattern: str, text: str) -> bool:
    """Says whether a pattern is found in a text, as the validator sees it."""
    return _pattern(pattern).is_valid(text)


def is_format(name: str, text: str) -> bool:
    """Says whether a text has a format; it has every format nobody knows."""
    return _format(name).is_valid(text)


def compiled(schema: Any, draft: Draft, *, formats: bool, registry: Any = None) -> "Validator":
    """Makes a validator that fetches nothing and goes back only so far in patterns."""
    import jsonschema_rs as rs

    kinds = {
        "4": rs.Draft4Validator,
        "6": rs.Draft6Validator,
        "7": rs.Draft7Validator,
        "2019-09": rs.Draft201909Validator,
        "2020-12": rs.Draft202012Validator,
    }
    return kinds[draft](
        schema,
        validate_formats=formats,
        offline=True,
        registry=registry,
        pattern_options=rs.FancyRegexOptions(backtrack_limit=BACKTRACKING),
    )


def _number(draft: Draft) -> int:
    import jsonschema_rs as rs

    numbers = {
        "4": rs.Draft4,
        "6": rs.Draft6,
        "7": rs.Draft7,
        "2019-09": rs.Draft201909,
        "2020-12": rs.Draft202012,
    }
    return numbers[draft]


@lru_cache(256)
def _pattern(pattern: str) -> "Validator":
    try:
        return compiled({"pattern": pattern}, "2020-12", formats=False)
    except ValueError as error:
        raise Contradiction((), "The pattern can't be read", pattern) from error


@lru_cache(64)
def _format(name: str) -> "Validator":
    return compiled({"format": name}, "2020-12", formats=True)


def _value_at(schema: Any, place: Place) -> Any:
    for step in place:
        schema = schema[step]
    return schema
