"""Small slips behind what is no YAML: a space that is missing, a quote that ends a text, a comment that takes a brace.

YAML's reader often stumbles over them only some lines below.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import yaml

QUOTED = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"")
COMMENT = re.compile(r"(?<=\s)#.*[}\]].*")
NO_SPACE_AFTER_HYPHEN = re.compile(r"\s*(-)([A-Za-z_]\w*):(?:\s|$)")
NO_SPACE_AFTER_COLON = re.compile(r"\s*(?:- +)?((?P<key>[a-z_]+):(?![\s/:])(?:(?!: ).)+)")
BEFORE = re.compile(r": |[{\[,] *")
BEHIND = re.compile(r"[\[{][^\]},]*[\]}][^\s:,}]*|[^\s:,}]+")


class Slip(NamedTuple):
    """Where it is, counted from 0, and what to do about it."""

    row: int
    column: int
    text: str


def slip(error: yaml.MarkedYAMLError, lines: Sequence[str], row: int, column: int) -> Slip | None:
    """Returns the slip that most likely led to an error at this place; None where none is to be seen."""
    context, problem, start = error.context or "", error.problem or "", error.context_mark
    first = min(start.line if start else row, row)
    if "flow" in context:
        found = in_comment(lines, first, start.column if start else 0, row) or in_quotes(lines[row], row, column)
        return found or in_brackets(lines[row], row, column)
    if "mapping values are not allowed" in problem and ": " in QUOTED.sub("", lines[row][:column]):
        return None
    if "mapping values" in problem or "expected ':'" in problem or "expected '-'" in problem:
        return without_space(lines, rows(lines, first, row))
    return None


def rows(lines: Sequence[str], first: int, last: int) -> Iterator[int]:
    """Yields the line of an error, the one that is not empty before it, and the one where what is wrong begins."""
    yield last
    yield from (row for row in range(last - 1, max(first - 2, -1), -1) if lines[row].strip())


def without_space(lines: Sequence[str], found: Iterator[int]) -> Slip | None:
    for row in list(found)[:3]:
        if match := NO_SPACE_AFTER_HYPHEN.match(lines[row]):
            text = f"write a space after the hyphen that begins an item of a list: `- {match[2]}: …`"
            return Slip(row, match.start(1), text)
        if match := NO_SPACE_AFTER_COLON.fullmatch(lines[row]):
            return Slip(row, match.start(1), f"write a space after the colon: `{match['key']}: …`")
    return None


def in_comment(lines: Sequence[str], first: int, begin: int, last: int) -> Slip | None:
    """Finds a comment that holds the end of what opens before it."""
    for row in range(first, last + 1):
        bare = QUOTED.sub(lambda quoted: "'" * len(quoted[0]), lines[row])
        if match := COMMENT.search(bare, begin if row == first else 0):
            return Slip(
                row,
                match.start(),
                f"a # behind a space begins a comment, so that what opens at {first + 1}:{begin + 1} is not closed;"
                f" put the text with the # in quotes, as in '{told(lines[row], match.start())}'",
            )
    return None


def told(line: str, column: int) -> str:
    """The text that has the sign at this place in it, as it was probably meant."""
    before = re.split(r": |[{\[,]", line[:column])[-1].strip()
    behind = re.split(r"[}\],]", line[column:])[0].strip()
    return f"{before} {behind}"


def in_quotes(line: str, row: int, column: int) -> Slip | None:
    """Finds a text that an apostrophe ends."""
    if line[column - 1 : column] != "'" or not line[column : column + 1].isalnum():
        return None
    said = "the text in quotes ends before this; an apostrophe within '…' is written '', or the text stands in \"…\""
    return Slip(row, column, said)


def in_brackets(line: str, row: int, column: int) -> Slip | None:
    """Finds a bracket in the middle of a text without quotes."""
    before, behind = BEFORE.split(line[:column])[-1], BEHIND.match(line, column)
    if line[column : column + 1] not in ("[", "{") or not before.strip() or not behind or "'" in before:
        return None
    said = f"a text with {line[column]} in it has to be in quotes between braces: '{before}{behind[0]}'"
    return Slip(row, column - len(before), said)
