"""Suites of clients for JavaScript: npm installs what the lock file says, and node's own runner runs the tests."""

import functools
import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import environments
from suite import SUITES, Outcome, Suite, drive, environment

PROGRAMS = ("node", "npm")
FILES = ("package.json", "package-lock.json")
TESTS = "tests"
GUARD = SUITES / "common" / "loopback_only.mjs"
CLOSING = re.compile(r"^ℹ (pass|fail|cancelled) (\d+)$", re.MULTILINE)


def absence(suite: Suite) -> str | None:
    """Why the suite cannot run on this machine, which is no failure: not everybody has node."""
    for program in PROGRAMS if suite.node else ():
        if not shutil.which(program):
            return f"{program} is not installed: suite {suite.name} not run"
    return None


def ready(suite: Suite) -> tuple[Path, str]:
    """The folder that holds the suite's packages, and a note on how it came to be."""
    folder, version = environments.home() / suite.name, node_version()
    stamp, wanted = folder / environments.STAMP, fingerprint(suite, version, folder)
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return folder, f"node {version}"
    make(suite, folder)
    stamp.write_text(wanted, "utf-8")
    return folder, f"node {version}, new environment"


def requirements(suite: Suite) -> list[str]:
    """What the suite asks npm for."""
    wanted = json.loads(suite.requirements.read_text("utf-8"))["dependencies"]
    return [f"{name}@{version}" for name, version in wanted.items()]


@functools.cache
def node_version() -> str:
    done = subprocess.run([program("node"), "--version"], capture_output=True, text=True, timeout=60, check=False)
    return done.stdout.strip().removeprefix("v")


def program(name: str) -> str:
    """Its whole path, since on Windows npm is a script that only a search finds."""
    return shutil.which(name) or name


def fingerprint(suite: Suite, version: str, folder: Path) -> str:
    """What the packages depend on."""
    texts = [(suite.requirements.parent / name).read_bytes() for name in FILES]
    return hashlib.sha256(b"\0".join([*texts, version.encode(), str(folder).encode()])).hexdigest()


def make(suite: Suite, folder: Path) -> None:
    """Installs exactly what the lock file says, without running any package's own scripts."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in FILES:
        shutil.copy(suite.requirements.parent / name, folder)
    options = ("--ignore-scripts", "--engine-strict", "--no-audit", "--no-fund", "--no-update-notifier")
    environments.run([program("npm"), "ci", *options], suite, folder)


def run(suite: Suite, folder: Path, bases: Mapping[str, str]) -> Outcome:
    """Runs a copy of the tests beside the packages: node looks for those in the folders above a file."""
    shutil.rmtree(folder / TESTS, ignore_errors=True)
    shutil.copytree(suite.tests, folder / TESTS, ignore=shutil.ignore_patterns("node_modules", *FILES))
    files = sorted(str(path.relative_to(folder)) for path in (folder / TESTS).glob("*.test.mjs"))
    command = [program("node"), "--test", "--test-reporter=spec", *files]
    options = {
        "FORCE_COLOR": "0",  # off, so that the closing lines can be read
        "NODE_OPTIONS": f"--import={GUARD.as_uri()}",  # for the process that node starts for each file, too
    }
    return read_outcome(*drive(command, folder, environment(bases) | options))


def read_outcome(returncode: int, output: str) -> Outcome:
    """Counts by the last of the closing lines, since tests may print their like; a run without a test is a failure."""
    counts = {word: int(number) for word, number in CLOSING.findall(output)}
    passed, failed = counts.get("pass", 0), counts.get("fail", 0) + counts.get("cancelled", 0)
    return Outcome(passed=passed, failed=failed or int(returncode != 0 or not passed), output=output)
