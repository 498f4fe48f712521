"""The scenario files of a server: read when it starts, and again when somebody asks or a file has changed."""

import contextlib
import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mockllm.errors import UsageError

if TYPE_CHECKING:
    from mockllm.scenario import Loaded, Scenarios

logger = logging.getLogger("mockllm")

USUAL = "mockllm.yaml"
"""What is read from the working directory where nobody names files."""

LAYER = "files"
MOST_SHOWN = 20

Stamp = dict[str, tuple[int, int]]
"""The files as they are: time of change and size, by name."""


class Scripts:
    """Reads the files into a source of answers, all of them or none: where one is broken, the old rules stay.

    The source is asked for once there is something to read.
    """

    def __init__(self, paths: Sequence[str], scenarios: "Callable[[], Scenarios]", *, workers: int = 1) -> None:
        self._named = tuple(paths)
        self._workers = workers
        self._times = 0
        self._scenarios = scenarios
        self._loaded: Loaded | None = None
        self._broken: Loaded | None = None
        self._stamp: Stamp = {}
        self.notice: str | None = None
        """What whoever asks should know: that it is not the files as they are that answer."""

    def begin(self) -> None:
        """Reads the files for the first time; raises UsageError, with all findings, where they cannot be used."""
        self._stamp = self._stamped()
        if not self._paths:
            return
        loaded = self._read()
        if self._broken is not None:
            unasked = "" if self._named else f" ({USUAL} is loaded since it is in this directory)"
            raise UsageError(listed(f"the scenarios cannot be used{unasked}", loaded))
        if warnings := [str(finding) for finding in loaded.findings]:
            logger.warning("mockllm: %s", "\n".join(warnings))

    def again(self) -> "Loaded | None":
        """Reads the files again and says in the log what came of it."""
        if not self._paths:
            logger.warning("mockllm: there are no scenario files to read: none is named, and no %s is here", USUAL)
            return None
        loaded = self._read()
        if self._broken is not None:
            logger.error("mockllm: %s", listed("the scenarios are broken, and the old ones stay", loaded))
        else:
            logger.warning("mockllm: read %s", counted(loaded))
        return loaded

    def changed(self) -> bool:
        """Says whether a file is not as it was when it was last read, one that is new in a folder included."""
        return self._stamped() != self._stamp

    def status(self) -> Mapping[str, Any]:
        """What is loaded, and what is wrong with what is not."""
        loaded, broken = self._loaded, self._broken
        return {
            "loaded": loaded is not None,
            "files": [] if loaded is None else list(loaded.files),
            "rules": 0 if loaded is None else loaded.rules,
            "findings": [] if loaded is None else [str(finding) for finding in loaded.findings],
            "broken": None if broken is None else [str(finding) for finding in broken.findings],
        }

    @property
    def _paths(self) -> tuple[str, ...]:
        """The files to read: those that are named, else the usual one, if it is or was there."""
        if self._named:
            return self._named
        return (USUAL,) if self._loaded is not None or Path(USUAL).is_file() else ()

    @property
    def loaded(self) -> "Loaded | None":
        """What answers at the moment."""
        return self._loaded

    def _read(self) -> "Loaded":
        from mockllm.scenario import Layer  # not before there is something to read: see `scripted`

        from .reading import read

        before = self._stamped()
        loaded = read(self._paths, workers=self._workers)
        if loaded.scenario is None:
            self._broken = loaded
            answers = "no rule answers" if self._loaded is None else "the old rules answer"
            self.notice = f"the scenario files are broken, and {answers}: {loaded.errors[0]}"
        else:
            self._broken, self._loaded, self.notice = None, loaded, None
            self._times += 1
            # Under another name, so that what the rules' replies were counted by begins anew.
            name = LAYER if self._times == 1 else f"{LAYER}, read {self._times} times"
            self._scenarios().layers = (Layer(name, loaded.scenario),)
        self._stamp = {**self._stamped(), **before}  # what changed while it was read shall count as changed
        return loaded

    def _stamped(self) -> Stamp:
        files = {Path(path) for path in self._paths if not path.startswith("@")}
        for known in (self._loaded, self._broken):  # a file that is gone is none of those that are broken
            files.update(Path(name) for name in (known.files if known is not None else ()))
        found: Stamp = {}
        for path in files:
            for each in path.rglob("*.y*ml") if path.is_dir() else [path]:
                with contextlib.suppress(OSError):  # one that is gone has no stamp
                    stat = each.stat()
                    found[str(each)] = (stat.st_mtime_ns, stat.st_size)
        return found


def listed(title: str, loaded: "Loaded") -> str:
    lines = [str(finding) for finding in sorted(loaded.findings, key=lambda finding: finding.level != "error")]
    shown = lines[:MOST_SHOWN]
    if len(lines) > MOST_SHOWN:
        shown.append(f"and {len(lines) - MOST_SHOWN} more: mockllm check shows all")
    return "\n".join([f"{title}:", *shown])


def counted(loaded: "Loaded") -> str:
    rules, files = loaded.rules, len(loaded.files)
    return f"{rules} rule{'' if rules == 1 else 's'} in {files} file{'' if files == 1 else 's'}"
