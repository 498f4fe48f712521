"""The phrase books: what the generator can say, in the notation of `generate.notation`, and the words it knows.

A book is a text file. `== name` begins a pool of sentence shapes that can stand in the same place, one a line;
`== name block` a pool of texts of many lines with lines of `--` between them, each followed by an empty line in the
answer; with `== name code` their choices may stand anywhere, not only where a token begins. What stands before the
first pool is a remark. `{topic}` may be singular or plural, with an article or
bare ("the harbour", "tides", "Paris"), so it must never be the subject of a verb that has to agree with it.
"""

import re
from functools import cache
from pkgutil import get_data

from mockllm.generate.notation import CODE, PROSE, Items, expanded, read

PART = re.compile(r"^== (\w+)(?: (block|code))?\n", re.MULTILINE)
MARK = re.compile(r"""[.?!:,]"?$""")


@cache
def pool(name: str) -> tuple[tuple[Items, str], ...]:
    """Returns the shapes of a pool, `book.pool`, each with the mark it ends with ("" where its text holds its end).

    `book.pool*` is all pools whose names begin so.
    """
    book, _, part = name.partition(".")
    if part.endswith("*"):
        return tuple(shape for key in parts(book) if key.startswith(part[:-1]) for shape in pool(f"{book}.{key}"))
    text, kind = parts(book)[part]
    if not kind:
        return tuple(map(sentence, text.strip().splitlines()))
    shapes = [read(shape.strip("\n") + "\n\n", CODE) for shape in text.split("\n--\n")]
    if kind == "code":
        shapes = [items for shape in shapes for items in expanded(shape)]
    return tuple((items, "") for items in shapes)


def words(name: str, book: str = "words") -> frozenset[str]:
    """Returns one of the lists of words in a book; the first line of each is a remark."""
    text, _ = parts(book)[name]
    return frozenset(text.partition("\n")[2].split())


@cache
def parts(book: str) -> dict[str, tuple[str, str]]:
    """Returns a book's pools by name, each as its text and its kind, which is "", "block" or "code"."""
    data = get_data(__name__, f"{book}.txt")
    if data is None:
        raise FileNotFoundError(f"the phrase book {book}.txt is missing from {__name__}")
    _, *rest = PART.split(data.decode())
    return {name: (text, kind or "") for name, kind, text in zip(rest[::3], rest[1::3], rest[2::3], strict=True)}


def sentence(line: str) -> tuple[Items, str]:
    """Reads a shape and takes the mark off its end."""
    mark = MARK.search(line)
    if mark is None:
        raise ValueError(f"a shape ends without punctuation: {line!r}")
    return read(line[: mark.start()], PROSE), mark.group()
