"""Texts of the formats JSON Schema names, within bounds of length where a format leaves room."""

from collections.abc import Callable

from .lists import FIRST_NAMES, WORDS
from .plausible import Chance, clock, day, email, hexadecimal, moment, number, pick, url, uuid

SHORTEST_EMAIL = 3
LONGEST_LABEL = 60
JSON = '{"ready": true}'
BASE64 = "eyJyZWFkeSI6IHRydWV9"
"""The same JSON, encoded."""


def text_of_format(name: str, least: float, most: float, chance: Chance) -> str | None:
    """Returns a text of a format, of a length between the bounds if we can; None for a format nobody knows."""
    maker = MAKERS.get(name)
    if maker is None:
        return None
    text = maker(chance)
    if least <= len(text) <= most:
        return text
    fit = FITTERS.get(name)
    return fit(int(least), most, chance) if fit is not None else text


def _letters(count: float, chance: Chance) -> str:
    return "".join(chr(97 + int(chance() * 26)) for _ in range(int(count)))


def _fit_email(least: int, most: float, chance: Chance) -> str:
    """Short ones have a host of one letter; long ones grow in the host, since the local part ends at 64."""
    if most < len("a@b.co"):
        return f"{_letters(max(1, min(most - 2, 60)), chance)}@{_letters(1, chance)}"
    if least <= 40:
        return f"{_letters(max(1, min(most, least) - 5), chance)}@{_letters(1, chance)}.co"
    return f"{_letters(20, chance)}@{_fit_host(least - 21, most - 21, chance)}"


def _fit_host(least: int, most: float, chance: Chance) -> str:
    length = int(min(max(least, 1), most))
    labels: list[str] = []
    while length > LONGEST_LABEL + 2:
        labels.append(_letters(LONGEST_LABEL, chance))
        length -= LONGEST_LABEL + 1
    labels.append(_letters(length, chance))
    return ".".join(labels)


def _fit_uri(least: int, most: float, chance: Chance) -> str:
    if most < len("http://a"):
        return "a:" + _letters(max(0, min(least, most) - 2), chance)
    start = "https://example.com/" if most >= 20 else "http://a"
    return start + _letters(max(0, least - len(start)), chance)


def _fit_any(least: int, most: float, chance: Chance) -> str:
    return _letters(least or min(most, 5), chance)


def _fit_pointer(least: int, most: float, chance: Chance) -> str:
    length = least or min(most, 5)
    return "/" + _letters(length - 1, chance) if length else ""


def _fit_moment(least: int, _most: float, chance: Chance) -> str:
    """A date and time grows in the digits after the second."""
    start = moment(chance)[:-1]
    return f"{start}.{'0' * max(1, least - len(start) - 2)}Z"


def _fit_time(least: int, _most: float, chance: Chance) -> str:
    return f"{clock(chance)}.{'0' * max(1, least - 10)}Z"


def _fit_duration(least: int, _most: float, chance: Chance) -> str:
    return f"P{number(1, 9, chance)}{'0' * max(0, least - 3)}D"


def _ipv6(chance: Chance) -> str:
    return "2001:db8::" + hexadecimal(3, chance).lstrip("0") + "1"


def _fit_ipv6(_least: int, most: float, chance: Chance) -> str:
    if most < len("2001:db8::1"):
        return "::1" if most >= 3 else "::"
    return "2001:0db8:" + ":".join(hexadecimal(4, chance) for _ in range(6))


def _fit_ipv4(least: int, _most: float, _chance: Chance) -> str:
    return "192.168.100.200" if least > 11 else "1.2.3.4"


def _duration(chance: Chance) -> str:
    return pick(("PT30M", "PT1H", "P1D", "P3D", "PT2H15M", "P1W"), chance)


MAKERS: dict[str, Callable[[Chance], str]] = {
    "date": day,
    "time": lambda chance: clock(chance) + "Z",
    "date-time": moment,
    "duration": _duration,
    "email": email,
    "idn-email": email,
    "hostname": lambda chance: f"{pick(WORDS, chance)}.example.com",
    "idn-hostname": lambda chance: f"{pick(WORDS, chance)}.example.com",
    "ipv4": lambda chance: f"192.0.2.{number(1, 254, chance)}",
    "ipv6": _ipv6,
    "uri": url,
    "url": url,
    "iri": url,
    "uri-reference": lambda chance: f"/{pick(WORDS, chance)}/{number(1, 99, chance)}",
    "iri-reference": lambda chance: f"/{pick(WORDS, chance)}/{number(1, 99, chance)}",
    "uri-template": lambda chance: f"https://example.com/{pick(WORDS, chance)}/{{id}}",
    "uuid": uuid,
    "regex": lambda chance: f"^{pick(WORDS, chance)}[0-9]+$",
    "json-pointer": lambda chance: f"/{pick(WORDS, chance)}/{number(0, 9, chance)}",
    "relative-json-pointer": lambda chance: f"{number(0, 3, chance)}/{pick(WORDS, chance)}",
    "byte": lambda _: BASE64,
    "binary": lambda _: BASE64,
    "base64": lambda _: BASE64,
    "base64url": lambda _: BASE64,
    "json-string": lambda _: JSON,
    "phone": lambda chance: f"+1-202-555-{number(100, 199, chance):04}",
    "password": lambda chance: f"{pick(FIRST_NAMES, chance)}-{number(1000, 9999, chance)}!",
    "ipv4network": lambda chance: f"192.0.{number(2, 9, chance)}.0/24",
    "ipv6network": lambda _: "2001:db8::/32",
    "ipvanyaddress": lambda chance: f"192.0.2.{number(1, 254, chance)}",
    "file-path": lambda chance: f"/{pick(WORDS, chance)}/notes.md",
    "directory-path": lambda chance: f"/{pick(WORDS, chance)}",
    "path": lambda chance: f"/{pick(WORDS, chance)}/notes.md",
    "cuid": lambda chance: "c" + _letters(24, chance),
    "cuid2": lambda chance: _letters(24, chance),
    "ulid": lambda chance: "01J" + hexadecimal(23, chance).upper(),
    "nanoid": lambda chance: _letters(21, chance),
    "emoji": lambda chance: pick(("🌿", "🚀", "🎈", "🌙"), chance),
    "color": lambda chance: "#" + hexadecimal(6, chance),
}
FITTERS: dict[str, Callable[[int, float, Chance], str]] = {
    "email": _fit_email,
    "idn-email": _fit_email,
    "hostname": _fit_host,
    "idn-hostname": _fit_host,
    "uri": _fit_uri,
    "url": _fit_uri,
    "iri": _fit_uri,
    "uri-reference": _fit_any,
    "iri-reference": _fit_any,
    "uri-template": _fit_any,
    "regex": _fit_any,
    "json-pointer": _fit_pointer,
    "relative-json-pointer": lambda least, most, chance: "0" + _fit_pointer(max(least - 1, 0), most - 1, chance),
    "date-time": _fit_moment,
    "time": _fit_time,
    "duration": _fit_duration,
    "ipv6": _fit_ipv6,
    "ipv4": _fit_ipv4,
}
