"""Reads JSON as Go's decoder does: bytes that are no UTF-8 pass, and what follows the first value is ignored.

Objects are read as tuples of their pairs, so that no duplicate key is lost, and arrays as lists.
"""

import re
from itertools import accumulate
from json import JSONDecodeError, JSONDecoder
from typing import Any, NoReturn

MAX_DEPTH = 10_000
"""Go's own bound on nesting."""

KEPT_DEPTH = 200
"""Objects and arrays nested deeper than this are kept empty, for the sake of all who walk over a body."""

SPACE = re.compile(r"[ \t\n\r]*")
ESCAPES = re.compile(r"\\(?:u[dD][89aAbB][0-9a-fA-F]{2}\\u[dD][c-fC-F]|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL)
STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]|[^"\[\]{}]+|"', re.DOTALL)
CLOSES = {"[": "]", "{": "}"}
STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


class NotJsonError(Exception):
    """Bytes that do not begin with a JSON value."""


def first_value(body: bytes) -> Any:
    """Returns the first JSON value; raises NotJsonError."""
    text = body.decode("utf-8", "replace")
    if "\\ud" in text or "\\uD" in text:
        text = ESCAPES.sub(replace_lone, text)
    start = SPACE.match(text).end()  # type: ignore[union-attr] # it matches the empty text too
    if text.count("[") + text.count("{") > MAX_DEPTH and depth(text) > MAX_DEPTH:
        raise NotJsonError(f"nested deeper than {MAX_DEPTH}")
    try:
        return read(text, start)
    except RecursionError:
        return read(pruned(text), start)


def read(text: str, start: int) -> Any:
    try:
        return DECODER.raw_decode(text, start)[0]
    except JSONDecodeError as error:
        raise NotJsonError(f"{error.msg} at character {error.pos}") from None
    except ValueError:  # an integer of more digits than Python converts
        return LONG_DECODER.raw_decode(text, start)[0]


def plain(value: Any, room: int = KEPT_DEPTH) -> Any:
    """Turns tuples of pairs into dicts; of equal keys the last wins."""
    if type(value) is tuple:
        return {key: plain(item, room - 1) for key, item in value} if room else {}
    if type(value) is list:
        return [plain(item, room - 1) for item in value] if room else []
    return value


def refuse_constant(word: str) -> NoReturn:
    """NaN and the infinities, which Python would take."""
    raise NotJsonError(f"{word} is no JSON")


def long_integer(digits: str) -> int | float:
    return int(digits) if len(digits) < 300 else float(digits)


DECODER = JSONDecoder(object_pairs_hook=tuple, parse_constant=refuse_constant)
LONG_DECODER = JSONDecoder(object_pairs_hook=tuple, parse_constant=refuse_constant, parse_int=long_integer)


def replace_lone(escape: re.Match[str]) -> str:
    return "\\ufffd" if escape[1] else escape[0]


def depth(text: str) -> int:
    """How deep brackets are nested, those in strings not counted; made for bodies of millions of brackets."""
    bare = STRINGS.sub("", text).encode("ascii", "replace")
    steps = memoryview(bare.translate(STEPS, NO_BRACKETS)).cast("b")
    return max(accumulate(steps), default=0)


def pruned(text: str) -> str:
    """Empties what is nested too deep for Python's reader.

    Of what is dropped only the brackets are checked, which is less than Go does.
    """
    kept: list[str] = []
    opened: list[str] = []
    for match in TOKENS.finditer(text):
        token = match[0]
        if token in CLOSES:
            opened.append(token)
            if len(opened) <= KEPT_DEPTH:
                kept.append(token)
            continue
        if token in ("]", "}"):
            if not opened or CLOSES[opened.pop()] != token:
                raise NotJsonError("brackets do not match")
            if len(opened) < KEPT_DEPTH:
                kept.append(token)
            if not opened:
                break
            continue
        if len(opened) < KEPT_DEPTH:
            kept.append(token)
    return "".join(kept)
