"""What is remembered of each namespace's past."""

from copy import copy
from threading import Lock
from typing import Any

from mockllm.core import Clock

DEFAULT = ""
"""The namespace of requests that name none."""

MOST = 4096
"""How many namespaces are remembered; of more, the one that was not asked for longest is forgotten."""


class Past:
    """One namespace's past; see `core.Memory`."""

    __slots__ = ("_clock", "_counts", "_kept", "_lock", "ahead_s")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = Lock()  # long answers are made in threads
        self._counts: dict[str, int] = {}
        self._kept: dict[str, Any] = {}
        self.ahead_s = 0.0
        """How many seconds its time is ahead of the clock."""

    def now(self) -> float:
        """What time it is in this namespace, in seconds since the epoch."""
        return self._clock.now() + self.ahead_s

    def advance(self, seconds: float) -> None:
        """Lets time pass."""
        self.ahead_s += seconds

    def count(self, key: str) -> int:
        with self._lock:
            before = self._counts.get(key, 0)
            self._counts[key] = before + 1
        return before

    def counted(self, key: str) -> int:
        return self._counts.get(key, 0)

    def put(self, key: str, value: Any) -> None:
        if value is None:
            self._kept.pop(key, None)
        else:
            self._kept[key] = value

    def get(self, key: str) -> Any:
        return self._kept.get(key)

    def kept(self, prefix: str) -> list[tuple[str, Any]]:
        return [(key, value) for key, value in self._kept.copy().items() if key.startswith(prefix)]


class Rehearsal:
    """A past as it would go on: what is counted and kept here is forgotten with it; see `core.Memory`."""

    __slots__ = ("_counts", "_kept", "_past")

    def __init__(self, past: Past) -> None:
        self._past = past
        self._counts: dict[str, int] = {}
        self._kept: dict[str, Any] = {}

    def count(self, key: str) -> int:
        before = self.counted(key)
        self._counts[key] = self._counts.get(key, 0) + 1
        return before

    def counted(self, key: str) -> int:
        return self._past.counted(key) + self._counts.get(key, 0)

    def put(self, key: str, value: Any) -> None:
        self._kept[key] = value

    def get(self, key: str) -> Any:
        """Returns a copy of what the past keeps, so that the past keeps it as it is."""
        if key not in self._kept:
            self._kept[key] = copy(self._past.get(key))
        return self._kept[key]

    def kept(self, prefix: str) -> list[tuple[str, Any]]:  # noqa: ARG002 - it has nothing to tidy up
        return []


class Pasts:
    """The pasts of all namespaces, each made when it is first asked for."""

    def __init__(self, clock: Clock, most: int = MOST) -> None:
        self._clock = clock
        self._most = most
        self._pasts: dict[str, Past] = {}

    def of(self, namespace: str | None) -> Past:
        """Returns a namespace's past."""
        name = namespace or DEFAULT
        past = self._pasts.pop(name, None) or Past(self._clock)
        self._pasts[name] = past  # behind all others, so that the first is the one that was not asked for longest
        if len(self._pasts) > self._most:
            del self._pasts[next(iter(self._pasts))]
        return past

    def forget(self, namespace: str | None) -> None:
        """Forgets everything of a namespace, the time that passed in it included."""
        self._pasts.pop(namespace or DEFAULT, None)

    def forget_all(self) -> None:
        self._pasts.clear()
