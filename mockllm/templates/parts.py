"""Counts the words, signs and strings of expressions: each takes time to read, and one text may hold so many."""

import re

from mockllm.errors import TemplateError

PART = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\w+|[^\w\s]""", re.DOTALL)

OPENINGS = re.compile(r"\{\{|\{%")

MOST_PARTS = 3000
"""Parts of one text: reading and compiling them takes 30 µs each at worst."""


def parts(source: str) -> int:
    """Returns how many parts an expression has."""
    return sum(1 for _ in PART.finditer(source))


def parts_of_statements(text: str) -> int:
    """Returns how many parts all expressions and statements of a text have, at most."""
    count = 0
    for code in OPENINGS.split(text)[1:]:
        end = max(code.rfind("}}"), code.rfind("%}"))
        count += parts(code if end < 0 else code[:end])
    return count


def check_parts(count: int) -> None:
    """Raises TemplateError where one text has too many."""
    if count > MOST_PARTS:
        raise TemplateError(f"the text has more than {MOST_PARTS} words and signs in its expressions")
