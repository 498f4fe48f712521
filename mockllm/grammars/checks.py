"""What is wrong with a grammar as a whole: rules that aren't there, that begin with themselves, that never end."""

from collections.abc import Iterator
from difflib import get_close_matches

from .lengths import ENDLESS, LONGEST
from .parts import Choice, Compound, Repeat
from .problem import Trouble, brief
from .syntax import Draft

ROOT = "root"
MOST_GUESSES = 2000
"""Among so many names a similar one is looked for."""

SHOWN_STEPS = 6


def check_names(draft: Draft) -> None:
    """All rules that are mentioned are there, and so is the one that every sentence begins with."""
    defined = [name for name, rule in draft.rules.items() if rule.defined]
    if not defined:
        raise Trouble(0, 'the grammar has no rules; it needs at least one like root ::= "text"')
    missing = [rule for rule in draft.rules.values() if not rule.defined]
    if missing:
        rule = min(missing, key=lambda rule: rule.at)
        raise Trouble(rule.at, f"there is no rule {brief(rule.name or '')}{_meant(rule.name or '', defined)}")
    if ROOT not in draft.rules:
        at = min(rule.at for rule in draft.rules.values())
        message = f"there is no rule {ROOT!r}, which every sentence begins with{_meant(ROOT, defined)}"
        raise Trouble(at, message)


def check_beginnings(draft: Draft) -> None:
    """No rule begins with itself, which llama.cpp refuses, whether or not anything uses the rule."""
    fresh, open_, done = 0, 1, 2
    states = bytearray(len(draft.compounds))
    for rule in draft.rules.values():
        if states[rule.index] != fresh:
            continue
        states[rule.index] = open_
        way: list[tuple[Compound, Iterator[tuple[Compound, int]]]] = [(rule, _beginnings(rule))]
        while way:
            compound, left = way[-1]
            step = next(left, None)
            if step is None:
                states[compound.index] = done
                way.pop()
                continue
            part, at = step
            if states[part.index] == open_:
                raise _begins_with_itself(part, [one for one, _ in way], at)
            if states[part.index] == fresh:
                states[part.index] = open_
                way.append((part, _beginnings(part, at)))


def check_lengths(draft: Draft) -> None:
    """The root has a sentence, and one that is not too long."""
    root = draft.rules[ROOT]
    if root.least <= LONGEST:
        return
    if root.least != ENDLESS:
        raise Trouble(root.at, f"the shortest sentence has more than {LONGEST} characters, too many to write")
    passed = bytearray(len(draft.compounds))
    compound: Compound = root
    while not passed[compound.index]:
        passed[compound.index] = True
        compound = _endless_part(compound)
    while not isinstance(compound, Choice) or compound.name is None:  # the circle goes through a rule
        compound = _endless_part(compound)
    raise Trouble(compound.at, f"the rule {brief(compound.name)} never ends: all its alternatives come back to it")


def _endless_part(compound: Compound) -> Compound:
    """Returns what keeps a part without end from ending."""
    parts = [compound.part] if isinstance(compound, Repeat) else compound.alternatives[0].parts
    return next(part for part in parts if isinstance(part, Choice | Repeat) and part.least == ENDLESS)


def _beginnings(compound: Compound, at: int = 0) -> Iterator[tuple[Compound, int]]:
    """Yields what a part can begin with, and where that stands."""
    if isinstance(compound, Repeat):
        if compound.high != 0 and isinstance(compound.part, Choice | Repeat):
            yield compound.part, at
        return
    for sequence in compound.alternatives:
        for part, place in zip(sequence.parts, sequence.places, strict=True):
            if isinstance(part, Choice | Repeat):
                yield part, place
            if part.least:
                break


def _begins_with_itself(rule: Compound, way: list[Compound], at: int) -> Trouble:
    round_ = way[next(place for place, part in enumerate(way) if part is rule) :]
    names = [part.name for part in round_ if isinstance(part, Choice) and part.name]
    shown = ", ".join(map(brief, names[1:SHOWN_STEPS]))
    through = f" by way of {shown}{', …' if len(names) > SHOWN_STEPS else ''}" if shown else ""
    return Trouble(at, f"the rule {brief(names[0])} begins with itself{through}; * and + repeat without that")


def _meant(name: str, defined: list[str]) -> str:
    known = defined[:MOST_GUESSES]
    found = next((one for one in known if one.lower() == name.lower()), None)
    close = [found] if found else get_close_matches(name, known, n=1, cutoff=0.7)
    return f"; did you mean {brief(close[0])}?" if close else ""
