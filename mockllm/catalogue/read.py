"""Reads the catalogue's files: families of models, and the models of each dialect."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .card import Card, ReasoningRules

DATA = Path(__file__).with_name("data")


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Models that share a vocabulary, a template and rules of reasoning; `names` finds them in lower-case names."""

    names: re.Pattern[str]
    traits: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """A dialect's cards, in order and by name; short names are in lower case and lack all before the last slash."""

    cards: tuple[Card, ...] = ()
    by_name: Mapping[str, Card]
    by_short_name: Mapping[str, Card]


@cache
def families() -> tuple[Family, ...]:
    """Returns the families in the order in which names are tried; the last one fits every name."""
    return tuple(_family(name, entry) for name, entry in _document("families.toml").items())


@cache
def shelf(dialect: str) -> Shelf:
    """Returns the cards of a dialect; an empty shelf for a dialect the catalogue doesn't have."""
    groups = _document(f"{dialect}.toml")
    aliases: dict[str, str] = groups.pop("aliases", {})
    by_name: dict[str, Card] = {}
    for group in groups.values():
        for model in group["models"]:
            card = _card(group, model)
            by_name[card.id] = card
            if "short_prefix" in group:
                aliases[group["short_prefix"] + model["id"]] = card.id
    cards = tuple(by_name.values())
    by_name |= {alias: by_name[name] for alias, name in aliases.items()}
    by_short_name: dict[str, Card] = {}
    for name, card in by_name.items():
        by_short_name.setdefault(name.rpartition("/")[2].lower(), card)
    return Shelf(cards=cards, by_name=by_name, by_short_name=by_short_name)


def _document(name: str) -> dict[str, Any]:
    path = DATA / name
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def _family(name: str, entry: dict[str, Any]) -> Family:
    rules: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in entry["reasoning"].items()
    }
    traits = {key: value for key, value in entry.items() if key not in {"names", "reasoning"}}
    traits |= {"family": name, "reasoning": ReasoningRules(**rules)}
    return Family(names=re.compile(entry["names"]), traits=traits)


def _card(group: Mapping[str, Any], model: Mapping[str, Any]) -> Card:
    name = model["id"].lower()
    family = next(family for family in families() if family.names.search(name))
    own = {"owned_by": group["owned_by"], "kind": group["kind"], **family.traits, **model}
    return Card(**own | {"id": group["prefix"] + model["id"]})
