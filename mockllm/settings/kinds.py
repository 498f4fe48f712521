"""The kinds of value a setting can have."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from mockllm.durations import read_duration

from . import readers

T_co = TypeVar("T_co", covariant=True)
Word = TypeVar("Word", bound=str)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind(Generic[T_co]):
    """How a value is read, and what stands for it in help texts; `many` takes a list, `switch` no value at all."""

    read: Callable[[object], T_co]
    metavar: str
    many: bool = False
    switch: bool = False


def one_of(*choices: Word) -> Kind[Word]:
    """One of a few words."""

    def read(raw: object) -> Word:
        for choice in choices:
            if raw == choice:
                return choice
        raise ValueError(f"none of {', '.join(choices)}{readers.guess(raw, choices)}")

    return Kind(read=read, metavar="|".join(choices))


def whole(least: int, most: int | None = None) -> Kind[int]:
    """A whole number within bounds."""
    bounds = f"of at least {least}" if most is None else f"from {least} to {most}"

    def read(raw: object) -> int:
        number = readers.integer(raw)
        if number is None or number < least or (most is not None and number > most):
            raise ValueError(f"no whole number {bounds}")
        return number

    return Kind(read=read, metavar="N")


TEXT = Kind(read=readers.read_text, metavar="TEXT")
DIALECT = Kind(read=readers.read_text, metavar="fireworks|gateway|…")
DURATION = Kind(read=read_duration, metavar="TIME")
RATE = Kind(read=readers.read_rate, metavar="NUMBER")
SHARE = Kind(read=readers.read_share, metavar="NUMBER")
SPEED = Kind(read=readers.read_speed, metavar="NUMBER|max")
SEED = Kind(read=readers.read_seed, metavar="N|random")
SWITCH = Kind(read=readers.read_switch, metavar="", switch=True)
NAMES = Kind(read=readers.read_names, metavar="NAME", many=True)
PATHS = Kind(read=readers.read_paths, metavar="PATH|@NAME", many=True)
KEYS = Kind(read=readers.read_keys, metavar="KEY", many=True)
PROVIDERS = Kind(read=readers.read_providers, metavar="NAME,…", many=True)
ORIGINS = Kind(read=readers.read_origins, metavar="ORIGIN|local|none|*", many=True)
TABLE = Kind(read=readers.read_table, metavar="NAME=FILE,…")
