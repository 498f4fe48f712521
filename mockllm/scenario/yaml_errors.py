"""Says in plain words what is wrong with a text that is no YAML."""

import re
from collections.abc import Sequence

import yaml

UNREADABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
QUOTED = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"")
TAB = "a tab stands where YAML wants spaces; indent with spaces only"


def told(error: yaml.YAMLError, text: str) -> tuple[int, int, str]:
    """Returns line and column, from 1, and what is wrong there."""
    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        lines = text.splitlines() or [""]
        row = min(mark.line, len(lines) - 1) if mark else 0
        column = mark.column if mark and mark.line == row else len(lines[row])
        return row + 1, column + 1, sentence(error, lines, row, column)
    bad = UNREADABLE.search(text)
    before = text[: bad.start()] if bad else ""
    shown = f" {bad[0]!r}" if bad else ""
    line = before.count("\n") + 1
    return line, len(before) - before.rfind("\n"), f"the character{shown} cannot stand in a YAML file"


def sentence(error: yaml.MarkedYAMLError, lines: Sequence[str], row: int, column: int) -> str:
    problem = error.problem or ""
    line = lines[row]
    start = error.context_mark
    opened = f"{start.line + 1}:{start.column + 1}" if start else "the place before"
    if "tab character" in problem or ("cannot start any token" in problem and line[column : column + 1] == "\t"):
        return TAB
    if "mapping values are not allowed" in problem:
        return colon(line, column)
    if "{{" in QUOTED.sub("", line):
        return 'without quotes `{{` begins a mapping of YAML; put the whole text in quotes: "{{ … }}"'
    if "cannot start any token" in problem:
        return f"a text that begins with {line[column : column + 1]} has to be in quotes"
    if "escape character" in problem:
        return "in double quotes a backslash begins an escape, and this is none; use single quotes, as for '/\\d+/'"
    if "quoted scalar" in (error.context or ""):
        return f"the quote that opens at {opened} is never closed"
    if "undefined alias" in problem:
        return "a text that begins with * is an alias of YAML, unless it is in quotes"
    if "another document" in problem:
        return "a second document (---) begins here, and a scenario file holds one; make it a file of its own"
    if "nesting depth" in problem:
        return "the file is nested too deeply"
    if "flow" in (error.context or ""):
        return flow(line, column, opened, same_line=start is not None and start.line == row)
    if "block sequence entries" in problem:
        return "a list cannot begin in the line of its key; begin it in the next line, or write it as [a, b]"
    if "expected '-'" in problem:
        return (
            f"this line is no item (-) of the list that begins at {opened}, and not indented enough to belong to its"
            " last item"
        )
    if "expected key" in problem:
        return misplaced(line, column)
    if "expected ':'" in problem:
        return "here should be a key with a colon, and is none; a text of several lines begins with | or has quotes"
    return " ".join(part for part in (problem, error.context) if part)


def colon(line: str, column: int) -> str:
    before = QUOTED.sub("", line[:column])
    if ": " in before or before.lstrip().startswith("- "):
        return 'a colon with a space (": ") cannot stand in a text without quotes; put the whole text in quotes'
    return (
        "this line is indented like a part of the value above it, which is complete; give it the indentation of the"
        " key it belongs beside"
    )


def flow(line: str, column: int, opened: str, *, same_line: bool) -> str:
    if same_line and ":" in line[max(column - 1, 0) : column + 1]:
        return 'a colon with a space (": ") cannot stand in a text without quotes; put the whole text in quotes'
    return f"the {{ or [ that opens at {opened} is not closed here, and no comma follows"


def misplaced(line: str, column: int) -> str:
    if line[:column].strip():
        return (
            "this goes on after a text that is complete; put the whole text in one pair of quotes (a ' within '…' is"
            " written '')"
        )
    return "this line is indented like none of the mappings above it that it could belong to; check the indentation"
