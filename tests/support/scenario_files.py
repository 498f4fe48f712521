"""Scenario files as tests write them."""

from pathlib import Path
from textwrap import dedent

from mockllm.scenario import Loaded, Scenario, load


def loaded(folder: Path, text: str) -> Loaded:
    """Loads a file with this text."""
    file = folder / "w.yaml"
    file.write_text(dedent(text), encoding="utf-8")
    return load([file])


def found(folder: Path, text: str) -> list[str]:
    """What is found in a file with this text: line, column, level, and what is said."""
    return [
        f"{finding.place.line}:{finding.place.column} {finding.level}: {finding.text}".replace(f"{folder}/", "")
        for finding in loaded(folder, text).findings
    ]


def scenario(folder: Path, text: str) -> Scenario:
    """The scenario of a file in which nothing is wrong."""
    made = loaded(folder, text)
    assert made.findings == ()
    assert made.scenario is not None
    return made.scenario
