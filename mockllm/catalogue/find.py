"""Which card a model's name stands for."""

import re
from dataclasses import replace
from functools import lru_cache

from .card import Card
from .read import Shelf, families, shelf

DEFAULT_CONTEXT_LENGTH = 131_072
"""The window of a model nobody described."""

DEFAULT_CREATED = 1_735_689_600
"""The start of 2025: when a model nobody described counts as made."""

CACHED_NAME_LENGTH = 256

FAULT = ":mock-"
"""What stands between a model's name and the fault that it orders of the mock."""

LISTED_FAULTS = ("rate_limited", "overloaded", "server_error", "truncate", "drop")
"""Those that lists of models show where they are to show any."""
DATED = re.compile(r"-\d{4}-\d\d-\d\d$")


def find(model: str, dialect: str, provider: str | None = None) -> Card:
    """Returns the card of a model, made up from its name where there is none.

    `model` is the name as its service knows it; the gateway's models are named with their `provider`, either in the
    argument or, as a prefix, in the name.
    """
    if len(model) > CACHED_NAME_LENGTH:
        return _find(model, dialect, provider)
    return _remembered(model, dialect, provider)


def known(model: str, dialect: str, provider: str | None = None) -> bool:
    """Says whether a model is in the catalogue, by its name or by an alias."""
    return _listed(shelf(dialect), model, provider) is not None


def cards(dialect: str, *, faults: bool = False) -> tuple[Card, ...]:
    """Returns all cards of a dialect, in the order of the catalogue; none for a dialect it doesn't have.

    With `faults` each model is followed by some that order a fault.
    """
    found = shelf(dialect).cards
    if not faults:
        return found
    return tuple(
        each
        for card in found
        for each in (card, *[replace(card, id=f"{card.id}{FAULT}{fault}") for fault in LISTED_FAULTS])
    )


def _find(model: str, dialect: str, provider: str | None) -> Card:
    of_dialect = shelf(dialect)
    if card := _listed(of_dialect, model, provider):
        return card
    if card := of_dialect.by_short_name.get(_short(model)):
        return replace(card, id=model)
    return _guess(model)


_remembered = lru_cache(maxsize=1024)(_find)


def _listed(of_dialect: Shelf, model: str, provider: str | None) -> Card | None:
    """Looks a name up without a deployment (`<model>#<deployment>`) or a fault, and with its provider."""
    name = model.partition("#")[0].partition(FAULT)[0]
    return of_dialect.by_name.get(f"{provider}/{name}" if provider else name)


def _short(model: str) -> str:
    """Returns the bare name: without its account or maker, its deployment, and the date of its release."""
    return DATED.sub("", model.partition("#")[0].rpartition("/")[2].lower())


def _guess(model: str) -> Card:
    name = model.lower()
    family = next(family for family in families() if family.names.search(name))
    return Card(
        id=model,
        context_length=DEFAULT_CONTEXT_LENGTH,
        created=DEFAULT_CREATED,
        owned_by="system",
        kind="HF_BASE_MODEL",
        **family.traits,
    )
