"""The floors of the package: a module imports only from lower ones."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_imports_go_downwards() -> None:
    """The contracts in pyproject.toml hold for every import of the package."""
    command = "import sys; from importlinter.cli import lint_imports_command; sys.argv = ['lint-imports', '--no-cache']"
    code = f"{command}; lint_imports_command()"
    outcome = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def test_the_face_is_light() -> None:
    """`import mockllm` brings nothing but itself, since a pytest plugin loads it in every run."""
    code = "import sys; before = set(sys.modules); import mockllm; print(sorted(set(sys.modules) - before))"
    outcome = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert outcome.stdout.strip() == "['mockllm']"


def test_time_chance_and_environment_have_their_own_modules() -> None:
    """No module but those made for it imports what makes two runs differ."""
    allowed = {"clock.py", "seeds.py"}
    suspects = ("import time", "import random", "from random", "import uuid", "import secrets", "datetime.now")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in sorted((ROOT / "mockllm").rglob("*.py"))
        if path.name not in allowed and "cli" not in path.parts
        for line in path.read_text().splitlines()
        if line.strip().startswith(suspects) or "os.environ" in line
    ]
    assert found == []
