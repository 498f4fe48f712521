"""Reads scenario files, checks them, and makes one scenario of them."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from mockllm.matching import Index

from . import files
from .closed import DIALECTS
from .defaults import NONE, Defaults
from .document import Document
from .file_models import ScenarioFile
from .load import Loaded
from .loops import loops
from .place import Finding, Place
from .reachable import unreachable
from .reading import Reading
from .rules import Rules
from .script import Limit, Rule, Scenario
from .shape import keys, told
from .tidy import MOST_FINDINGS, tidy
from .wording import unknown_key
from .yaml_text import read_yaml

SECTIONS = ("rules", "conversations", "limits")
DEEPEST_INCLUDE = 50


class Loading:
    """One run over the files."""

    def __init__(self, library: Path | None, dialects: Sequence[str] = DIALECTS) -> None:
        self._library = library or files.shipped()
        self._dialects = dialects
        self._findings: list[Finding] = []
        self._documents: dict[str, Document | None] = {}
        self._done: set[str] = set()
        self._files: list[str] = []
        self._rules: list[Rule] = []
        self._limits: list[Limit] = []
        self._otherwise: list[Rule] = []
        self._index: Index | None = None
        self._unreached: set[str] = set()  # by their identities
        self._given_up = False

    def run(self, sources: Sequence[Path | str]) -> Loaded:
        found = list(files.meant(sources, self._library))
        self._findings += [item for item in found if isinstance(item, Finding)]
        roots = [item for item in found if not isinstance(item, Finding)]
        named = {os.path.realpath(source) for source in sources if files.can_be(Path(source))}
        included = {real for root in roots for real in self._includes(root)} if len(roots) > 1 else set()
        for root in roots:
            real = os.path.realpath(root)
            if real in named or real not in included:
                self._file(root, NONE, ())
        for root in roots:  # files that include each other in a ring have no root
            self._file(root, NONE, ())
        self._identify()
        self._check_names()
        self._check_reach()
        self._check_loops()
        return self._loaded()

    def _loaded(self) -> Loaded:
        findings = tidy(self._findings, [self._called(Path(name)) for name in self._files], whole=not self._given_up)
        broken = any(finding.level == "error" for finding in findings)
        scenario = Scenario(
            rules=tuple(self._rules),
            otherwise=self._otherwise[0] if self._otherwise else None,
            limits=tuple(self._limits),
            files=tuple(self._files),
            index=self._index,
        )
        return Loaded(
            scenario=None if broken else scenario,
            findings=findings,
            files=tuple(self._files),
            rules=len(self._rules) + len(self._otherwise),
        )

    def _includes(self, root: Path) -> Iterator[str]:
        document = self._document(root)
        raw = document.value.get("include") if document and isinstance(document.value, dict) else None
        for name in [raw] if isinstance(raw, str) else raw if isinstance(raw, list) else []:
            if isinstance(name, str) and name and files.can_be(root.parent / name):
                yield os.path.realpath(root.parent / name)

    def _document(self, path: Path) -> Document | None:
        """Reads a file once; None, with a finding, where that can't be done."""
        real = os.path.realpath(path)
        if real not in self._documents:
            self._documents[real] = self._read(path)
        return self._documents[real]

    def _called(self, path: Path) -> str:
        return files.called(path, self._library)

    def _read(self, path: Path) -> Document | None:
        name = self._called(path)
        try:
            data = path.read_bytes()
            return read_yaml(data.decode("utf-8-sig"), name)
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            self._findings.append(Finding(Place(name, line, 1), "error", "the file is no text in UTF-8"))
        except OSError as error:
            said = f"the file cannot be read: {error.strerror}"
            self._findings.append(Finding(Place(name, 0, 0), "error", said))
        return None

    def _file(self, path: Path, defaults: Defaults, above: tuple[str, ...]) -> None:
        real = os.path.realpath(path)
        if real in self._done:
            return
        self._done.add(real)
        document = self._document(path)
        self._files.append(str(path))
        if document is None:
            return
        reading = Reading(document, self._dialects)
        if not document.broken:
            self._sections(document, reading, defaults, path, (*above, real))
        self._findings += reading.findings

    def _sections(
        self, document: Document, reading: Reading, defaults: Defaults, path: Path, above: tuple[str, ...]
    ) -> None:
        value = document.value
        if value is None:
            reading.warn((), "there is nothing in this file")
            return
        if not isinstance(value, dict):
            is_list = "; put `rules:` in a line above the list" if isinstance(value, list) else ""
            reading.error(
                (), f"a scenario file is a mapping, as `rules:` begins it, and this is {told(value)}{is_list}"
            )
            return
        if "defaults" in value:
            defaults = Rules(reading, defaults).defaults(value["defaults"], ("defaults",))
        rules = Rules(reading, defaults)
        for key, section in value.items():
            if key == "include":
                self._include(section, reading, defaults, path, above)
            elif key in SECTIONS:
                self._entries(key, section, reading, rules)
            elif key == "otherwise":
                self._add_otherwise(rules.otherwise(section, (key,)), reading)
            elif key != "defaults":
                reading.error((key,), unknown_key(ScenarioFile, key, keys(ScenarioFile), section), key=True)

    def _entries(self, key: str, section: Any, reading: Reading, rules: Rules) -> None:
        if not isinstance(section, list):
            what = "is empty" if section is None else f"has to be a list, and is {told(section)}"
            unspaced = next((name for name in section if name.startswith("-")), "") if isinstance(section, dict) else ""
            after = f" and a space after it, as in `- {unspaced[1:]}: …`" if unspaced else " (- )"
            reading.error((key,), f"`{key}` {what}; begin each of its items with a hyphen{after}")
            return
        for place, raw in enumerate(section):
            if reading.errors > MOST_FINDINGS:  # the rest of such a file is of no use, and would take its time
                self._given_up = True
                return
            if key == "limits":
                if (limit := rules.limit(raw, (key, place))) is not None:
                    self._limits.append(limit)
            else:
                read = rules.rule if key == "rules" else rules.conversation
                if (rule := read(raw, (key, place))) is not None:
                    self._add_rule(rule)

    def _add_rule(self, rule: Rule) -> None:
        """Adds a rule; of those without a name that stand in one line, later ones are called by their column too."""
        if not rule.identity and self._rules and self._rules[-1].place[:2] == rule.place[:2]:
            rule = replace(rule, name=f"{rule.place.brief}:{rule.place.column}")
        self._rules.append(rule)

    def _identify(self) -> None:
        """Gives those rules an identity that have no name: which of all they are."""
        names = {rule.identity for rule in self._rules}
        for place, rule in enumerate(self._rules):
            if not rule.identity:
                identity = f"rule {place + 1}"
                while identity in names:  # somebody has called another rule so
                    identity += " without a name"
                self._rules[place] = replace(rule, identity=identity)

    def _add_otherwise(self, rule: Rule | None, reading: Reading) -> None:
        if rule is None:
            return
        if self._otherwise:
            first = self._otherwise[0].place.short
            reading.error(("otherwise",), f"there is an `otherwise` already, at {first}; all files have one", key=True)
        self._otherwise.append(rule)

    def _include(self, section: Any, reading: Reading, defaults: Defaults, path: Path, above: tuple[str, ...]) -> None:
        names = [section] if isinstance(section, str) else section
        if not isinstance(names, list):
            reading.error(("include",), "`include` has to be the name of a file, or a list of names")
            return
        for number, name in enumerate(names):
            place = ("include", number) if names is section else ("include",)
            if not isinstance(name, str) or not name:
                reading.error(place, "`include` has to be the name of a file, or a list of names")
                continue
            other = Path(os.path.normpath(path.parent / name))
            if not files.can_be(other):
                reading.error(place, f"there can be no file named {name[:60]!r}")
            elif os.path.realpath(other) in above:
                reading.error(place, f"{name} includes this file, or is it")
            elif (said := files.no_include(other)) is not None:
                reading.error(place, f"{name[:200]} cannot be included: {said}")
            elif len(above) >= DEEPEST_INCLUDE:
                said = f"it would be the {DEEPEST_INCLUDE + 1}th of files that include each other"
                reading.error(place, f"{name[:200]} cannot be included: {said}; have a file further up include it")
            else:
                self._file(other, defaults, above)

    def _check_names(self) -> None:
        seen: dict[str, Rule] = {}
        for rule in self._rules:
            if rule.identity in seen:
                first = seen[rule.identity].place.short
                said = f"the name {rule.name!r} is taken by the rule at {first}; rules are told apart by their names"
                self._findings.append(Finding(rule.place, "error", said))
            seen.setdefault(rule.identity, rule)

    def _check_reach(self) -> None:
        self._index = Index([rule.when for rule in self._rules if not rule.turns])
        for rule, earlier in unreachable(self._rules, self._index):
            self._unreached.add(rule.identity)
            self._findings.append(
                Finding(
                    rule.place,
                    "error",
                    f"no request reaches the rule {rule.name!r}: {earlier.name!r} at {earlier.place.short} stands"
                    " before it and takes all that it could; put the narrower rule first",
                )
            )

    def _check_loops(self) -> None:
        for rule, tool, waiting in loops(self._rules):
            if waiting.identity in self._unreached:
                continue
            self._findings.append(
                Finding(
                    rule.place,
                    "warning",
                    f"this calls {tool} again after its result, so {waiting.name!r} at {waiting.place.short} is never"
                    f" reached in a loop; add `has_tool_result: false` to its `when`, or put {waiting.name!r} first",
                )
            )
