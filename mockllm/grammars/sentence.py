"""Writes a sentence of a grammar, from the top down, in a way that always ends.

Each part gets slack: how many characters longer than its shortest it may become. An alternative costs what its
shortest sentence is longer than the choice's, the rest is shared among its parts; a rule that comes back to itself has
written something in between, so the slack gets less each time, and without slack only shortest alternatives are left.
As long as there is slack, short choices and white space between other parts get some beside it: white space a
character at most.
"""

from collections.abc import Callable

from .habits import Habit, plainest_letter
from .lengths import plainest
from .parts import FIXED, FLEXIBLE, MOST_SHORT, SHORT, Choice, Letter, Literal, Part, Repeat, Sequence
from .runs import pick, run

BLANK_ODDS = 0.4
"""How likely white space that may be left out gets slack."""

MAIN_ODDS = 0.97
"""How likely a letter of a text is no escape, where escapes are the other alternatives."""

RUN_ODDS = 0.94
"""How likely a text has no escapes at all."""

HALF = 0.5

MORE_PARTS = 4
SLACK_PER_PART = 64
"""How often more than it must a part is repeated at most, and for how much slack once more."""

ROOM = 6
"""How many characters more than twice its shortest a repeated part is given, when their number is reckoned."""

RICH, RICH_ODDS = 20, 0.92
"""With so much slack what can be left out seldom is, unless it is only a letter or an exponent."""

PATIENCE = 30_000
"""After so many parts the rest of a sentence is written in the plainest way."""

Chance = Callable[[], float]
Stack = list[tuple[Part, int]]


def write(root: Choice, chance: Chance, slack: int) -> str:
    """Writes a sentence that begins with a rule."""
    written: list[str] = []
    stack: Stack = [(root, slack)]
    begun = ""  # what is left of a word whose letters are asked for one by one
    passed = 0
    while stack:
        part, slack = stack.pop()
        if isinstance(part, Literal):
            written.append(part.text)
            begun = ""
        elif isinstance(part, Letter):
            letter, begun = _letter(part.habit, begun, chance)
            written.append(letter)
        elif isinstance(part, Choice):
            passed += _choose(part, slack, chance, stack)
        elif part.letter is not None and (part.letter is part.part or chance() < RUN_ODDS or not slack):
            habit = part.letter.habit
            written.append(run(habit, part.low, part.high, slack, chance, begun))
            begun = ""
        else:
            passed += 1
            _repeat(part, slack, chance, stack)
        if passed + len(stack) > PATIENCE:
            _write_plainly(stack, written)
    return "".join(written)


def _choose(choice: Choice, slack: int, chance: Chance, stack: Stack) -> int:
    """Lays an alternative on the stack, and says how many parts were looked at."""
    main = choice.main
    if main is None:
        sequence, slack = choice.pick(slack, chance)
    elif main.least - choice.least <= slack and chance() < MAIN_ODDS:
        sequence, slack = main, 0
    else:
        sequence, _ = choice.pick(slack, chance)
        slack = 0
    _lay(sequence, slack, chance, stack)
    return 1 + len(sequence.roles)


def _lay(sequence: Sequence, slack: int, chance: Chance, stack: Stack) -> None:
    """Lays a sequence's parts on the stack, the first on top, and shares the slack among them.

    Parts that can be empty and get no slack are left out, or they might be very many.
    """
    share = slack // sequence.flexible if sequence.flexible > 1 else slack
    for part, role in sequence.roles:
        if role == FIXED:
            stack.append((part, 0))
            continue
        given = share
        if slack and role != FLEXIBLE:
            given = MOST_SHORT if role == SHORT else 1 if chance() < BLANK_ODDS else 0
        if given or part.least:
            stack.append((part, given))


def _repeat(repeat: Repeat, slack: int, chance: Chance, stack: Stack) -> None:
    """Lays a part on the stack as often as it is to be repeated."""
    part, low, high = repeat.part, repeat.low, repeat.high
    if low == 0 and high == 1:
        odds = RICH_ODDS if slack >= RICH and repeat.odds > HALF else repeat.odds
        if part.least <= slack and chance() < odds:
            stack.append((part, slack - part.least))
        return
    most = MORE_PARTS + slack // SLACK_PER_PART
    most = most if high is None else min(high - low, most)
    most = min(slack // (2 * part.least + ROOM) or min(1, slack // (part.least or 1)), most)
    fewest = 1 if low == 0 < most and slack >= RICH and chance() < RICH_ODDS else 0
    more = fewest + int(chance() * (most - fewest + 1))
    times = low + more
    if times and (slack or part.least):
        stack.extend([(part, (slack - more * part.least) // times)] * times)


def _letter(habit: Habit, begun: str, chance: Chance) -> tuple[str, str]:
    """Draws a letter, the next of a word if the last one began it, and says what is left of the word."""
    letter = habit.spelling(begun[:1])
    if letter:
        return letter, begun[1:]
    if habit.kind != "words":
        return habit.draw(chance), ""
    word = pick(habit.words, len(habit.words[-1]), chance)
    return word[0], f"{word[1:]} " if habit.joint == " " else word[1:]


def _write_plainly(stack: Stack, written: list[str]) -> None:
    """Writes what is on the stack in its shortest way, always the same, in time that grows with its length alone."""
    parts = [part for part, _ in stack if part.least]
    stack.clear()
    while parts:
        part = plainest(parts.pop())
        if isinstance(part, Literal):
            written.append(part.text)
        elif isinstance(part, Letter):
            written.append(plainest_letter(part.ranges))
        elif isinstance(part, Repeat):
            parts.extend([part.part] * part.low if part.part.least else [])
        else:
            parts.extend(reversed(part.core))
