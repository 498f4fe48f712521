"""Sets of characters, and how single characters and sets are spelled in a grammar."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from .problem import Trouble, brief

Ranges = tuple[tuple[int, int], ...]
"""First and last code points, in order, with gaps between them."""

HIGHEST = 0x10FFFF
SURROGATES = (0xD800, 0xDFFF)
PRINTABLE_ASCII = (0x20, 0x7E)
WHITESPACE = "\t\n\v\f\r \u00a0\u2028\u2029\u3000"

PIECE = re.compile(
    r"""\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([trn\\"\[\]-]))|([^\\])""", re.DOTALL
)
SHORT = {"t": "\t", "r": "\r", "n": "\n"}
DIGITS = {"x": 2, "u": 4, "U": 8}


class Piece(NamedTuple):
    """One character as it was spelled, and where."""

    code: int
    at: int
    bare: bool


def literal(body: str, at: int) -> str:
    """Reads what stands between double quotes."""
    return body if body.isascii() and "\\" not in body else whole(spelled(body, at))


def whole(pieces: Iterable[Piece]) -> str:
    """Joins characters; halves of characters, as JSON writes those beyond U+FFFF, can't stand in a text."""
    text: list[str] = []
    for piece in pieces:
        if SURROGATES[0] <= piece.code <= SURROGATES[1]:
            message = f"U+{piece.code:04X} is half of a character; \\U0001F600, with eight digits, is a whole one"
            raise Trouble(piece.at, message)
        text.append(chr(piece.code))
    return "".join(text)


def chosen(body: str, at: int) -> Ranges:
    """Reads what stands between square brackets."""
    negated = body.startswith("^")
    pieces = spelled(body[1:], at + 1) if negated else spelled(body, at)
    if not pieces:
        raise Trouble(at - 1, f"[{body}] names no character; . stands for any")
    ranges: list[tuple[int, int]] = []
    place = 0
    while place < len(pieces):
        first = last = pieces[place]
        place += 1
        if place + 1 < len(pieces) and pieces[place].bare and pieces[place].code == 0x2D:
            last = pieces[place + 1]
            place += 2
        if last.code < first.code:
            ends = f"{chr(first.code)!r} to {chr(last.code)!r}"
            raise Trouble(first.at, f"the range from {ends} is empty; swap its ends")
        ranges.append((first.code, last.code))
    merged = without(ranges) if negated else without(without(ranges))
    if not merged:
        raise Trouble(at - 1, f"{brief(f'[{body}]')} leaves no character that a text can have")
    return merged


def without(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Returns all characters but these, and but surrogates, which are none."""
    left: list[tuple[int, int]] = []
    begin = 0
    for first, last in sorted([*ranges, SURROGATES]):
        if first > begin:
            left.append((begin, first - 1))
        begin = max(begin, last + 1)
    if begin <= HIGHEST:
        left.append((begin, HIGHEST))
    return tuple(left)


EVERYTHING = without(())


def holds(ranges: Ranges, character: str) -> bool:
    """Says whether a character is in a set."""
    code = ord(character)
    place = bisect_right(ranges, (code, HIGHEST)) - 1
    return place >= 0 and code <= ranges[place][1]


@lru_cache(maxsize=1024)
def is_wide(ranges: Ranges) -> bool:
    """Says whether a set holds nearly all that is printable, as the insides of strings do."""
    low, high = PRINTABLE_ASCII
    return sum(max(0, min(last, high) - max(first, low) + 1) for first, last in ranges) >= 80


@lru_cache(maxsize=1024)
def is_blank(ranges: Ranges) -> bool:
    """Says whether a set holds nothing but white space."""
    return all(last - first < 8 for first, last in ranges) and all(
        chr(code) in WHITESPACE for first, last in ranges for code in range(first, last + 1)
    )


def spelled(body: str, at: int) -> list[Piece]:
    """Reads characters and escapes; `at` is where they stand in the grammar."""
    if "\\" not in body:
        return bare(body, at)
    pieces: list[Piece] = []
    place = 0
    while place < len(body):
        found = PIECE.match(body, place)
        if found is None:
            raise Trouble(at + place, _no_escape(body[place : place + 2]))
        number = found[1] or found[2] or found[3]
        code = int(number, 16) if number else ord(found[5] or SHORT.get(found[4], found[4]))
        if code > HIGHEST:
            raise Trouble(at + place, f"{found[0]} is beyond \\U0010FFFF, the last character there is")
        pieces.append(Piece(code, at + place, found[5] is not None))
        place = found.end()
    return pieces


def bare(body: str, at: int) -> list[Piece]:
    """Reads characters where there are no escapes."""
    return [Piece(ord(character), at + offset, True) for offset, character in enumerate(body)]


def _no_escape(found: str) -> str:
    digits = DIGITS.get(found[1:])
    if digits:
        return f"{found} needs {digits} hexadecimal digits, as in {found}{0x41:0{digits}X}"
    return f'{found} is no escape; there are \\x41, \\u0041, \\U00000041, \\t, \\r, \\n, \\\\, \\", \\[, \\] and \\-'
