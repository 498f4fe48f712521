"""The tables of docs/faults.md that say what clients see: made from what was seen, and found in the page."""

import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from orders import UNNOTICED, WHOLE
from seen import Seen

PAGE = Path(__file__).parents[4] / "docs" / "faults.md"


def table(first: str, clients: Sequence[str], rows: Mapping[str, Sequence[str]]) -> str:
    """A table with a column for each client; what is seen alike everywhere shares a row."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for name, cells in rows.items():
        alike.setdefault(tuple(cells), []).append(name)
    heads = [first, *(f"{client} {version(client)}" for client in clients)]
    lines = [heads, ["---"] * len(heads), *([", ".join(names), *cells] for cells, names in alike.items())]
    return "\n".join(f"| {' | '.join(line)} |".replace("| --- ", "|---").replace("--- |", "---|") for line in lines)


def cell(seen: Seen, plain: Seen) -> str:
    """What came of one request, compared with the same one without a fault."""
    verdict = seen.verdict(plain)
    if verdict == WHOLE:
        return "whole"
    if verdict == UNNOTICED:
        return f"*not noticed:* {', '.join(heard(seen, plain))}"
    status = "" if seen.status is None else f" {seen.status}"
    before = f", after “{seen.text}”" if seen.text else ""
    return f"`{verdict}`{status}{before}"


def heard(seen: Seen, plain: Seen) -> Iterable[str]:
    """What a client took for an answer: its text or calls, and why it ended."""
    if seen.instead is not None:
        yield f"a `{seen.instead}` in place of an answer"
        return
    if plain.text:
        yield "the whole text" if seen.text == plain.text else f"“{seen.text}”" if seen.text else "no text"
    if plain.calls:
        yield ", ".join(f"`{call}`" for call in seen.calls) or "no call"
    if len(seen.finishes) != len(plain.finishes):
        yield "finished twice" if seen.finishes else "not finished"


def held(name: str) -> str:
    """The page's table of this name."""
    found = place(name).search(PAGE.read_text("utf-8"))
    assert found, f"docs/faults.md has no place for the table `{name}`"
    return found[2].strip("\n")


def write(name: str, text: str) -> None:
    """Puts a table into its place in the page."""
    page = PAGE.read_text("utf-8")
    PAGE.write_text(place(name).sub(lambda found: f"{found[1]}\n{text}\n{found[3]}", page), "utf-8")


def place(name: str) -> re.Pattern[str]:
    return re.compile(rf"(<!-- seen: {name} -->\n)(.*?)(\n<!-- /seen -->)", re.DOTALL)
