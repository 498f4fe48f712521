"""Cuts a text at its `{{ }}`; everything else in it is text, `{%` and `{#` included.

Jinja's own reader could be told to know only `{{ }}`, but it also rewrites line breaks, and texts are to be kept as
they are.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from mockllm.errors import TemplateError

OPENING = "{{"

TOKEN = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[\[({]|\}\}|[\])}]|['"]""", re.DOTALL)
"""What matters for finding the end: strings, brackets, and a quote that begins a string without end."""


MOST_EXPRESSIONS = 1000
"""Expressions in one text."""

MOST_SOURCE = 20_000
"""Characters of one expression."""


class Expression(NamedTuple):
    """What stands between `{{` and `}}`, and where its `{{` is; line and column count from 1."""

    source: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{{{{ {shortened(self.source)} }}}}"


def cut(text: str) -> list[str | Expression]:
    """Returns the pieces of a text in order, none of them an empty text; raises TemplateError for `{{` without end."""
    return [piece for piece in _pieces(text) if piece != ""]


def _pieces(text: str) -> Iterator[str | Expression]:
    done, begin, strip, count = 0, text.find(OPENING), False, 0
    line, line_start, seen = (
        1,
        0,
        0,
    )  # counting from the beginning each time takes the square of it
    while begin >= 0:
        end = _end(text, begin)
        before, source = text[done:begin], text[begin + len(OPENING) : end]
        line += text.count("\n", seen, begin)
        line_start = text.rfind("\n", seen, begin) + 1 or line_start
        seen = begin
        count += 1
        _bounded(count, len(source), line, begin - line_start + 1)
        # as Jinja has it, a minus beside the braces takes away the blanks on its side
        yield _trimmed(before, left=strip, right=source.startswith("-"))
        strip = source.endswith("-")
        yield Expression(source.removeprefix("-").removesuffix("-").strip(), line, begin - line_start + 1)
        done = end + len(OPENING)
        begin = text.find(OPENING, done)
    yield _trimmed(text[done:], left=strip, right=False)


def _bounded(count: int, length: int, line: int, column: int) -> None:
    if count > MOST_EXPRESSIONS:
        raise TemplateError(f"the text holds more than {MOST_EXPRESSIONS} expressions", line=line, column=column)
    if length > MOST_SOURCE:
        raise TemplateError(f"an expression is longer than {MOST_SOURCE} characters", line=line, column=column)


def _end(text: str, begin: int) -> int:
    """Finds the `}}` that belongs to the `{{` at `begin`: outside strings, and outside brackets opened since."""
    depth, position = 0, begin + len(OPENING)
    while found := TOKEN.search(text, position):
        part, position = found[0], found.end()
        if part in "[({":
            depth += 1
        elif part == "}}" and depth == 0:
            return found.start()
        elif part in ("}}", "]", ")", "}"):
            depth = max(depth - 1, 0)
            position = found.start() + 1
        elif part in "'\"":
            break
    line, column = place(text, begin)
    shown = shortened(text[begin : begin + 40])
    message = f"`{shown}` is opened and never closed by `}}}}`; for the braces themselves write {{{{ '{{{{' }}}}"
    raise TemplateError(message, line=line, column=column)


def _trimmed(text: str, *, left: bool, right: bool) -> str:
    text = text.lstrip() if left else text
    return text.rstrip() if right else text


def place(text: str, position: int) -> tuple[int, int]:
    """Returns line and column of a position, both from 1."""
    line_start = text.rfind("\n", 0, position) + 1
    return text.count("\n", 0, position) + 1, position - line_start + 1


def shortened(text: str, most: int = 80) -> str:
    """Returns a text in one line, and not too long to be shown in a message."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"
