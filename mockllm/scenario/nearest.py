"""Which rule comes nearest to a request that no rule matches, if any does."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher, get_close_matches

from mockllm.matching import Difference

from .look import Look
from .words import words

COMPARED = 50
"""How many of the rules with the fewest differences are compared letter by letter."""

COMPARED_CHARACTERS = 200

NUMBER = re.compile(r"-?\d[\d.e+-]*")
MISSING = ("absent", "nothing")
SIMILAR = 0.75


def nearest(looks: Sequence[Look]) -> Look | None:
    """The look that lacks least: fewest differences, then most fields that agree, then texts that are most alike.

    Of many rules that have nothing to do with the request none is near; a rule that is alone is told of anyway.
    """
    if len(looks) <= 1:
        return next(iter(looks), None)
    near = [look for look in looks if is_near(look, closely=len(looks) <= COMPARED)]
    if not near:
        return None
    ranked = sorted(near, key=rank)
    alike = [each for each in ranked if rank(each) == rank(ranked[0])]
    return max(alike[:COMPARED], key=likeness)


def is_near(look: Look, *, closely: bool) -> bool:
    """Says whether a condition holds, or one that does not has something in common with what is there."""
    return look.held > 0 or any(is_like(difference, closely=closely) for difference in look.differences)


def is_like(difference: Difference, *, closely: bool) -> bool:
    """Says whether what is wanted is like what is there: numbers are, and texts with a word in common.

    A hint that tells more than that something is missing is a sign of nearness as well.
    """
    _, wanted, got, hint = difference
    if got in MISSING:
        return hint is not None and hint.startswith("the request has ") and not hint.startswith("the request has no ")
    if hint is not None or (NUMBER.fullmatch(got) and NUMBER.search(wanted)):
        return True
    looked_for, there = words(wanted), words(got)
    if not looked_for.isdisjoint(there):
        return True
    return closely and any(get_close_matches(word, there, n=1, cutoff=SIMILAR) for word in sorted(looked_for))


def rank(look: Look) -> tuple[int, int]:
    return len(look.differences), -len(look.rule.when.fields)


def likeness(look: Look) -> float:
    """How alike what is wanted and what is there are, from 0 to 1."""
    ratios = [
        SequenceMatcher(None, wanted[:COMPARED_CHARACTERS], got[:COMPARED_CHARACTERS]).ratio()
        for _, wanted, got, *_ in look.differences
    ]
    return sum(ratios) / len(ratios)
