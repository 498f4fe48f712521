"""What the command line of the benchmarks takes, and that the page names it all."""

import re
from pathlib import Path

import pytest

from benchmarks.__main__ import BENCHMARKS
from benchmarks.options import read

PAGE = (Path(__file__).parent.parent.parent / "docs" / "benchmarks.md").read_text()


def test_all_run_unless_some_are_named() -> None:
    """In the order of the list, or in the order they are named."""
    assert read([], BENCHMARKS).names == tuple(BENCHMARKS)
    assert read(["paced", "json"], BENCHMARKS).names == ("paced", "json")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["jason"], "there is no benchmark 'jason'; there are scripted, scripted-streams, json,"),
        (["--turns", "0"], "'0' is not at least 1"),
    ],
)
def test_what_cannot_be_run_is_refused(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With status 2, and what would be right."""
    with pytest.raises(SystemExit) as ended:
        read(words, BENCHMARKS)
    assert ended.value.code == 2
    assert reason in capsys.readouterr().err


def test_the_page_tells_of_each() -> None:
    """A row of its table for each benchmark and each option, and no other."""
    rows = re.findall(r"^\| `([^` ]+)", PAGE, re.MULTILINE)
    assert [row for row in rows if not row.startswith("--")] == list(BENCHMARKS)
    assert [row for row in rows if row.startswith("--")] == ["--turns", "--requests", "--aimock"]
