"""`make` says which Python it found where that one is too old, before anything is made."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
OLD = """#!/bin/sh
exec "{python}" -c '
import platform, sys
platform.python_version = lambda: "3.10.13"
sys.version_info = (3, 10, 13)
exec(sys.argv[1])
' "$2"
"""

OF_MAKE = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "ARGS")
"""What a `make` that runs these tests hands on to another."""

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")


def made(target: str, python: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What `make` would do; it only says so."""
    command = ["make", "--dry-run", target, f"PYTHON={python}", f"VENV={folder / 'venv'}"]
    environ = {name: value for name, value in os.environ.items() if name not in OF_MAKE}
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False, timeout=60)


def old(folder: Path) -> str:
    """A Python that takes itself for an old one."""
    file = folder / "python3.10"
    file.write_text(OLD.format(python=sys.executable))
    file.chmod(0o755)
    return str(file)


@pytest.mark.parametrize("target", ["serve", "test"])
def test_an_old_python_is_named(tmp_path: Path, target: str) -> None:
    """In one line, with what is needed, and how to choose another one."""
    python = old(tmp_path)
    done = made(target, python, tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert f"{python} is Python 3.10.13, and mockllm needs 3.11 or newer; " in line
    assert f"make {target} PYTHON=" in line


def test_a_python_that_is_none_is_named(tmp_path: Path) -> None:
    """Likewise."""
    done = made("serve", "python0.0", tmp_path)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "python0.0 is no Python that runs, and mockllm needs 3.11 or newer" in line


def test_this_python_is_new_enough(tmp_path: Path) -> None:
    """The environment would be made, and the server started."""
    done = made("serve", sys.executable, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{sys.executable} -m venv" in done.stdout
    assert done.stdout.rstrip().endswith("mockllm serve")
