"""What is found while the entries of a file are read."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from pydantic import BaseModel

from mockllm.wire import validate

from .closed import DIALECTS
from .document import Document, is_bare
from .place import Finding, Path, Place
from .wording import sentence
from .yaml_traps import OLD_BOOLEANS

M = TypeVar("M", bound=BaseModel)

KEY_ITSELF = "[key]"
"""Pydantic's last step where a mapping's key is wrong and not its value."""


class Reading:
    """A file that is being read, with what was found in it so far; `dialects` are the names of those there are."""

    def __init__(self, document: Document, dialects: Sequence[str] = DIALECTS) -> None:
        self.document = document
        self.dialects = dialects
        self.findings: list[Finding] = list(document.findings)
        self.errors = 0

    def place(self, path: Path) -> Place:
        return self.document.place(path)

    def entry(self, model: type[M], value: Any, path: Path) -> M | None:
        """Returns a value as a model; None, with the findings, where it is no such thing."""
        made, faults = validate(model, value)
        for fault in faults:
            loc, at_key = fault.loc, fault.kind == "extra_forbidden"
            if loc[-1:] == (KEY_ITSELF,):
                loc, at_key = loc[:-1], True
            self.error((*path, *loc), sentence(model, replace(fault, loc=loc)), key=at_key)
        return made

    def error(self, path: Path, text: str, *, key: bool = False) -> None:
        self.errors += 1
        self.findings.append(Finding(self.document.place(path, key=key), "error", text))

    def warn(self, path: Path, text: str) -> None:
        self.findings.append(Finding(self.document.place(path), "warning", text))

    def warn_of_old_booleans(self, value: Any, path: Path, keys_of_texts: Iterable[str] = ()) -> None:
        """Warns of `yes`, `no`, `on` and `off` without quotes, beside texts where they are likely words."""
        if isinstance(value, dict):
            for key, inner in value.items():
                if key not in keys_of_texts:
                    self.warn_of_old_booleans(inner, (*path, key), keys_of_texts)
        elif isinstance(value, list):
            for place, inner in enumerate(value):
                self.warn_of_old_booleans(inner, (*path, place), keys_of_texts)
        elif isinstance(value, str) and value in OLD_BOOLEANS and is_bare(self.document.node(path)):
            self.warn(
                path,
                f"`{value}` is a text in YAML 1.2; write {OLD_BOOLEANS[value]} if that is meant, or put it in quotes",
            )
