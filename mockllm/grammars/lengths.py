"""How short a sentence each part of a grammar can have: the least fixpoint, found shortest first."""

from collections.abc import Sequence as Many
from heapq import heapify, heappop, heappush

from .parts import Choice, Compound, Letter, Literal, Part, Repeat, Sequence

LONGEST = 250_000
TOO_LONG, ENDLESS = LONGEST + 1, LONGEST + 2
"""What stands for lengths beyond, and for parts that have no sentence at all."""


def measure(compounds: Many[Compound]) -> None:
    """Sets `least` of all parts and alternatives."""
    users: list[list[tuple[Compound, Sequence | None]]] = [[] for _ in compounds]
    found: list[tuple[int, int]] = []  # lengths and parts, the shortest known first
    waiting: dict[int, tuple[int, int]] = {}
    for index, compound in enumerate(compounds):
        compound.index, compound.least = index, ENDLESS
    for compound in compounds:
        if isinstance(compound, Repeat):
            inner = compound.part
            if compound.low == 0 or not isinstance(inner, Choice | Repeat):
                found.append((_times(compound.low, inner.least if compound.low else 0), compound.index))
            else:
                users[inner.index].append((compound, None))
            continue
        for sequence in compound.alternatives:
            fixed, unknown = 0, 0
            for part in sequence.parts:
                if isinstance(part, Choice | Repeat):
                    users[part.index].append((compound, sequence))
                    unknown += 1
                else:
                    fixed += part.least
            sequence.least = ENDLESS
            waiting[id(sequence)] = fixed, unknown
            if not unknown:
                sequence.least = min(fixed, TOO_LONG)
                found.append((sequence.least, compound.index))
    heapify(found)
    settled = bytearray(len(compounds))
    while found:
        least, index = heappop(found)
        if settled[index]:
            continue
        settled[index] = True
        compounds[index].least = least
        for user, its in users[index]:
            if its is None:
                if isinstance(user, Repeat):
                    heappush(found, (_times(user.low, least), user.index))
                continue
            fixed, unknown = waiting[id(its)]
            waiting[id(its)] = fixed, unknown = min(fixed + least, TOO_LONG), unknown - 1
            if not unknown:
                its.least = fixed
                heappush(found, (fixed, user.index))


def _times(low: int, least: int) -> int:
    return min(low * least, TOO_LONG)


def plainest(part: Part) -> Part:
    """Follows the shortest sentence down to where it has characters of its own, or is made of several parts.

    What was passed on the way remembers the place, so that a way is gone once.
    """
    passed: list[Compound] = []
    while not isinstance(part, Literal | Letter):
        if part.plain is not None:
            part = part.plain
            break
        passed.append(part)
        if isinstance(part, Repeat):
            if part.low != 1:
                break
            part = part.part
        else:
            if len(part.core) != 1:
                break
            part = part.core[0]
    for one in passed:
        one.plain = part
    return part
