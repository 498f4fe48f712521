"""Says in plain words what is wrong with a text that is no YAML."""

import re
from collections.abc import Sequence

import yaml

from .yaml_slips import QUOTED, slip

UNREADABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
ESCAPED = re.compile(r"\\u(d[89ab][0-9a-f]{2})(?:\\u(d[c-f][0-9a-f]{2}))?", re.IGNORECASE)
"""A character as JSON writes it in two halves, or one half."""

LINE_END = re.compile("[\x85\u2028\u2029]")
TAB = "a tab stands where YAML wants spaces; indent with spaces only"


def told(error: yaml.YAMLError, text: str) -> tuple[int, int, str]:
    """Returns line and column, from 1, and what is wrong there."""
    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        if mark and (found := line_end(text, before=mark.index)) is not None:
            return found
        lines = text.splitlines() or [""]
        row = min(mark.line, len(lines) - 1) if mark else 0
        column = mark.column if mark and mark.line == row else len(lines[row])
        if (found := slip(error, lines, row, column)) is not None:
            return found.row + 1, found.column + 1, found.text
        return row + 1, column + 1, sentence(error, lines, row, column)
    bad = UNREADABLE.search(text)
    before = text[: bad.start()] if bad else ""
    shown = f" {bad[0]!r}" if bad else ""
    line = before.count("\n") + 1
    return line, len(before) - before.rfind("\n"), f"the character{shown} cannot stand in a YAML file"


def line_end(text: str, before: int | None = None) -> tuple[int, int, str] | None:
    """Finds a character that ends a line in YAML, though hardly anywhere else; `before` a place, only near it."""
    begin = 0 if before is None else text.rfind("\n", 0, max(text.rfind("\n", 0, before), 0)) + 1
    found = LINE_END.search(text, begin, len(text) if before is None else before + 1)
    if found is None:
        return None
    code = ord(found[0])
    escape = f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
    said = f"the character U+{code:04X} ends a line in YAML; write it as {escape}, in a text in double quotes"
    place = found.start()
    return text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place), said


def half_escaped(line: str, column: int) -> str | None:
    """Says how to write a character that stands there as JSON writes it."""
    found = next((each for each in ESCAPED.finditer(line) if each.start() <= column <= each.end()), None)
    if found is None:
        return None
    if found[2] is None:
        return f"{found[0]} is half of a character, and no character of its own"
    code = 0x10000 + ((int(found[1], 16) & 0x3FF) << 10) + (int(found[2], 16) & 0x3FF)
    return f"{found[0]} is how JSON writes a character; write \\U{code:08X} or the character itself: {chr(code)}"


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
    if "Unicode character" in problem and (said := half_escaped(line, column)) is not None:
        return said
    if "quoted scalar" in (error.context or ""):
        return f"the quote that opens at {opened} is never closed"
    if "undefined alias" in problem:
        return "a text that begins with * is an alias of YAML, unless it is in quotes"
    if "another document" in problem:
        return "a second document (---) begins here, and a scenario file holds one; make it a file of its own"
    if "nesting depth" in problem:
        return "the file is nested too deeply"
    if "flow" in (error.context or ""):
        begun = lines[start.line][start.column : start.column + 1] if start and start.line < len(lines) else ""
        if begun not in ("{", "["):
            opened = unclosed("\n".join(lines)) or opened  # at a file's end libyaml does not say where
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


def unclosed(text: str) -> str | None:
    """Finds the last bracket that is open at the end of a text."""
    opened: list[str] = []
    try:
        for token in yaml.scan(text, yaml.SafeLoader):
            if isinstance(token, (yaml.FlowSequenceStartToken, yaml.FlowMappingStartToken)):
                opened.append(f"{token.start_mark.line + 1}:{token.start_mark.column + 1}")
            elif isinstance(token, (yaml.FlowSequenceEndToken, yaml.FlowMappingEndToken)) and opened:
                opened.pop()
    except yaml.YAMLError:
        pass
    return opened[-1] if opened else None


def misplaced(line: str, column: int) -> str:
    if line[column : column + 1] in ("}", "]"):
        return f"this {line[column]} closes nothing that is open; leave it out, or put the text that it ends in quotes"
    if line[:column].strip():
        return (
            "this goes on after a text that is complete; put the whole text in one pair of quotes (a ' within '…' is"
            " written '')"
        )
    return "this line is indented like none of the mappings above it that it could belong to; check the indentation"
