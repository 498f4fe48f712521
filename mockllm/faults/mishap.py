"""The faults of one answer, each with how often it happens."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from mockllm.core import Chance, Outgoing, Reply, Request

from .fault import Fault, Stage


class Part(NamedTuple):
    """A fault by its name; `rate` is how often it happens where the mishap happens."""

    name: str
    fault: Fault
    rate: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Mishap:
    """What goes wrong with an answer on purpose; it is a `core.Spoiler`.

    `rate` is how often it happens at all, which whoever calls it draws; a part with a rate of its own draws for itself.
    """

    parts: tuple[Part, ...]
    rate: float = 1.0

    @property
    def kind(self) -> str:
        """The names of its faults."""
        return ", ".join([part.name for part in self.parts])

    def reply(self, reply: Reply, request: Request, chance: Chance) -> Reply:
        """Spoils what is said; what the generator is to say has to be said already."""
        for part in self.parts:
            if part.fault.stage is Stage.WORDS and strikes(part, chance):
                reply = part.fault.reply(reply, request, chance)
        return reply

    def outgoing(self, outgoing: Outgoing, chance: Chance) -> Outgoing:
        """Spoils what is sent, and notes for the log what it did."""
        notes: list[str] = []
        for part in self.parts:
            if part.fault.stage is not Stage.WORDS and strikes(part, chance):
                spoilt = part.fault.outgoing(outgoing)
                if spoilt is not outgoing:
                    notes.append(part.fault.note)
                outgoing = spoilt
        return replace(outgoing, note=noted(outgoing.note, notes)) if notes else outgoing


ON_PURPOSE = ", on purpose"


def noted(before: str | None, notes: Sequence[str]) -> str:
    """Adds to a note: "stalled for 2 s after 3 chunks, dropped after 5 chunks, on purpose"."""
    told = [before.removesuffix(ON_PURPOSE)] if before else []
    return ", ".join([*told, *notes]) + ON_PURPOSE


def strikes(part: Part, chance: Chance) -> bool:
    return part.rate >= 1 or chance() < part.rate
