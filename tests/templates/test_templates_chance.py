"""Helpers that make things up."""

import re
from datetime import date, datetime, timedelta
from typing import Any

import faker.providers.date_time
import pytest
from faker.exceptions import UnsupportedFeature

from mockllm.core import Incoming, Message, Request
from mockllm.errors import TemplateError
from mockllm.templates import Context, compile_text
from mockllm.templates.fakes import Fakes

NOW = 1767225600.0


def context(seed: bytes = b"seed") -> Context:
    request = Request(
        dialect="gateway", level="contract", model="m", asked_model="m", messages=(Message(role="user", content="x"),)
    )
    incoming = Incoming(method="POST", path="", query="", headers={}, body=b"", level="contract")
    return Context.of(request, incoming, captures={}, seed_key=seed, now=NOW)


def rendered(text: str, within: Context | None = None, seed: bytes = b"seed") -> str:
    template = compile_text(text)
    assert not isinstance(template, str)
    return template.render(within or context(seed))


ALL = (
    "{{ fake.name }} {{ fake.city() }} {{ uuid }}"
    " {{ random.int(1, 1000) }} {{ choice(range(99)) }} {{ [1, 2, 3] | random }}"
)


def test_same_seed_gives_the_same() -> None:
    """Everything left to chance depends on the seed alone."""
    assert rendered(ALL) == rendered(ALL)
    assert rendered(ALL) != rendered(ALL, seed=b"other")


def test_calls_of_one_answer_differ() -> None:
    """Templates of one answer share a context, so that each call makes something new."""
    within = context()
    assert rendered("{{ uuid() }}", within) != rendered("{{ uuid() }}", within)
    assert rendered("{{ fake.name() }}", within) != rendered("{{ fake.name() }}", within)


def test_kinds_of_helpers_count_apart() -> None:
    """One more name changes no id."""
    assert rendered("{{ uuid() }}") == rendered("{{ fake.name }} {{ random.float() }} {{ uuid() }}").split()[-1]


def test_uuid_is_one() -> None:
    """The id has the form of a random UUID."""
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", rendered("{{ uuid }}"))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("{{ now }}", "2026-01-01T00:00:00Z"),
        ("{{ now() }}", "2026-01-01T00:00:00Z"),
        ("{{ now.date }} {{ now.time }} {{ now.timestamp }}", "2026-01-01 00:00:00 1767225600"),
        ("{{ now.plus(days=1).weekday }}", "Friday"),
        ("{{ now.plus(hours=-1).iso }}", "2025-12-31T23:00:00Z"),
    ],
)
def test_now_is_the_requests(text: str, wanted: str) -> None:
    """The time is the context's, in UTC."""
    assert rendered(text) == wanted


@pytest.mark.parametrize("name", ["date", "date_time", "iso8601", "year"])
def test_made_up_dates_reach_up_to_now(name: str) -> None:
    """A made-up date lies before the request's time."""
    assert "1970" <= rendered(f"{{{{ fake.{name} }}}}")[:4] <= "2026"


def test_date_of_the_run_is_refused() -> None:
    """A method that depends on today says why it is not there, and what to do."""
    with pytest.raises(TemplateError, match=r"depends on the day of the run.*now\.plus"):
        rendered("{{ fake.date_of_birth() }}")


def test_unknown_fake_is_told() -> None:
    """A slip in a name is met with the name that was meant."""
    with pytest.raises(TemplateError, match=r"fake has no emial.*did you mean email"):
        rendered("{{ fake.emial }}")


def test_empty_choice_is_told() -> None:
    """To choose from nothing is an error with words."""
    with pytest.raises(TemplateError, match="nothing to choose from"):
        rendered("{{ choice([]) }}")


def test_no_fake_depends_on_today(monkeypatch: pytest.MonkeyPatch) -> None:
    """What every remaining method makes is the same on another day."""
    before = made()

    class Later(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime.now(tz) + timedelta(days=1000)

    class LaterDay(date):
        @classmethod
        def today(cls) -> Any:
            return date.today() + timedelta(days=1000)  # noqa: DTZ011 - as faker does

    monkeypatch.setattr(faker.providers.date_time, "datetime", Later)
    monkeypatch.setattr(faker.providers.date_time, "dtdate", LaterDay)
    after = made()
    assert [name for name in after if before[name] != after[name]] == []
    assert len(after) > 150


def made() -> dict[str, str]:
    """What each method makes without arguments, where it can do without."""
    results = {}
    for name in dir(Fakes(b"seed", NOW)):
        if name in ("image", "binary", "zip", "tar"):  # slow, and bytes are refused where they are written
            continue
        try:
            results[name] = repr(getattr(Fakes(b"seed", NOW), name)())
        except (TypeError, ValueError, ImportError, AttributeError, UnsupportedFeature):
            continue
    return results
