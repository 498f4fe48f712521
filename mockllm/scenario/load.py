"""Loads scenario files."""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .closed import DIALECTS
from .place import Finding
from .script import Scenario


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What came of loading files; without a scenario where there is an error."""

    scenario: Scenario | None
    findings: tuple[Finding, ...]
    files: tuple[str, ...]
    rules: int

    @property
    def errors(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.level == "error")


def load(sources: Sequence[Path | str], *, library: Path | None = None, dialects: Sequence[str] = DIALECTS) -> Loaded:
    """Loads files, folders and `@names` of the library as one layer of rules, in the order in which they are given.

    `dialects` are the names of those that conditions can ask for.
    Raises nothing for what is wrong with them: it is among the findings.
    """
    from .loading import Loading  # YAML and the models of files are not light, and few servers need them

    with no_collection():
        return Loading(library, dialects).run(sources)


@contextmanager
def no_collection() -> Iterator[None]:
    """Collecting garbage among so many new objects takes longer than making them, and finds none."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
