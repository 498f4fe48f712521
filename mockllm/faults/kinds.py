"""The faults there are, by name, and how the value of each is read."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, get_args

from . import values
from .chunks import BadJson, Done, Finish
from .endings import Drop, Hang, How, MidError, NoBody, StatusOnly, Truncate
from .fault import Fault
from .lines import Coalesce, Comments, ContentType, Crlf, Split, Where
from .mark import Mark
from .problem import WrongError
from .tally import NoUsage
from .waits import Delay, Stall
from .words import BadArguments, Invalid, Kind, Silence

MIDDLE = Mark(count=3)
"""Where a stall is that doesn't say: behind the role and the first words."""

STALL = re.compile(r"(?P<seconds>.+?)\s+after\s+(?P<mark>.+)")
CORRUPT: Mapping[str, Fault] = MappingProxyType(
    {"chunk": BadJson(of="chunk"), "json": BadJson(of="json"), "arguments": BadArguments()}
)
HOWS: tuple[How, ...] = get_args(How)
KINDS: tuple[Kind, ...] = ("wrong_type", "missing_key", "extra_key", "truncated", "unknown_tool", "any")


class Named(NamedTuple):
    """How a fault's value is read, and one that shows how it is written; `bare`, it needs none."""

    read: Callable[[Any], Fault]
    example: str
    bare: bool = False


def delay(value: Any) -> Fault:
    return Delay(seconds=values.seconds(value))


def stall(value: Any) -> Fault:
    if isinstance(value, str) and (written := STALL.fullmatch(value.strip())) is not None:
        return Stall(seconds=values.seconds(written["seconds"]), after=values.mark(written["mark"]))
    if not isinstance(value, dict):
        return Stall(seconds=values.seconds(value), after=MIDDLE)
    given = values.parts(value, "for", "after")
    if "for" not in given:
        raise WrongError("`for` is missing, which says how long")
    after = values.within("after", given["after"], values.mark) if "after" in given else MIDDLE
    return Stall(seconds=values.within("for", given["for"], values.seconds), after=after)


def hang(value: Any) -> Fault:
    return Hang(after=maybe_after(value))


def truncate(value: Any) -> Fault:
    return Truncate(after=maybe_after(value))


def drop(value: Any) -> Fault:
    where = "after_headers" if value is True else values.one_of(value, ("before_headers", "after_headers"))
    return Drop(after=None if where == "before_headers" else Mark(count=0))


def drop_after(value: Any) -> Fault:
    return Drop(after=values.mark(value))


def error_after(value: Any) -> Fault:
    after = values.mark(value)
    if after.unit != "chunks":
        raise WrongError(f"{values.shown(value)} may be inside a chunk; write so many chunks")
    return MidError(after=after)


def corrupt(value: Any) -> Fault:
    return CORRUPT[values.one_of(value, CORRUPT)]


def split(value: Any) -> Fault:
    known: tuple[Where, ...] = get_args(Where)
    return Split(where=values.one_of(value, known))


def comments(value: Any) -> Fault:
    return Comments() if value is True else Comments(text=values.text(value))


def content_type(value: Any) -> Fault:
    return ContentType(value=values.content_type(value))


def invalid(value: Any) -> Fault:
    return Invalid(kind="any" if value is True else values.one_of(value, KINDS))


def empty(value: Any) -> Fault:
    of = "content" if value is True else values.one_of(value, ("content", "body"))
    return Silence() if of == "content" else NoBody()


def status_only(value: Any) -> Fault:
    return StatusOnly(status=values.status(value))


def always(fault: Fault) -> Callable[[Any], Fault]:
    """Reads a fault of which there is only one kind."""

    def read(value: Any) -> Fault:
        values.yes(value)
        return fault

    return read


def maybe_after(value: Any) -> Mark | None:
    """Reads `true`, a mark, or a mapping that has one."""
    if value is True:
        return None
    if not isinstance(value, dict):
        return values.mark(value)
    given = values.parts(value, "after")
    if "after" not in given:
        raise WrongError("`after` is missing, which says where")
    mark: Mark = values.within("after", given["after"], values.mark)
    return mark


FAULTS: Mapping[str, Named] = MappingProxyType(
    {
        "delay": Named(delay, "2s"),
        "stall": Named(stall, "5s"),
        "hang": Named(hang, "true", bare=True),
        "drop": Named(drop, "true", bare=True),
        "drop_after": Named(drop_after, "3 chunks"),
        "truncate": Named(truncate, "true", bare=True),
        "error_after": Named(error_after, "3 chunks"),
        "empty": Named(empty, "true", bare=True),
        "status_only": Named(status_only, "503"),
        "corrupt": Named(corrupt, "chunk"),
        "duplicate_finish": Named(always(Finish(times=2)), "true", bare=True),
        "missing_finish": Named(always(Finish(times=0)), "true", bare=True),
        "duplicate_done": Named(always(Done(times=2)), "true", bare=True),
        "missing_done": Named(always(Done(times=0)), "true", bare=True),
        "missing_usage": Named(always(NoUsage()), "true", bare=True),
        "invalid": Named(invalid, "wrong_type", bare=True),
        "split": Named(split, "utf8"),
        "coalesce": Named(always(Coalesce()), "true", bare=True),
        "crlf": Named(always(Crlf()), "true", bare=True),
        "comments": Named(comments, "true", bare=True),
        "content_type": Named(content_type, "text/html"),
    }
)
