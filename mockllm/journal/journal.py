"""The latest exchanges, as many as fit into a bounded memory."""

from collections import deque
from collections.abc import Iterator
from itertools import islice

from mockllm.core import Incoming, Rejection, record

MOST_ENTRIES = 1_000
MOST_BYTES = 64_000_000
"""How much the bodies that are kept may have together."""

SECRETS = frozenset({"authorization", "proxy-authorization", "cookie", "x-api-key", "api-key"})
"""Headers whose values nobody should find in a journal."""

HIDDEN = "(hidden)"


@record
class Entry:
    """One exchange: what came in, and what became of it.

    `path` is the one that was asked for, without the namespace before it; `number` counts from 1; `status` is 0 where
    nothing was answered; `rule` answered with that `turn` and `reply`, `why` was refused, `note` went wrong on purpose,
    and `hint` is wrong with the script that answered.
    """

    number: int
    dialect: str
    path: str
    incoming: Incoming
    status: int
    at: float
    elapsed_s: float
    rule: str | None = None
    turn: int | None = None
    reply: int | None = None
    why: Rejection | None = None
    note: str | None = None
    hint: str | None = None
    left: bool = False

    def headers(self) -> dict[str, str]:
        """The request's headers without what is nobody's business."""
        return {name: HIDDEN if name in SECRETS else value for name, value in self.incoming.headers.items()}


class Journal:
    """Keeps the latest exchanges; the oldest make room for new ones."""

    def __init__(self, most_entries: int = MOST_ENTRIES, most_bytes: int = MOST_BYTES) -> None:
        self._most_entries = most_entries
        self._most_bytes = most_bytes
        self._entries: deque[Entry] = deque()
        self._bytes = 0
        self.seen = 0
        """How many exchanges there were, those among them that are forgotten."""

    def add(self, entry: Entry) -> None:
        """Adds an exchange, whose number is the next; what it takes does not depend on how many there are."""
        self.seen += 1
        self._entries.append(entry)
        self._bytes += len(entry.incoming.body)
        while len(self._entries) > self._most_entries or (self._bytes > self._most_bytes and len(self._entries) > 1):
            self._bytes -= len(self._entries.popleft().incoming.body)

    def latest(self, namespace: str | None = None, *, most: int | None = None) -> Iterator[Entry]:
        """Yields the latest exchanges of a namespace, or of all, the latest first."""
        found = (entry for entry in reversed(self._entries) if namespace in (None, entry.incoming.namespace))
        yield from islice(found, most)

    def clear(self, namespace: str | None = None) -> None:
        """Forgets the exchanges of a namespace, or all of them."""
        kept = [] if namespace is None else [each for each in self._entries if each.incoming.namespace != namespace]
        self._entries = deque(kept)
        self._bytes = sum(len(entry.incoming.body) for entry in kept)
