"""What is wrong with a grammar, as data with its place in the text."""

import re
from dataclasses import dataclass

MOST_SHOWN = 40
LINE_BREAK = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class GrammarProblem:
    """Why a grammar cannot be used; line and column count from 1."""

    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


class Trouble(Exception):  # noqa: N818 - no error of ours: it brings a problem up to `read`, which returns it as data
    """Stops the reading of a grammar at an offset in its text."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at
        self.message = message


def brief(text: str) -> str:
    """Quotes a text of the grammar, shortened if it is long."""
    return repr(text) if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]!r}…"


def located(trouble: Trouble, text: str) -> GrammarProblem:
    """Says in lines and columns where the trouble is; a byte order mark at the beginning takes no column."""
    line, begin = 1, 1 if text.startswith("\ufeff") else 0
    for found in LINE_BREAK.finditer(text, 0, trouble.at):
        line, begin = line + 1, found.end()
    return GrammarProblem(line=line, column=max(trouble.at - begin, 0) + 1, message=trouble.message)
