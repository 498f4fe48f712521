"""A YAML file as it was read: its value, and where every part of it stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from .place import Finding, Path, Place

MERGE = "<<"
FEW = 8
"""So many keys are looked at one by one: faster than making a table of them for the one or two that are asked for."""

Entries = Mapping[str, tuple[Node, Node]]
"""What stands in a mapping, by its keys: the node of the key, and that of the value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What a file holds; with `broken` it is no value that anything could be said of.

    `merging` has the entries of those mappings that take in others (`<<`), by the ids of their nodes.
    """

    file: str
    value: Any
    root: Node | None
    findings: tuple[Finding, ...] = ()
    broken: bool = False
    merging: Mapping[int, Entries] = field(default_factory=dict)
    _entries: dict[int, Entries] = field(default_factory=dict, init=False, repr=False, compare=False)

    def place(self, path: Path, *, key: bool = False) -> Place:
        """Where the value at a path begins, or its key; of a path that leads nowhere, where its last part does."""
        node = self.root
        if node is None:
            return Place(self.file, 1, 1)
        label = node
        for step in path:
            found = self._entry(node, step)
            if found is None:
                return self.mark(node)
            label, node = found
        return self.mark(label if key else node)

    def mark(self, node: Node) -> Place:
        mark = node.start_mark
        return Place(self.file, mark.line + 1, mark.column + 1)

    def node(self, path: Path) -> Node | None:
        """The node at a path, if there is one."""
        node = self.root
        for step in path:
            found = self._entry(node, step) if node is not None else None
            if found is None:
                return None
            node = found[1]
        return node

    def _entry(self, node: Node, step: str | int) -> tuple[Node, Node] | None:
        """What stands at a step, with the node that names it: the key of a mapping, the item of a list."""
        if isinstance(node, SequenceNode):
            item = node.value[step] if isinstance(step, int) and step < len(node.value) else None
            return None if item is None else (item, item)
        if not isinstance(node, MappingNode) or not isinstance(step, str):
            return None
        if len(node.value) <= FEW and id(node) not in self.merging:
            for label, value in node.value:
                if label.value == step and isinstance(label, ScalarNode):
                    return label, value
            return None
        found = self._entries.get(id(node))
        if found is None:
            found = self._entries[id(node)] = self.merging.get(id(node)) or entries(node)
        return found.get(step)


def entries(node: MappingNode) -> dict[str, tuple[Node, Node]]:
    """What stands in a mapping itself; of a key that stands twice, the first."""
    found: dict[str, tuple[Node, Node]] = {}
    for label, value in node.value:
        if isinstance(label, ScalarNode):
            found.setdefault(label.value, (label, value))
    return found


def is_bare(node: Node | None) -> bool:
    """Whether a text stands there without quotes."""
    return isinstance(node, ScalarNode) and not node.style
