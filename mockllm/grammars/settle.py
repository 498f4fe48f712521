"""Makes a grammar that was read ready for writing: what cannot end goes, the rest gets its order and its roles."""

from collections.abc import Sequence as Many

from .characters import Ranges, is_wide
from .lengths import LONGEST
from .parts import (
    BLANK,
    FIXED,
    FLEXIBLE,
    MOST_SHORT,
    SHORT,
    Choice,
    Compound,
    Letter,
    Literal,
    Part,
    Repeat,
    Sequence,
    is_white,
    letter_of,
)

SIGN_ODDS, EXPONENT_ODDS, LETTER_ODDS, PART_ODDS = 0.25, 0.06, 0.5, 0.75
"""How likely an option is taken: a sign, an exponent, another letter or literal, anything else."""

SIGNS = ((0x2B, 0x2B), (0x2D, 0x2D))
EXPONENTS = ((0x45, 0x45), (0x65, 0x65))
"""What [+-] and [eE] hold."""


def settle(compounds: Many[Compound]) -> None:
    """Prepares all parts whose lengths are known."""
    _whiten(compounds)
    for compound in compounds:
        if isinstance(compound, Choice):
            _order(compound)
    for compound in compounds:
        if isinstance(compound, Repeat):
            if compound.part.least > LONGEST:
                compound.high = 0
            compound.letter = letter_of(compound.part)
            compound.odds = _odds(compound)


def _whiten(compounds: Many[Compound]) -> None:
    """Marks the parts that are nothing but white space, whatever they come to."""
    users: list[list[int]] = [[] for _ in compounds]
    inked: list[int] = []
    for compound in compounds:
        sequences = [[compound.part]] if isinstance(compound, Repeat) else [it.parts for it in compound.alternatives]
        compound.blank = True
        for parts in sequences:
            for part in parts:
                if isinstance(part, Choice | Repeat):
                    users[part.index].append(compound.index)
                elif compound.blank and not is_white(part):
                    compound.blank = False
                    inked.append(compound.index)
    while inked:
        for user in users[inked.pop()]:
            if compounds[user].blank:
                compounds[user].blank = False
                inked.append(user)


def _order(choice: Choice) -> None:
    """Puts the shortest alternatives first, and says what role each part has."""
    choice.alternatives = [sequence for sequence in choice.alternatives if sequence.least <= LONGEST]
    choice.alternatives.sort(key=lambda sequence: sequence.least)
    choice.costs = [sequence.least - choice.least for sequence in choice.alternatives]
    wide = [sequence for sequence in choice.alternatives if _is_wide(sequence)]
    if len(wide) == 1 < len(choice.alternatives):
        choice.main = wide[0]
    choice.core = [part for sequence in choice.alternatives[:1] for part in sequence.parts if part.least]
    for sequence in choice.alternatives:
        for part in reversed(sequence.parts):
            role = FIXED
            if isinstance(part, Choice | Repeat):
                role = BLANK if part.blank and not choice.blank else SHORT if _is_short(part) else FLEXIBLE
            sequence.flexible += role == FLEXIBLE
            sequence.roles.append((part, role))
        sequence.places.clear()


def _is_short(part: Part) -> bool:
    """Says whether a part is a choice among a few short things, such as a sign or a name."""
    if not isinstance(part, Choice) or part.blank or not 0 < len(part.alternatives) <= MOST_SHORT:
        return False
    return all(
        max(sequence.least, len(sequence.parts)) <= MOST_SHORT
        and all(isinstance(one, Literal | Letter) or one.blank for one in sequence.parts)
        for sequence in part.alternatives
    )


def _is_wide(sequence: Sequence) -> bool:
    if len(sequence.parts) != 1:
        return False
    part = sequence.parts[0]
    return isinstance(part, Letter) and is_wide(part.ranges)


def _odds(repeat: Repeat) -> float:
    part = repeat.part
    if _is_sign(part):
        return SIGN_ODDS
    if isinstance(part, Literal | Letter):
        return LETTER_ODDS
    if isinstance(part, Choice) and part.alternatives and part.alternatives[0].parts:
        return EXPONENT_ODDS if _is_exponent(part.alternatives[0].parts[0]) else PART_ODDS
    return PART_ODDS


def _is_sign(part: Part) -> bool:
    return part.text in ("-", "+") if isinstance(part, Literal) else _holds_just(part, SIGNS)


def _is_exponent(part: Part) -> bool:
    return part.text in ("e", "E") if isinstance(part, Literal) else _holds_just(part, EXPONENTS)


def _holds_just(part: Part, ranges: Ranges) -> bool:
    return isinstance(part, Letter) and part.ranges == ranges
