"""Texts that look right for a topic."""

from collections.abc import Callable, Sequence
from datetime import date

from .lists import (
    CATEGORIES,
    CITIES,
    COLORS,
    COMPANIES,
    COUNTRIES,
    COUNTRY_CODES,
    CURRENCIES,
    DOMAINS,
    FILES,
    FIRST_NAMES,
    JOBS,
    LANGUAGES,
    LAST_NAMES,
    MIME_TYPES,
    MONTHS,
    PRODUCTS,
    SENTENCES,
    STATES,
    STATUSES,
    STREETS,
    TICKERS,
    TIME_ZONES,
    TITLES,
    UNITS,
    WEEKDAYS,
    WORDS,
)

Chance = Callable[[], float]

FIRST_DAY = date(2025, 1, 1).toordinal()
DAYS = 730
HEX = "0123456789abcdef"
CAPITALS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def pick(options: Sequence[str], chance: Chance) -> str:
    return options[int(chance() * len(options))]


def number(low: int, high: int, chance: Chance) -> int:
    """Returns a number from `low` to `high`, both included."""
    return low + int(chance() * (high - low + 1))


def day(chance: Chance) -> str:
    """A day of 2025 or 2026."""
    return date.fromordinal(FIRST_DAY + int(chance() * DAYS)).isoformat()


def clock(chance: Chance) -> str:
    """A time of the day, to five minutes."""
    return f"{number(7, 20, chance):02}:{number(0, 11, chance) * 5:02}:00"


def moment(chance: Chance) -> str:
    return f"{day(chance)}T{clock(chance)}Z"


def hexadecimal(digits: int, chance: Chance) -> str:
    return "".join(HEX[int(chance() * 16)] for _ in range(digits))


def uuid(chance: Chance) -> str:
    """A UUID of version 4."""
    parts = (hexadecimal(8, chance), hexadecimal(4, chance), "4" + hexadecimal(3, chance))
    return "-".join((*parts, pick("89ab", chance) + hexadecimal(3, chance), hexadecimal(12, chance)))


def person(chance: Chance) -> str:
    return f"{pick(FIRST_NAMES, chance)} {pick(LAST_NAMES, chance)}"


def email(chance: Chance) -> str:
    first, last = pick(FIRST_NAMES, chance).lower(), pick(LAST_NAMES, chance).lower()
    return f"{first}.{last}@{pick(DOMAINS, chance)}"


def url(chance: Chance) -> str:
    return f"https://{pick(DOMAINS, chance)}/{pick(WORDS, chance)}"


def from_list(options: Sequence[str]) -> Callable[[Chance], str]:
    return lambda chance: pick(options, chance)


MAKERS: dict[str, Callable[[Chance], str]] = {
    "city": from_list(CITIES),
    "country": from_list(COUNTRIES),
    "country_code": from_list(COUNTRY_CODES),
    "state": from_list(STATES),
    "street": lambda chance: f"{number(1, 120, chance)} {pick(STREETS, chance)}",
    "zip": lambda chance: str(number(10000, 99999, chance)),
    "first_name": from_list(FIRST_NAMES),
    "last_name": from_list(LAST_NAMES),
    "person": person,
    "username": lambda chance: f"{pick(FIRST_NAMES, chance).lower()}_{number(10, 99, chance)}",
    "email": email,
    "phone": lambda chance: f"+1-202-555-{number(100, 199, chance):04}",
    "url": url,
    "uuid": uuid,
    "id": lambda chance: f"{pick(CAPITALS, chance)}{pick(CAPITALS, chance)}-{number(1000, 9999, chance)}",
    "date": day,
    "time": lambda chance: clock(chance)[:5],
    "moment": moment,
    "zone": from_list(TIME_ZONES),
    "company": from_list(COMPANIES),
    "product": from_list(PRODUCTS),
    "job": from_list(JOBS),
    "color": from_list(COLORS),
    "status": from_list(STATUSES),
    "currency": from_list(CURRENCIES),
    "language": from_list(LANGUAGES),
    "unit": from_list(UNITS),
    "category": from_list(CATEGORIES),
    "file": from_list(FILES),
    "path": lambda chance: f"/{pick(WORDS, chance)}/{pick(FILES, chance)}",
    "mime": from_list(MIME_TYPES),
    "domain": from_list(DOMAINS),
    "ip": lambda chance: f"192.0.2.{number(1, 254, chance)}",
    "version": lambda chance: f"{number(1, 4, chance)}.{number(0, 9, chance)}.{number(0, 9, chance)}",
    "code": lambda chance: f"{pick(WORDS, chance)}_{number(10, 99, chance)}",
    "ticker": from_list(TICKERS),
    "title": from_list(TITLES),
    "sentence": from_list(SENTENCES),
    "query": lambda chance: f"{pick(WORDS, chance)} {pick(CATEGORIES, chance)}",
    "weekday": from_list(WEEKDAYS),
    "month": from_list(MONTHS),
    "amount": lambda chance: f"{number(5, 199, chance)}.{number(0, 99, chance):02}",
    "gender": from_list(("female", "male")),
}


def text(topic: str, chance: Chance) -> str:
    """Returns a text for a topic; a word for one we don't know."""
    maker = MAKERS.get(topic)
    return maker(chance) if maker is not None else pick(WORDS, chance)
