"""What a fault is: something that goes wrong with what is said, or with what is sent."""

from enum import IntEnum
from typing import ClassVar, Protocol

from mockllm.core import Chance, Outgoing, Reply, Request


class Stage(IntEnum):
    """When a fault comes into play, whatever the order in which faults are written.

    What is said comes before what is sent, events before their bytes, and a wait before everything comes before it.
    """

    WORDS = 0
    EVENTS = 1
    CUT = 2
    LINES = 3
    WRITES = 4
    BYTES = 5
    WHOLE = 6
    START = 7


class Fault(Protocol):
    """One thing that goes wrong; an answer for which it means nothing stays as it is."""

    __slots__ = ()

    when: ClassVar[Stage]
    """The stage of all faults of this kind, unless their mark has one."""

    @property
    def stage(self) -> Stage:
        """The stage in which it comes into play."""
        return self.when

    @property
    def note(self) -> str:
        """What the log says of it."""
        ...

    def reply(self, reply: Reply, request: Request, chance: Chance) -> Reply:  # noqa: ARG002 - for those who need them
        """Spoils what is said."""
        return reply

    def outgoing(self, outgoing: Outgoing) -> Outgoing:
        """Spoils what is sent."""
        return outgoing
