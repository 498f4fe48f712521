"""Reads a schema once, and makes instances of it."""

import json
import marshal
from collections.abc import Callable
from functools import lru_cache
from math import inf
from typing import Any, Final

from mockllm.errors import SchemaError
from mockllm.seeds import chances

from .checker import Checker, unreadable, why_unreadable
from .claims import Claim, Wish
from .clues import Clues
from .document import Document
from .draft import draft_of
from .instance import Maker
from .limits import (
    DEEPEST_SCHEMA,
    LARGEST_SCHEMA,
    MOST_ATTEMPTS,
    MOST_CLAIMS,
    MOST_CLAIMS_TRIED,
    MOST_TRIED,
    MOST_VALUES,
)
from .loops import multiplies, runaway
from .making import Spot
from .offers import Offers
from .problem import Contradiction, Place, SchemaProblem, TooMuch
from .same import copied
from .settling import Allowance, Knowledge
from .shapes import misshapen
from .weights import weigh

MOST_KEPT = 256
MARSHALLED = 2
"""The version of marshal's form that equal values have equal bytes in; it takes a fifth of the time of JSON."""

NO_CLUES = Clues()
TRIAL_ATTEMPTS = 3


class Schema:
    """A schema that was read and found to be usable."""

    def __init__(self, document: Document, checker: Checker) -> None:
        self._document: Final = document
        self._checker: Final = checker
        self._knowledge: Final = Knowledge(document, checker)
        self._wish: Final = Wish((Claim("meets", document.root),))
        self._found: tuple[Any] | None = None

    def complaint(self, value: Any) -> str | None:
        """Says what is wrong with a value, or None where it is valid."""
        return self._checker.complaint(value)

    def accepts(self, value: Any) -> bool:
        """Says whether a value is valid for the schema, its formats included."""
        return self._checker.accepts(value)

    def instance(self, chance: Callable[[], float], clues: Clues = NO_CLUES) -> Any:
        """Returns a value that is valid for the schema; raises `SchemaError` where none is found."""
        value, reason = self._attempt(chance, clues, MOST_ATTEMPTS, Allowance(MOST_VALUES, MOST_CLAIMS))
        if reason is None:
            return value
        if self._found is None:
            raise SchemaError(f"{reason.message} (at {_spelled(reason.place)})")
        return copied(self._found[0])

    def trial(self) -> Contradiction | None:
        """Says why nothing can be valid for the schema, or why we found nothing; what is found first is kept for those
        whom chance leads nowhere."""
        chance = chances("schema", "trial")
        value, reason = self._attempt(chance, NO_CLUES, TRIAL_ATTEMPTS, Allowance(MOST_TRIED, MOST_CLAIMS_TRIED))
        if reason is not None and not reason.proved and not (isinstance(reason, TooMuch) and reason.final):
            value, reason = self._attempt(chance, NO_CLUES, MOST_ATTEMPTS, Allowance(MOST_VALUES, MOST_CLAIMS))
        if reason is None:
            self._found = (value,)
        return reason

    def _attempt(
        self, chance: Callable[[], float], clues: Clues, most: int, allowance: Allowance
    ) -> tuple[Any, Contradiction | None]:
        reason: Contradiction | None = None
        for attempt in range(most):
            part = allowance.part()
            before = part.claims
            maker = Maker(self._knowledge, chance, Offers(clues), part, plain=attempt % 3 == 2)
            try:
                value = maker.make(self._wish, Spot())
                if self._checker.accepts(value):
                    return value, None
                reason = Contradiction((), "We found no value that meets all of it", proved=False)
            except Contradiction as contradiction:
                reason = contradiction
                if contradiction.proved or isinstance(contradiction, TooMuch):
                    break
            except RecursionError:
                reason = TooMuch((), "The schema is nested too deeply", final=True)
                break
            allowance.spend(part, before)
            if allowance.claims <= 0:
                break
        return None, reason


def read(schema: Any) -> Schema | SchemaProblem:
    """Reads a schema, or says what is wrong with it, which depends on nothing else; the same schema is read only
    once."""
    try:
        return _known(marshal.dumps(schema, MARSHALLED))
    except ValueError:  # nothing marshal can write: too deep, or of other types
        return _new(schema)


@lru_cache(MOST_KEPT)
def _known(written: bytes) -> Schema | SchemaProblem:
    return _new(marshal.loads(written))  # noqa: S302 - what we wrote ourselves


def _new(schema: Any) -> Schema | SchemaProblem:
    try:
        text = json.dumps(schema, ensure_ascii=False, allow_nan=False, sort_keys=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        return SchemaProblem(place=(), message=f"The schema is no JSON: {error}", value=None)
    if len(text) > LARGEST_SCHEMA:
        return SchemaProblem(place=(), message=f"A schema may have at most {LARGEST_SCHEMA} characters")
    return _read(text)


@lru_cache(MOST_KEPT)
def _read(text: str) -> Schema | SchemaProblem:
    schema = json.loads(text)
    if not isinstance(schema, (dict, bool)):
        return SchemaProblem(place=(), message="A schema must be an object or a boolean", value=schema)
    deep = _too_deep(schema)
    if deep is not None:
        return SchemaProblem(place=deep, message=f"A schema may have at most {DEEPEST_SCHEMA} levels")
    found = _prepared(schema)
    if isinstance(found, SchemaProblem):
        return found
    reason = found.trial()
    return found if reason is None else reason.problem()


def _prepared(schema: dict[str, Any] | bool) -> Schema | SchemaProblem:
    """Finds what can be found without making an instance."""
    try:
        document = Document(schema, draft_of(schema))
        document.follow_all()
        checker = Checker(document)
        for node in document.aside:
            fault = unreadable(node, document.draft)
            if fault is not None:
                return fault
    except Contradiction as contradiction:
        return contradiction.problem()
    except ValueError as error:
        return why_unreadable(error, schema)
    problem = misshapen(document) or runaway(document)
    if problem is not None:
        return problem
    weigh(document)
    if MOST_VALUES < document.root.weight < inf:
        return SchemaProblem(place=(), message=f"The smallest value for the schema has more than {MOST_VALUES} parts")
    checker.guarded = multiplies(document)
    return Schema(document, checker)


def _too_deep(schema: Any) -> Place | None:
    """Returns a place that is nested too deeply."""
    waiting: list[tuple[Place, Any]] = [((), schema)]
    while waiting:
        place, value = waiting.pop()
        if len(place) > 2 * DEEPEST_SCHEMA:
            return place
        if isinstance(value, dict):
            waiting.extend(((*place, name), inner) for name, inner in value.items() if isinstance(inner, (dict, list)))
        elif isinstance(value, list):
            waiting.extend(((*place, at), inner) for at, inner in enumerate(value) if isinstance(inner, (dict, list)))
    return None


def _spelled(place: Place) -> str:
    return ".".join(map(str, place)) or "its root"
