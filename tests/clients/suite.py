"""A suite: the tests of one client library, and what its environment has to hold."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreters import Version, read_version

SUITES = Path(__file__).parent / "suites"
PYTHON, NODE = "requirements.txt", "package.json"
TIMEOUT_S = 300
FOREIGN = (
    "AI_",
    "FIREWORKS_",
    "LANGCHAIN_",
    "LANGSMITH_",
    "LITELLM_",
    "MOCKLLM_",
    "NODE_",
    "OPENAI_",
    "PYTEST_",
    "PYTHON",
)
CLOSING = re.compile(r"^(\d+ \w+(?:, \d+ \w+)*) in \d+\.\d+s\b", re.MULTILINE)
COUNT = re.compile(r"(\d+) (passed|failed|errors?)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """One folder of `suites/`; `tests` is where its tests stand, which two versions of a library may share."""

    name: str
    requirements: Path
    tests: Path
    minimum: Version | None = None

    @property
    def node(self) -> bool:
        """Whether it is one for node: the others are for Python."""
        return self.requirements.name == NODE


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a suite; `output` is what there is to read when something failed."""

    passed: int = 0
    failed: int = 0
    output: str = ""


def discover(home: Path = SUITES) -> list[Suite]:
    """Every folder with a `requirements.txt`, or with a `package.json` and its lock file.

    `python.txt` holds the oldest Python the library takes, `tests.txt` the folder of another suite whose tests it runs.
    """
    return [read(requirements) for requirements in sorted([*home.glob(f"*/{PYTHON}"), *home.glob(f"*/{NODE}")])]


def read(requirements: Path) -> Suite:
    folder = requirements.parent
    minimum, tests = folder / "python.txt", folder / "tests.txt"
    return Suite(
        name=folder.name,
        requirements=requirements,
        tests=(folder / tests.read_text("utf-8").strip()).resolve() if tests.exists() else folder,
        minimum=read_version(minimum.read_text("utf-8")) if minimum.exists() else None,
    )


def run(suite: Suite, python: Path, bases: Mapping[str, str]) -> Outcome:
    """Runs the suite's pytest against the servers whose addresses are given by environment name."""
    options = ("-q", "--tb=short", "-pno:cacheprovider", "-ploopback_only", "-cpytest.ini")
    return read_outcome(*drive([str(python), "-m", "pytest", *options, "."], suite.tests, environment(bases)))


def drive(command: Sequence[str], folder: Path, environ: Mapping[str, str]) -> tuple[int, str]:
    """Runs a suite's tests to their end, within the time there is; returns the exit status and all that was said."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environ,
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
        return 1, f"{said}\nstopped: not done after {TIMEOUT_S} s"
    return done.returncode, done.stdout


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
