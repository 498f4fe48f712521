"""`mockllm check`: all that is wrong with scenario files, each with its place."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from mockllm import dialects
from mockllm.errors import UsageError
from mockllm.scenario import Loaded, load

USUAL = "mockllm.yaml"


def check(paths: Sequence[str], out: TextIO, *, as_json: bool) -> int:
    """Prints the findings, and returns 1 where there is an error among them."""
    if not paths and not Path(USUAL).exists():
        raise UsageError(f"there is no {USUAL} here, and no file is named; mockllm init writes one")
    loaded = load(paths or [USUAL], dialects=tuple(dialects.load()))
    out.write(as_data(loaded) if as_json else as_text(loaded))
    return 1 if loaded.errors else 0


def as_text(loaded: Loaded) -> str:
    lines = [str(finding) for finding in loaded.findings]
    return "\n".join([*lines, summary(loaded)]) + "\n"


def summary(loaded: Loaded) -> str:
    """One line for all; of rules nothing is said where no file was there to be read."""
    errors = len(loaded.errors)
    warnings = len(loaded.findings) - errors
    rules = counted(loaded.rules, "rule") if loaded.rules or not errors else "no rule"
    read = f"{rules} in {counted(len(loaded.files), 'file')}{' could be read' if errors else ''}"
    found = [counted(number, word) for number, word in ((errors, "error"), (warnings, "warning")) if number]
    told = " and ".join(found) or "fine"
    return f"{read}, {told}" if loaded.files else told


def counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def as_data(loaded: Loaded) -> str:
    findings = [
        {
            "file": finding.place.file,
            "line": finding.place.line or None,
            "column": finding.place.column or None,
            "level": finding.level,
            "text": finding.text,
        }
        for finding in loaded.findings
    ]
    told = {"rules": loaded.rules, "files": list(loaded.files), "findings": findings}
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"
