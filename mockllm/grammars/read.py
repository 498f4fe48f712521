"""Reads a grammar, or says what is wrong with it."""

from functools import lru_cache

from .checks import ROOT, check_beginnings, check_lengths, check_names
from .grammar import Grammar
from .lengths import measure
from .problem import GrammarProblem, Trouble, located
from .settle import settle
from .syntax import parse

COMMON_CHARACTERS = 16_384
"""Texts up to this length are remembered well, longer ones only for a while."""


def read(text: str) -> Grammar | GrammarProblem:
    """Reads a grammar in GBNF; what was read lately is remembered."""
    return _read(text) if len(text) <= COMMON_CHARACTERS else _read_long(text)


def _fresh(text: str) -> Grammar | GrammarProblem:
    try:
        draft = parse(text)
        check_names(draft)
        measure(draft.compounds)
        check_beginnings(draft)
        check_lengths(draft)
    except Trouble as trouble:
        return located(trouble, text)
    settle(draft.compounds)
    return Grammar(draft.rules[ROOT])


_read = lru_cache(maxsize=128)(_fresh)
_read_long = lru_cache(maxsize=2)(_fresh)
