"""A suite: the tests of one client library, and what its environment has to hold."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from interpreters import Version, read_version

SUITES = Path(__file__).parent / "suites"
TIMEOUT_S = 300
FOREIGN = ("FIREWORKS_", "LANGCHAIN_", "LANGSMITH_", "LITELLM_", "MOCKLLM_", "OPENAI_", "PYTEST_", "PYTHON")
CLOSING = re.compile(r"^(\d+ \w+(?:, \d+ \w+)*) in \d+\.\d+s\b", re.MULTILINE)
COUNT = re.compile(r"(\d+) (passed|failed|errors?)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """One folder of `suites/`; `tests` is where its tests stand, which two versions of a library may share."""

    name: str
    requirements: Path
    tests: Path
    minimum: Version | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a suite; `output` is what there is to read when something failed."""

    passed: int = 0
    failed: int = 0
    output: str = ""


def discover(home: Path = SUITES) -> list[Suite]:
    """Every folder with a `requirements.txt`.

    `python.txt` holds the oldest Python the library takes, `tests.txt` the folder of another suite whose tests it runs.
    """
    return [read(requirements.parent) for requirements in sorted(home.glob("*/requirements.txt"))]


def read(folder: Path) -> Suite:
    minimum, tests = folder / "python.txt", folder / "tests.txt"
    return Suite(
        name=folder.name,
        requirements=folder / "requirements.txt",
        tests=(folder / tests.read_text("utf-8").strip()).resolve() if tests.exists() else folder,
        minimum=read_version(minimum.read_text("utf-8")) if minimum.exists() else None,
    )


def run(suite: Suite, python: Path, bases: Mapping[str, str]) -> Outcome:
    """Runs the suite's pytest against the servers whose addresses are given by environment name."""
    options = ("-q", "--tb=short", "-pno:cacheprovider", "-ploopback_only", "-cpytest.ini")
    command = [str(python), "-m", "pytest", *options, "."]
    try:
        done = subprocess.run(
            command,
            cwd=suite.tests,
            env=environment(bases),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired as expired:
        said = (expired.stdout or b"").decode("utf-8", "replace")  # bytes, even where text was asked for
        return Outcome(failed=1, output=f"{said}\nstopped: not done after {TIMEOUT_S} s")
    return read_outcome(done.returncode, done.stdout)


def environment(bases: Mapping[str, str]) -> dict[str, str]:
    """The environment of a suite: no key, address or proxy of the person who runs it, and none that leads outside."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(FOREIGN) and not name.lower().endswith("_proxy")
    }
    return kept | {
        "FIREWORKS_API_KEY": "fw_nobody",
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # else its import asks the network first, and waits for it
        "NO_PROXY": "*",
        "OPENAI_AGENTS_DISABLE_TRACING": "1",  # else each run is reported to OpenAI
        "OPENAI_API_KEY": "sk-nobody",
        "PATH": f"{os.environ.get('PATH', '')}{os.pathsep}{Path(sys.executable).parent}",  # where `mockllm` is
        "PYTHONPATH": str(SUITES / "common"),
        **bases,
    }


def read_outcome(returncode: int, output: str) -> Outcome:
    """Counts by pytest's closing line; a run that ended badly without a failure to show for it counts as one."""
    closing = (CLOSING.findall(output) or [""])[-1]
    counts = {word.rstrip("s"): int(number) for number, word in COUNT.findall(closing)}
    failed = counts.get("failed", 0) + counts.get("error", 0)
    return Outcome(passed=counts.get("passed", 0), failed=failed or int(returncode != 0), output=output)
