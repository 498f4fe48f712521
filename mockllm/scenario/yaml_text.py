"""Reads YAML: version 1.2's scalars, no key twice, JSON's values only, and bounded whatever is written."""

from collections.abc import Sequence
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from .document import MERGE, Document, Entries, entries
from .place import Finding, Place
from .yaml_errors import line_end, told
from .yaml_scalars import BY_FIRST, CORE, KINDS, MAPPING, SEQUENCE, TEXT, WRITTEN, is_written, number
from .yaml_traps import comments

DEEPEST = 100
MOST_REPEATED = 100_000
"""So many values may come of aliases: a few lines of them could otherwise fill any memory."""


Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml's, seven times as fast, where it is there


class Loader(Base):  # type: ignore[misc]  # one of two classes
    """Composes nodes with the scalars of YAML 1.2's core schema: `no` is a text, and so is a date."""

    def resolve(self, kind: type[Node], value: Any, implicit: tuple[bool, bool]) -> str:
        if kind is not ScalarNode:
            return SEQUENCE if kind is SequenceNode else MAPPING
        if implicit[0]:
            for tag, pattern in BY_FIRST.get(value[:1], ()):
                if pattern.match(value):
                    return tag
        return TEXT

    def descend_resolver(self, current_node: object, current_index: object) -> None:
        """Nothing is resolved by its place."""

    def ascend_resolver(self) -> None:
        """See there."""


class StopReadingError(Exception):
    """Something after which nothing more can be said of the file."""


def read_yaml(text: str, file: str) -> Document:
    """Reads the one document of a file's text; raises nothing."""
    loader = None
    try:
        loader = Loader(text)
        root = loader.get_single_node()
    except yaml.YAMLError as error:
        line, column, said = told(error, text)
        return Document(
            file=file, value=None, root=None, findings=(Finding(Place(file, line, column), "error", said),), broken=True
        )
    except RecursionError:
        finding = Finding(Place(file, 1, 1), "error", f"the file is nested deeper than {DEEPEST} levels")
        return Document(file=file, value=None, root=None, findings=(finding,), broken=True)
    finally:
        if loader is not None:
            loader.dispose()
    if root is None:
        return Document(file=file, value=None, root=None)
    reader = Reader(file, text)
    value, broken = None, False
    try:
        value = reader.value(root, 0)
    except StopReadingError:
        broken = True
    if (found := line_end(text)) is not None:
        line, column, said = found
        reader.findings.append(Finding(Place(file, line, column), "warning", said))
    return Document(
        file=file,
        value=value,
        root=root,
        findings=tuple(reader.findings),
        broken=broken or reader.broken,
        merging=reader.merging,
    )


class Reader:
    """Makes values of nodes."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.findings: list[Finding] = []
        self.broken = False
        self.merging: dict[int, Entries] = {}
        self._comments = comments(text)
        self._made: dict[int, tuple[Any, int]] = {}
        self._open: set[int] = set()
        self._count = 0
        self._repeated = 0

    def value(self, node: Node, depth: int) -> Any:
        self._count += 1
        if isinstance(node, ScalarNode):
            return self._scalar(node)
        key = id(node)
        if key in self._made:
            return self._again(node)
        if key in self._open:
            raise self._stop(node, "what is here contains itself, by an alias (*) of its own anchor (&)")
        if depth >= DEEPEST:
            raise self._stop(node, f"this is nested deeper than {DEEPEST} levels")
        self._open.add(key)
        before = self._count
        made: Any
        if isinstance(node, SequenceNode):
            self._check_tag(node, SEQUENCE)
            made = [self.value(item, depth + 1) for item in node.value]
        else:
            self._check_tag(node, MAPPING)
            made = self._mapping(node, depth + 1)
        self._open.discard(key)
        self._made[key] = (made, self._count - before)
        return made

    def _again(self, node: Node) -> Any:
        made, size = self._made[id(node)]
        self._repeated += size + 1
        self._count += size
        if self._repeated > MOST_REPEATED:
            raise self._stop(node, f"aliases (*) repeat more than {MOST_REPEATED} values in this file")
        return made

    def _mapping(self, node: Any, depth: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        places: dict[str, Node] = {}
        merged: list[dict[str, Any]] = []
        merging: list[Node] = []
        for label, value in node.value:
            if not isinstance(label, ScalarNode):
                self._no_key(node, label)
                continue
            key = label.value
            if key == MERGE and not label.style:
                merged += self._merged(value, depth)
                merging.append(value)
                continue
            if key in places:
                first = self._place(places[key]).short
                self._say(label, f"`{key}` stands twice in this mapping, for the first time at {first}")
                continue
            if not key and not label.style:
                self._say(label, "there is no key before this colon")
                continue
            places[key] = label
            made[key] = value.value if value.tag == TEXT and not self._comments else self.value(value, depth)
            if node.flow_style and len(made) > 1 and is_nothing(value):
                self._warn(
                    label,
                    f"the comma before it makes `{key}` a key of its own, without a value;"
                    " put the value with the comma in quotes",
                )
        for mapping in merged:
            made.update({key: value for key, value in mapping.items() if key not in made})
        if merging:
            self._note_merging(node, merging)
        return made

    def _note_merging(self, node: MappingNode, merging: Sequence[Node]) -> None:
        """Keeps where everything stands in a mapping that takes in others."""
        found = entries(node)
        for value in merging:
            for inner in value.value if isinstance(value, SequenceNode) else [value]:
                if isinstance(inner, MappingNode):
                    found = {**(self.merging.get(id(inner)) or entries(inner)), **found}
        self.merging[id(node)] = found

    def _merged(self, node: Node, depth: int) -> list[dict[str, Any]]:
        values = self.value(node, depth)
        mappings = values if isinstance(values, list) else [values]
        if all(isinstance(mapping, dict) for mapping in mappings):
            return mappings
        self._say(node, "`<<` takes in mappings, and this is none")
        return []

    def _no_key(self, node: Any, label: Any) -> None:
        self.broken = True
        if isinstance(label, MappingNode) and label.start_mark.index == node.start_mark.index + 1:
            self._say(node, 'without quotes `{{` begins a mapping of YAML; put the whole text in quotes: "{{ … }}"')
        else:
            self._say(label, "a key has to be a text; put it in quotes")

    def _scalar(self, node: Any) -> Any:
        tag, text = node.tag, node.value
        if not node.style and self._comments:
            self._check_comment(node)
        if tag == TEXT:
            return text
        if tag in KINDS:
            if not is_written(tag, text):
                self._say(node, f"{text[:30]!r} is not {KINDS[tag]}, as its tag says")
            return text.lower() == "true" if tag == CORE + "bool" else None
        if tag not in WRITTEN:
            self._check_tag(node, TEXT)
        return self._number(node, tag, text)

    def _number(self, node: Node, tag: str, text: str) -> Any:
        try:
            return number(tag, text)
        except ValueError:
            self._say(node, f"{text[:30]!r} is no number that JSON has; put it in quotes if a text is meant")
            return 0

    def _check_comment(self, node: Any) -> None:
        end = node.end_mark
        rest = self._comments.get((end.line, end.column))
        if rest is None or node.tag != TEXT or (rest[1:2].isspace() and " " not in node.value):
            return
        self._warn(
            node,
            f"{rest!r} is a comment and no part of the text {node.value[-30:]!r}; put the text in quotes if it is,"
            " or write `  # ` with two spaces before and one after it",
        )

    def _check_tag(self, node: Any, kind: str) -> None:
        if node.tag != kind:
            raise self._stop(
                node,
                f"{node.tag.removeprefix(CORE)!r} is a tag, of which there are none here;"
                " put a text that begins with ! in quotes",
            )

    def _stop(self, node: Node, text: str) -> StopReadingError:
        self._say(node, text)
        return StopReadingError()

    def _say(self, node: Node, text: str) -> None:
        self.findings.append(Finding(self._place(node), "error", text))

    def _warn(self, node: Node, text: str) -> None:
        self.findings.append(Finding(self._place(node), "warning", text))

    def _place(self, node: Node) -> Place:
        mark = node.start_mark
        return Place(self.file, mark.line + 1, mark.column + 1)


def is_nothing(node: Node) -> bool:
    """Whether nothing was written where a value belongs."""
    return isinstance(node, ScalarNode) and not node.style and not node.value
