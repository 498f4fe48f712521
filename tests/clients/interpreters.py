"""Finds a Python that is new enough for a client library and really runs."""

import functools
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

Version = tuple[int, int]

NEWER = ((3, 14), (3, 13), (3, 12))
PROBE = "import sys, venv; print(*sys.version_info[:2])"
PROBE_TIMEOUT_S = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpreter:
    """A Python that runs; `old` says that it is older than what was asked for."""

    path: Path
    version: Version
    old: bool = False


def read_version(text: str) -> Version:
    """Reads `3.12`."""
    major, minor = text.strip().split(".")[:2]
    return int(major), int(minor)


@functools.cache
def choose(minimum: Version | None) -> Interpreter:
    """The running interpreter if it is new enough, else the newest that is found, else the running one all the same."""
    running = Interpreter(path=Path(sys.executable), version=sys.version_info[:2])
    if minimum is None or running.version >= minimum:
        return running
    for version in NEWER:
        if version >= minimum:
            for path in candidates(version):
                if runs_as(path, version):
                    return Interpreter(path=path, version=version)
    return Interpreter(path=running.path, version=running.version, old=True)


def candidates(version: Version) -> Iterator[Path]:
    """Files that may be this Python: everything of its name on PATH, then what pyenv keeps."""
    name = f"python{version[0]}.{version[1]}"
    for folder in os.get_exec_path():
        if (path := Path(folder) / name).is_file():
            yield path
    yield from sorted(Path.home().glob(f".pyenv/versions/*/bin/{name}"))


def runs_as(path: Path, version: Version) -> bool:
    """Whether it starts and is what its name says: pyenv's shims exist for versions that are switched off."""
    try:
        probe = subprocess.run(
            [path, "-c", PROBE], capture_output=True, text=True, timeout=PROBE_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return probe.returncode == 0 and probe.stdout.split() == [str(part) for part in version]
