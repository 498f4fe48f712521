"""A request as conditions see it."""

from collections.abc import Sequence
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

    __slots__ = ("_seen", "_sought", "budget", "hits", "incoming", "request")

    def __init__(self, request: Request, incoming: Incoming, budget: Budget | None = None) -> None:
        self.request = request
        self.incoming = incoming
        self.budget = budget or Budget()
        self.hits: dict[object, Any] = {}
        self._seen: dict[str, tuple[Any, ...]] = {}
        self._sought: Sought | None = None

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
        """Says whether one of the field's values may have a text in it, in lower case if it is folded; False is sure.

        What is remembered for that is made when it is first asked for: a request that finds its rule asks for none.
        """
        if self._sought is None:
            self._sought = Sought()
        return self._sought.may_be_in(self.values(field), field.key, text, folded=folded)


class Sought:
    """The texts that are sought in the values of a request's fields.

    That a text is not there is said only where many are asked for: then it pays to look at the pieces that all the
    values have.
    """

    __slots__ = ("_asked", "_pieces", "_short")

    def __init__(self) -> None:
        self._short: dict[tuple[str, str], bool] = {}
        self._asked: dict[str, int] = {}
        self._pieces: dict[tuple[str, bool], frozenset[str]] = {}

    def may_be_in(self, values: Sequence[Any], key: str, text: str, *, folded: bool) -> bool:
        """`key` is that of the field with these values."""
        if len(text) < LENGTH:
            return folded or self._has_short(values, key, text)
        pieces = self._pieces_of(values, key, folded)
        if pieces is None:
            return True
        for place in range(min(len(text) - LENGTH + 1, MOST_PLACES)):  # noqa: SIM110 - four times as fast as `all`
            if text[place : place + LENGTH] not in pieces:
                return False
        return True

    def _has_short(self, values: Sequence[Any], key: str, text: str) -> bool:
        if (key, text) not in self._short:
            self._short[key, text] = any(isinstance(value, str) and text in value for value in values)
        return self._short[key, text]

    def _pieces_of(self, values: Sequence[Any], key: str, folded: bool) -> frozenset[str] | None:
        """All pieces of the values; None where few texts were asked for."""
        if (key, folded) in self._pieces:
            return self._pieces[key, folded]
        asked = self._asked[key] = self._asked.get(key, 0) + 1
        if asked <= FEW:
            return None
        texts = [value for value in values if isinstance(value, str)]
        known = self._pieces[key, folded] = every_piece(map(grams.folded, texts) if folded else texts)
        return known
