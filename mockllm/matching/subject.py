"""A request as conditions see it."""

from typing import Any

from mockllm.core import Incoming, Request

from . import grams
from .budget import Budget
from .fields import Field
from .grams import FEW, LENGTH, MOST_PLACES, every_piece


class Subject:
    """Reads each field once, when it is first asked for.

    `hits` keeps what regexes found, so that nothing is searched twice. `budget` is the time they have together; the
    views of one request share one.
    """

    __slots__ = ("_asked", "_pieces", "_seen", "_short", "budget", "hits", "incoming", "request")

    def __init__(self, request: Request, incoming: Incoming, budget: Budget | None = None) -> None:
        self.request = request
        self.incoming = incoming
        self.budget = budget or Budget()
        self.hits: dict[object, Any] = {}
        self._seen: dict[str, tuple[Any, ...]] = {}
        self._short: dict[tuple[str, str], bool] = {}
        self._asked: dict[str, int] = {}
        self._pieces: dict[tuple[str, bool], frozenset[str]] = {}

    def values(self, field: Field) -> tuple[Any, ...]:
        """The values a field has; none where the request lacks it."""
        found = self._seen.get(field.key)
        if found is None:
            if field.find is None:
                found = field.read(self.request, self.incoming)
            else:
                found = tuple(field.find(self.request.body, self.budget))
            self._seen[field.key] = found
        return found

    def may_contain(self, field: Field, text: str, *, folded: bool) -> bool:
        """Says whether one of the field's values may have a text in it, in lower case if it is folded.

        False is sure. It is said only where many texts are asked for: then it pays to look at the pieces that all the
        values have.
        """
        if len(text) < LENGTH:
            return folded or self._has_short(field, text)
        pieces = self._pieces_of(field, folded)
        if pieces is None:
            return True
        for place in range(min(len(text) - LENGTH + 1, MOST_PLACES)):  # noqa: SIM110 - four times as fast as `all`
            if text[place : place + LENGTH] not in pieces:
                return False
        return True

    def _has_short(self, field: Field, text: str) -> bool:
        key = field.key, text
        if key not in self._short:
            self._short[key] = any(isinstance(value, str) and text in value for value in self.values(field))
        return self._short[key]

    def _pieces_of(self, field: Field, folded: bool) -> frozenset[str] | None:
        """All pieces of the field's values; None where few texts were asked for."""
        key = field.key, folded
        if key in self._pieces:
            return self._pieces[key]
        asked = self._asked[field.key] = self._asked.get(field.key, 0) + 1
        if asked <= FEW:
            return None
        texts = [value for value in self.values(field) if isinstance(value, str)]
        known = self._pieces[key] = every_piece(map(grams.folded, texts) if folded else texts)
        return known
