"""Patterns read as JSON Schema has them (ECMA-262, and what Python and Rust write) into a tree of parts."""

import re
from functools import lru_cache
from math import inf
from typing import Final

from .characters import DIGITS, EVERYTHING, LINE_ENDS, POSIX, SPACE, WORD, Span, named, without
from .pattern_parts import Again, Choice, End, Group, Look, OneOf, Part, PatternError, Repeat, Row, Start

LOOKS = re.compile(r"\(\?<?[=!]|\\[bB]")
"""What a pattern says of what stands before or after a place."""

DEEPEST = 60
MOST_REPEATS = 100_000
SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "e": "\x1b"}
CLASSES = {"d": DIGITS, "w": WORD, "s": SPACE, "D": without(DIGITS), "W": without(WORD), "S": without(SPACE)}


@lru_cache(512)
def read_pattern(pattern: str) -> Part:
    """Reads a pattern; raises `PatternError` where it has something we don't know."""
    reader = Reader(pattern)
    part = reader.choice()
    if reader.at < len(pattern):
        raise PatternError(f"unexpected {pattern[reader.at]!r} at {reader.at}")
    return part


class Reader:
    """Reads a pattern from left to right; `at` is where it stands."""

    def __init__(self, pattern: str) -> None:
        self.pattern: Final = pattern
        self.at = 0
        self.groups = 0
        self.depth = 0

    def choice(self) -> Part:
        """Reads rows with `|` between them."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise PatternError("nested too deeply")
        options = [self.row()]
        while self._take("|"):
            options.append(self.row())
        self.depth -= 1
        return options[0] if len(options) == 1 else Choice(options)

    def row(self) -> Part:
        """Reads parts up to the next `|` or `)`."""
        parts: list[Part] = []
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            part = self._repeated(self._atom())
            if type(part) is not Part:
                parts.append(part)
        return parts[0] if len(parts) == 1 else Row(parts)

    def _take(self, text: str) -> bool:
        if self.pattern.startswith(text, self.at):
            self.at += len(text)
            return True
        return False

    def _until(self, end: str) -> str:
        stop = self.pattern.find(end, self.at)
        if stop < 0:
            raise PatternError(f"{end!r} is missing")
        text = self.pattern[self.at : stop]
        self.at = stop + len(end)
        return text

    def _next(self) -> str:
        if self.at >= len(self.pattern):
            raise PatternError("the pattern ends too early")
        self.at += 1
        return self.pattern[self.at - 1]

    def _repeated(self, part: Part) -> Part:
        while self.at < len(self.pattern):
            bounds = self._bounds()
            if bounds is None:
                break
            if not self._take("?"):
                self._take("+")
            part = Repeat(part, *bounds)
        return part

    def _bounds(self) -> tuple[int, float] | None:
        for sign, bounds in (("*", (0, inf)), ("+", (1, inf)), ("?", (0, 1))):
            if self._take(sign):
                return bounds
        if not self._take("{"):
            return None
        begin = self.at
        low, comma, high = self.pattern[begin : self.pattern.find("}", begin)].partition(",")
        digits = low + high
        if not digits.isascii() or not digits.isdigit() or len(digits) > 12 or (not low and not comma):
            self.at = begin - 1
            return None
        self._until("}")
        if int(low or 0) > MOST_REPEATS:
            raise PatternError(f"more than {MOST_REPEATS} repeats")
        return int(low or 0), (inf if comma else int(low)) if not high else int(high)

    def _atom(self) -> Part:
        character = self._next()
        match character:
            case "(":
                return self._group()
            case "[":
                return OneOf(self._class())
            case ".":
                return OneOf(without(LINE_ENDS))
            case "^":
                return Start()
            case "$":
                return End()
            case "\\":
                return self._escape()
            case _:
                return OneOf(((ord(character), ord(character)),))

    def _group(self) -> Part:
        name: int | str | None = None
        look: tuple[bool, bool] | None = None
        if self._take("?"):
            if self._take("P<") or (not self.pattern.startswith(("<=", "<!"), self.at) and self._take("<")):
                name = self._until(">")
            elif self._take("P="):
                return Again(self._until(")"))
            elif self.pattern.startswith(("=", "!", "<=", "<!"), self.at):
                look = self._take("<"), self._next() == "!"
            elif not self._take(":") and not self._take(">"):
                flags = self.at
                while self.pattern[self.at : self.at + 1].isalpha() or self.pattern[self.at : self.at + 1] == "-":
                    self.at += 1
                if self._take(")"):
                    return Part()
                if flags == self.at or not self._take(":"):
                    raise PatternError("an unknown kind of group")
        else:
            self.groups += 1
            name = self.groups
        if isinstance(name, str):
            self.groups += 1
        part = self.choice()
        if not self._take(")"):
            raise PatternError("')' is missing")
        if look is not None:
            return Look(part, behind=look[0], negative=look[1])
        return part if name is None else Group(part, name)

    def _escape(self) -> Part:
        character = self._next()
        if character in "bB":
            return _edge(inside=character == "B")
        if character in "GK":
            return Part()
        if character == "A":
            return Start()
        if character in "zZ":
            return End()
        if character in "123456789":
            while self.pattern[self.at : self.at + 1].isdigit():
                character += self._next()
            return Again(int(character))
        if character == "k":
            self._take("<")
            return Again(self._until(">"))
        return OneOf(self._named(character))

    def _named(self, character: str) -> tuple[Span, ...]:
        """Reads what follows a backslash, inside a class or outside it."""
        if character in CLASSES:
            return CLASSES[character]
        if character in "pP":
            name = self._until("}") if self._take("{") else self._next()
            spans = named(name)
            if spans is None:
                raise PatternError(f"an unknown property {name!r}")
            return without(spans) if (character == "P") != name.startswith("^") else spans
        code = self._code(character)
        return ((code, code),)

    def _code(self, character: str) -> int:
        if character in SIMPLE:
            return ord(SIMPLE[character])
        if character == "0":
            return 0
        if character == "c":
            return ord(self._next()) % 32
        if character in "xuU":
            if self._take("{"):
                return self._hex(self._until("}"))
            width = {"x": 2, "u": 4, "U": 8}[character]
            digits = self.pattern[self.at : self.at + width]
            self.at += width
            return self._hex(digits)
        return ord(character)

    def _hex(self, digits: str) -> int:
        try:
            code = int(digits, 16)
        except ValueError:
            raise PatternError(f"{digits!r} is no code point") from None
        if code > EVERYTHING[0][1]:
            raise PatternError(f"{digits!r} is no code point")
        return code

    def _class(self) -> tuple[Span, ...]:
        negated = self._take("^")
        spans: list[Span] = []
        if self.pattern.startswith("]", self.at) and "]" in self.pattern[self.at + 1 :]:
            self.at += 1  # right at the start it is a character, unless nothing follows that could end the class
            spans.append((93, 93))
        while not self._take("]"):
            low = self._member(spans)
            if low is None or not self.pattern.startswith("-", self.at) or self.pattern.startswith("-]", self.at):
                continue
            self.at += 1
            high = self._member(spans)
            if high is None:
                spans.append((45, 45))
            else:
                spans[-2:] = [(low, high)]
        merged = tuple(sorted(spans))
        return without(merged) if negated else merged

    def _member(self, spans: list[Span]) -> int | None:
        """Reads a member of a class and returns its code if it is a single character."""
        character = self._next()
        if character == "[" and self._take(":"):
            spans.extend(POSIX.get(self._until(":]"), ()))
            return None
        found: tuple[Span, ...] = ((ord(character), ord(character)),)
        if character == "\\":
            character = self._next()
            found = ((8, 8),) if character == "b" else self._named(character)
        spans.extend(found)
        return found[0][0] if len(found) == 1 and found[0][0] == found[0][1] else None


def _edge(*, inside: bool) -> Part:
    """The edge of a word: a letter on one side of it and none on the other; or, `inside`, on both sides or on none."""
    letter = OneOf(WORD)
    return Choice(
        [
            Row([Look(letter, behind=True, negative=no), Look(letter, behind=False, negative=no != (not inside))])
            for no in (False, True)
        ]
    )
