"""What comes in from a client and what goes out to it, free of any server or framework."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal

from .record import record
from .rejection import Rejection
from .request import Level

if TYPE_CHECKING:
    from .form import Form

Ending = Literal["complete", "close", "reset", "hang"]
"""How a response ends: as it should; with its connection closed, or reset, in the middle; or not before the client
leaves."""

Frame = tuple[float, bytes]
"""Seconds to wait, then bytes to send, one event or several; the bytes are never split over two writes."""

Header = tuple[str, str]


@record
class Incoming:
    """A request as it arrived; header names are in lower case, `path` is relative to the dialect's chat root."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes
    level: Level
    namespace: str | None = None


@record
class Outgoing:
    """A response: whole (`body`) after `wait_s` seconds, or in frames.

    With status 0 nothing is sent before the ending. Frames that need not wait may share a write, unless they are
    `apart`; `instant` says that none of them has to wait. `rule`, with `turn` and `reply` where it has several,
    `why`, `note` and `hint` are for the log and the journal: what answered, what was refused, what went wrong on
    purpose, and what is wrong with the script for all that.
    An answer that was filled in from a `form` is all of it, with `id` in its place; whoever adds headers takes it away.
    """

    status: int
    headers: tuple[Header, ...]
    body: bytes = b""
    wait_s: float = 0.0
    frames: Iterable[Frame] | None = None
    ending: Ending = "complete"
    apart: bool = False
    instant: bool = False
    rule: str | None = None
    turn: int | None = None
    reply: int | None = None
    why: Rejection | None = None
    note: str | None = None
    hint: str | None = None
    form: "Form | None" = None
    id: str = ""
