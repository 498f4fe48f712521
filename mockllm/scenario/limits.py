"""Limits of requests and tokens a minute, as token buckets: each request costs the same, however many came before."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from mockllm.core import Asked, Failure, Manner, Rates

from .script import Limit
from .views import Views

MINUTE_S = 60.0
PREFIX = "bucket:"
MADE = "buckets made"
LOOK_AFTER = 1_000
"""After how many new buckets those are looked for that are full again."""


@dataclass(slots=True)
class Bucket:
    """Holds up to `size`, fills in a minute, and may owe what was taken before it was known."""

    size: int
    level: float
    at: float

    def fill(self, now: float) -> None:
        """Lets in what came since it was last looked at; time that runs backwards brings nothing."""
        self.level = min(self.size, self.level + max(now - self.at, 0.0) * self.size / MINUTE_S)
        self.at = now

    def wait_s(self, wanted: float) -> float:
        """How long until it holds as much, or is full."""
        return max(min(wanted, self.size) - self.level, 0.0) * MINUTE_S / self.size


class Buckets:
    """The buckets of one limit for whoever asked."""

    def __init__(self, limit: Limit, number: str, asked: Asked) -> None:
        self._prompt_tokens = asked.prompt_tokens
        self.title = limit.title
        self.requests = bucket("requests", limit.requests, number, limit, asked)
        self.tokens = bucket("tokens", limit.tokens, number, limit, asked)

    def wait_s(self) -> float:
        """How long until there is room for the request."""
        requests = self.requests.wait_s(1) if self.requests else 0.0
        tokens = self.tokens.wait_s(self._prompt_tokens) if self.tokens else 0.0
        return max(requests, tokens)

    def take(self) -> None:
        """Takes the request and its prompt; the answer's tokens are taken when they are known."""
        if self.requests:
            self.requests.level -= 1
        self.charge(self._prompt_tokens)

    def charge(self, tokens: int) -> None:
        if self.tokens:
            self.tokens.level -= tokens

    def rates(self, *, over: bool) -> Rates:
        return Rates(
            limit_requests=self.requests.size if self.requests else None,
            remaining_requests=left(self.requests) if self.requests else None,
            limit_tokens=self.tokens.size if self.tokens else None,
            remaining_tokens=left(self.tokens) if self.tokens else None,
            over=over,
        )


def check(limits: tuple[Limit, ...], layer: str, views: Views, asked: Asked) -> Failure | list[Buckets]:
    """Returns the buckets a request takes from, or the refusal of the limit that lets it wait longest.

    A refused request takes nothing from any of them.
    """
    found = [
        Buckets(limit, f"{layer}:{place}", asked) for place, limit in enumerate(limits) if limit.when.holds(views.now)
    ]
    worst = max(found, key=Buckets.wait_s, default=None)
    if worst is not None and (wait_s := worst.wait_s()) > 0:
        manner = Manner(rule=worst.title, rates=worst.rates(over=True))
        return Failure(name="rate_limited", retry_after_s=math.ceil(wait_s * 1000) / 1000, manner=manner)
    for buckets in found:
        buckets.take()
    return found


class Standing(NamedTuple):
    """Where a client stands with a limit: what is left of what there is, and how long it would have to wait."""

    title: str
    requests: tuple[int, int] | None
    tokens: tuple[int, int] | None
    wait_s: float

    def told(self) -> str:
        """All of it in one line."""
        parts = [
            f"{there[0]} of {there[1]} {what}"
            for what, there in (("requests", self.requests), ("tokens", self.tokens))
            if there is not None
        ]
        over = f", too few: to be asked again in {self.wait_s:.3g} s" if self.wait_s else ""
        return f"{self.title}: {' and '.join(parts)} left{over}"

    def json(self) -> dict[str, Any]:
        """The same as data."""
        left = {"requests": self.requests, "tokens": self.tokens}
        told = {kind: {"left": there[0], "of": there[1]} for kind, there in left.items() if there is not None}
        return {"limit": self.title, **told, "wait_s": self.wait_s}


def standings(limits: tuple[Limit, ...], layer: str, views: Views, asked: Asked) -> Iterator[Standing]:
    """Tells how it stands with each limit that holds for a request, and takes nothing."""
    for place, limit in enumerate(limits):
        if limit.when.holds(views.now):
            buckets = Buckets(limit, f"{layer}:{place}", asked)
            requests, tokens = [
                None if each is None else (left(each), each.size) for each in (buckets.requests, buckets.tokens)
            ]
            yield Standing(limit.title, requests, tokens, buckets.wait_s())


def bucket(kind: str, size: int | None, number: str, limit: Limit, asked: Asked) -> Bucket | None:
    if size is None:
        return None
    key = f"{PREFIX}{kind}:{number}:{whose(limit, asked)}"
    found = asked.memory.get(key)
    if not isinstance(found, Bucket) or found.size != size:
        found = Bucket(size, size, asked.now)
        remember(asked, key, found)
    found.fill(asked.now)
    return found


def remember(asked: Asked, key: str, bucket: Bucket) -> None:
    """Keeps a bucket; when there are many, those that are full again are forgotten, which changes nothing."""
    asked.memory.put(key, bucket)
    if asked.memory.count(MADE) % LOOK_AFTER == LOOK_AFTER - 1:
        for name, kept in asked.memory.kept(PREFIX):
            kept.fill(asked.now)
            if kept.level >= kept.size:
                asked.memory.put(name, None)


def whose(limit: Limit, asked: Asked) -> str:
    match limit.by:
        case "key":
            return asked.incoming.headers.get("authorization", "")
        case "model":
            return asked.request.model
        case _:
            return ""


def left(bucket: Bucket) -> int:
    return max(math.floor(bucket.level), 0)
