"""What comes in from a client and what goes out to it, free of any server or framework."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .request import Level

Frame = tuple[float, bytes]
"""Seconds to wait, then bytes to send; the bytes are never split over two writes."""

Header = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """A request as it arrived; header names are in lower case, `path` is relative to the dialect's chat root."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes
    level: Level
    namespace: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """A response: whole (`body`) after `wait_s` seconds, or in frames."""

    status: int
    headers: tuple[Header, ...]
    body: bytes = b""
    wait_s: float = 0.0
    frames: Iterable[Frame] | None = None
