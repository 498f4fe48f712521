"""Makes a suite's virtual environment, or takes the one that an earlier run made."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from interpreters import Interpreter, choose
from suite import Suite

ROOT = Path(__file__).parents[2]
TIMEOUT_S = 900
STAMP = "requirements.sha256"


class InstallError(Exception):
    """The package index or pip did not give what a suite requires."""


def home() -> Path:
    """Where the environments stand."""
    return Path(os.environ.get("CLIENT_ENVIRONMENTS") or ROOT / ".venv-clients").absolute()


def ready(suite: Suite) -> tuple[Path, str]:
    """The Python of the suite's environment, and a note on how it came to be."""
    interpreter = choose(suite.minimum)
    folder = home() / suite.name
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp, wanted = folder / STAMP, fingerprint(suite, interpreter, folder)
    note = f"Python {interpreter.version[0]}.{interpreter.version[1]}"
    if interpreter.old and suite.minimum:
        oldest = f"{suite.minimum[0]}.{suite.minimum[1]}"
        note += f", though the client asks for {oldest} and none was found: installed with --ignore-requires-python"
    if stamp.exists() and stamp.read_text("utf-8") == wanted and python.exists():
        return python, note
    make(suite, interpreter, folder, python)
    stamp.write_text(wanted, "utf-8")
    return python, f"{note}, new environment"


def fingerprint(suite: Suite, interpreter: Interpreter, folder: Path) -> str:
    """What the environment depends on; its folder too, since environments cannot be moved."""
    parts = (suite.requirements.read_bytes(), repr(interpreter).encode(), str(folder).encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def make(suite: Suite, interpreter: Interpreter, folder: Path, python: Path) -> None:
    """Builds the environment anew; the running interpreter's own pip fills it, so that it needs none of its own."""
    shutil.rmtree(folder, ignore_errors=True)
    run([str(interpreter.path), "-m", "venv", "--without-pip", str(folder)], suite)
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check", "--no-input"]
    install = ["install", "--quiet", "--prefer-binary", "--requirement", str(suite.requirements)]
    run([*pip, *install, *(["--ignore-requires-python"] if interpreter.old else [])], suite)


def run(command: list[str], suite: Suite, folder: Path | None = None) -> None:
    """Runs a step of the making, in this folder if one is given."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise InstallError(f"{suite.name}: not installed after {TIMEOUT_S} s: {' '.join(command)}") from None
    if done.returncode:
        raise InstallError(f"{suite.name}: exit {done.returncode} from {' '.join(command)}\n{done.stdout}")
