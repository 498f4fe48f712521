"""Reads the values of settings, from text as well as from what TOML gives.

A reader raises ValueError with the end of the sentence "`'x'` is …", or `WrongPartError` where only a part of the
value is wrong; the caller adds the place.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from mockllm import seeds
from mockllm.durations import number

Table = tuple[tuple[str, str], ...]

SLOWEST = 1e-6
ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#\s]+|null", re.IGNORECASE)
WORDS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


class WrongPartError(ValueError):
    """What is wrong is only a part of the value, `part`."""

    def __init__(self, part: str, said: str) -> None:
        super().__init__(said)
        self.part = part


def integer(raw: object) -> int | None:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if isinstance(raw, str) and re.fullmatch(r"[+-]?\d{1,40}", raw.strip(), re.ASCII):
        return int(raw)
    return None


def read_text(raw: object) -> str:
    if isinstance(raw, str) and raw.strip():
        return raw.strip()
    raise ValueError("no text" if not isinstance(raw, str) else "empty")


def read_rate(raw: object) -> float:
    value = number(raw)
    if value is None or value <= 0:
        raise ValueError("no number above 0")
    if value < SLOWEST:
        raise ValueError(f"slower than {SLOWEST}")
    return value


def read_share(raw: object) -> float:
    value = number(raw)
    if value is None or not 0 <= value <= 1:
        raise ValueError("no number from 0 to 1")
    return value


def read_speed(raw: object) -> float | None:
    if raw == "max":
        return None
    value = number(raw)
    if value is None or value <= 0:
        raise ValueError("neither a number above 0 nor max")
    if value < SLOWEST:
        raise ValueError(f"slower than {SLOWEST}")
    return value


def read_seed(raw: object) -> int:
    if raw == "random":
        return seeds.fresh_seed()
    value = integer(raw)
    if value is None:
        raise ValueError("neither a whole number nor random")
    return value


def read_switch(raw: object) -> bool:
    if isinstance(raw, bool):
        return raw
    if isinstance(raw, str) and raw.strip().lower() in WORDS:
        return WORDS[raw.strip().lower()]
    raise ValueError("neither true nor false")


def read_names(raw: object) -> tuple[str, ...]:
    """Reads a list, or text with commas in between; the texts of a list may hold commas too."""
    texts = [raw] if isinstance(raw, str) else raw
    if not isinstance(texts, Sequence) or not all(isinstance(text, str) for text in texts):
        raise ValueError("no list of texts")
    return tuple(name for text in texts for part in text.split(",") if (name := part.strip()))


def read_paths(raw: object) -> tuple[str, ...]:
    """Reads paths: a list, or text with commas in between."""
    names = read_names(raw)
    if not names:
        raise ValueError("no path")
    return names


def read_keys(raw: object) -> tuple[str, ...]:
    """Reads names, of which none may be empty: a key that got lost shall not open the server to everybody."""
    texts = [raw] if isinstance(raw, str) else raw
    names = read_names(raw)
    if not names or (isinstance(texts, Sequence) and not all(text.strip() for text in texts)):
        raise ValueError("empty; leave the setting out where no key is wanted")
    return names


def read_providers(raw: object) -> frozenset[str] | None:
    from mockllm.catalogue import PROVIDERS  # only where there are some to check

    names = read_names(raw)
    if not names:
        raise ValueError("no list of providers; leave the setting out where all of them count as configured")
    for name in names:
        if name not in PROVIDERS:
            there_are = f"; there are {', '.join(PROVIDERS)}"
            raise WrongPartError(name, f"no provider{guess(name, PROVIDERS) or there_are}")
    return frozenset(names)


def read_origins(raw: object) -> tuple[str, ...]:
    """Reads origins, or one of the words local, none and *, which stand alone."""
    names = read_names(raw)
    words = [name for name in names if name in ("local", "none", "*")]
    if not names:
        raise ValueError("no origin; write it like http://localhost:3000, or local, none or *")
    for name in names:
        if name not in words and not ORIGIN.fullmatch(name):
            raise WrongPartError(name, f"no origin; {right_origin(name)}")
    if words and len(names) > 1:
        raise WrongPartError(words[0], "a word that stands alone, without other origins")
    return names


def right_origin(text: str) -> str:
    """Says which origin somebody may have meant, who left out `http://` or wrote a path."""
    scheme, border, rest = text.rpartition("://")
    host = re.split(r"[/?#]", rest)[0]
    meant = f"{scheme or 'http'}{border or '://'}{host}"
    if not ORIGIN.fullmatch(meant):
        meant = "http://localhost:3000"
    return f"write it like {meant}{'' if host == rest else ', without a path'}"


def read_table(raw: object) -> Table:
    """Reads a TOML table, or `name=text` with commas in between; the order is kept."""
    pairs: list[tuple[object, object]] = []
    if isinstance(raw, Mapping):
        pairs = list(raw.items())
    elif isinstance(raw, str):
        pairs = [(name.strip(), text.strip()) for name, _, text in (item.partition("=") for item in raw.split(","))]
    table = tuple((name, text) for name, text in pairs if isinstance(name, str) and isinstance(text, str))
    if not table or len(table) < len(pairs) or not all(name and text for name, text in table):
        raise ValueError("no table of names and files; write it like accounts/*/deepseek-*=tokenizer.json")
    return table


def guess(raw: object, words: Iterable[str], shown: Callable[[str], str] = str) -> str:
    """Returns the end of a sentence that names the word somebody may have meant, or nothing."""
    from mockllm.wire import did_you_mean  # only when something is wrong: its folder is not light

    found = did_you_mean(raw, words) if isinstance(raw, str) else None
    return f"; did you mean {shown(found)}?" if found else ""
