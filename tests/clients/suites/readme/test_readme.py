"""The README's Python runs as it stands, against a live server."""

import os
import re
from pathlib import Path

import pytest
from pasted import files, paste, run_pytest

ROOT = Path(__file__).parents[4]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCKS = [
    pytest.param(block, id=f"{page.name}-{number}")
    for page in PAGES
    for number, block in enumerate(re.findall(r"^```python\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE))
    if block not in files(page).values()
]

BASE = os.environ["MOCKLLM_BASE"]


@pytest.mark.parametrize("block", BLOCKS)
def test_the_block_runs_and_prints(
    block: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the server's address is another; the runner's variables would be settings that mockllm does not know."""
    for name in [name for name in os.environ if name.startswith("MOCKLLM_")]:
        monkeypatch.delenv(name)
    code = block.replace("http://127.0.0.1:4242", BASE)
    exec(compile(code, "README.md", "exec"), {})  # noqa: S102 - the project's own documentation
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("page", [page for page in PAGES if files(page)], ids=lambda page: page.name)
def test_the_files_to_paste_are_tests_that_pass(tmp_path: Path, page: Path) -> None:
    """With the real SDK, and a server that they start themselves."""
    paste(page, tmp_path)
    said = run_pytest(tmp_path, "-q", environ={})
    assert re.search(r"^[1-9]\d* passed in ", said, re.MULTILINE), said
