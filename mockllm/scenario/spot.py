"""Where in its rule a reply stands."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .script import Rule, Script


class Spot(NamedTuple):
    """Turn and reply, counted from 1 as in the file; None where there is only one."""

    turn: int | None
    reply: int | None

    def told(self, rule: Rule) -> str | None:
        """In words, with how many there are."""
        replies = rule.turns[(self.turn or 1) - 1].replies if rule.turns else rule.replies
        counts = (("turn", self.turn, len(rule.turns)), ("reply", self.reply, len(distinct(replies))))
        return ", ".join([f"{what} {place} of {of}" for what, place, of in counts if place is not None]) or None


def spots(rule: Rule) -> Iterator[tuple[int, Spot]]:
    """Yields where each reply stands, by its id; one that is given several times in a row is one."""
    several = len(rule.turns) > 1
    told = [(place if several else None, turn.replies) for place, turn in enumerate(rule.turns, 1)]
    for turn, replies in told or [(None, rule.replies)]:
        known = distinct(replies)
        for place, number in enumerate(known, 1):
            yield number, Spot(turn, place if len(known) > 1 else None)


def distinct(replies: Sequence[Script]) -> list[int]:
    """The replies as they are written, by their ids."""
    return list(dict.fromkeys(map(id, replies)))
