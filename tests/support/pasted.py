"""The files of a page's examples: blocks whose first line is a comment with the path they are to be pasted to."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

FILE = re.compile(r"^```\w+\n(# (tests/\S+)\n.*?)^```", re.DOTALL | re.MULTILINE)
OURS = ("MOCKLLM_", "PYTEST_", "COV_")


def files(page: Path) -> dict[str, str]:
    """The texts of the files, by their paths."""
    return {path: text for text, path in FILE.findall(page.read_text("utf-8"))}


def paste(page: Path, folder: Path) -> None:
    """Writes the files into a folder."""
    for path, text in files(page).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def run_pytest(folder: Path, *arguments: str, environ: Mapping[str, str]) -> str:
    """What pytest says in a folder, in a process of its own that knows nothing of the tests around it."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(OURS) and not name.lower().endswith("_proxy")
    }
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-pno:cacheprovider", "-Werror", f"--rootdir={folder}", *arguments],
        cwd=folder,
        env={**kept, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **environ},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return done.stdout + done.stderr
