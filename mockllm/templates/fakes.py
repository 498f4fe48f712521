"""Made-up names, addresses and the like, from the package faker: `fake.name`, `fake.city()`.

Faker is imported at the first `fake`, knows American English here, and is seeded afresh for every call, so that one
more call changes no other. Its dates reach up to the day of the run; here they reach up to the request's `now`, and
what cannot be told a day is refused.
"""

import inspect
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from mockllm.errors import TemplateError
from mockllm.seeds import chances, key

from .fake_names import FILES, NAMES, cost
from .moment import moment
from .written import Settled

LOCALE = "en_US"

WIDE = re.compile(r"%[^a-zA-Z%]*\d")
"""A width in how a date is to be written."""

DATES: Mapping[str, str] = {
    "date": "%Y-%m-%d",
    "date_time": "%Y-%m-%dT%H:%M:%S",
    "iso8601": "%Y-%m-%dT%H:%M:%S",
    "time": "%H:%M:%S",
    "year": "%Y",
    "month": "%m",
    "day_of_month": "%d",
}
"""Faker's names for a moment of the past, and how it is written; made here, up to the request's `now`."""

TODAYS = frozenset({
    "am_pm", "century", "credit_card_expire", "credit_card_full", "date_between", "date_between_dates", "date_object",
    "date_of_birth", "date_this_century", "date_this_decade", "date_this_month", "date_this_year", "date_time_ad",
    "date_time_between", "date_time_between_dates", "date_time_this_century", "date_time_this_decade",
    "date_time_this_month", "date_time_this_year", "day_of_week", "future_date", "future_datetime", "month_name",
    "passport_dates", "passport_dob", "passport_full", "past_date", "past_datetime", "profile", "simple_profile",
    "time_delta", "time_object", "time_series",
})  # fmt: skip
"""Methods whose results move with the day on which they are called (faker 40)."""

UNORDERED = frozenset({
    "enum", "pydict", "pyiterable", "pylist", "pyobject", "pyset", "pystruct", "pytuple",
})  # fmt: skip
"""Methods whose results have no order, or values of any kind, dates among them."""


class Fakes:
    """Faker's methods by name."""

    def __init__(self, seed_key: bytes, now: float) -> None:
        self._seed_key = seed_key
        self._now = now
        self._count = 0

    def __getattr__(self, name: str) -> "Fake":
        if name.startswith("_") or name not in _methods():
            raise AttributeError(name)
        if name in FILES:
            raise TemplateError(f"`fake.{name}` makes a whole file: write its text, with `tojson` where it is JSON")
        if name in TODAYS:
            raise TemplateError(
                f"`fake.{name}` depends on the day of the run, so its results would change from day to day; "
                "use `now.plus(days=random.int(-30, 0)).date`"
            )
        if name in UNORDERED:
            raise TemplateError(f"`fake.{name}` gives nothing that can be written the same every time")
        if name not in NAMES:
            raise AttributeError(name)
        return Fake(name, self._make)

    def __dir__(self) -> Iterator[str]:
        return iter(sorted(_methods() & NAMES))

    def _make(self, name: str, *args: Any, **kwargs: Any) -> Any:
        self._count += 1
        if name in DATES:
            pattern = args[0] if args else kwargs.get("pattern", DATES[name])
            if not isinstance(pattern, str) or WIDE.search(pattern):
                raise TemplateError(f"`fake.{name}` cannot be written as {pattern!r}")
            return moment(self._past()).strftime(pattern)
        if name == "unix_time":
            return self._past()
        return _call(int.from_bytes(key("template fake", self._seed_key, self._count), "big"), name, *args, **kwargs)

    def _past(self) -> int:
        """A moment between the epoch and now."""
        return int(chances("template past", self._seed_key, self._count)() * self._now)


class Fake(Settled):
    """One of faker's methods; written without a call it is called without arguments."""

    def __init__(self, name: str, make: Callable[..., Any]) -> None:
        self._name = name
        self._make = make

    def cost(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> int:
        """Returns the steps that a call takes; raises TemplateError where it would make too much."""
        return cost(self._name, getattr(_faker()[0], self._name), args, kwargs)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._make(self._name, *args, **kwargs)

    def settled(self) -> Any:
        return self()


def _call(seed: int, name: str, /, *args: Any, **kwargs: Any) -> Any:
    faker, lock = _faker()
    with lock:  # seeding and drawing belong together, and tests may run servers in several threads
        faker.seed_instance(seed)
        return getattr(faker, name)(*args, **kwargs)


@cache
def _faker() -> tuple[Any, threading.Lock]:
    """One Faker for all: making it takes 17 ms, seeding it a few microseconds."""
    from faker import Faker  # 70 ms, and most scenarios make nothing up

    return Faker(LOCALE), threading.Lock()


@cache
def _methods() -> frozenset[str]:
    """The names of what faker can make."""
    providers = _faker()[0].get_providers()
    return frozenset(
        name
        for provider in providers
        for name in dir(provider)
        if not name.startswith("_") and inspect.isroutine(getattr(provider, name))
    )
