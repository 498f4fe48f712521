"""A YAML file as it was read: its value, and where every part of it stands."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from .place import Finding, Path, Place

MERGE = "<<"


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What a file holds; with `broken` it is no value that anything could be said of."""

    file: str
    value: Any
    root: Node | None
    findings: tuple[Finding, ...] = ()
    broken: bool = False

    def place(self, path: Path, *, key: bool = False) -> Place:
        """Where the value at a path begins, or its key; of a path that leads nowhere, where its last part does."""
        node = self.root
        if node is None:
            return Place(self.file, 1, 1)
        label = node
        for step in path:
            found = next(entries(node, step), None)
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
            found = next(entries(node, step), None) if node is not None else None
            if found is None:
                return None
            node = found[1]
        return node


def entries(node: Node, step: str | int) -> Iterator[tuple[Node, Node]]:
    """Yields what stands at a step, with the node that names it: the key of a mapping, the item of a list."""
    if isinstance(node, SequenceNode) and isinstance(step, int) and step < len(node.value):
        yield node.value[step], node.value[step]
    elif isinstance(node, MappingNode):
        for label, value in node.value:
            if label.value == step:
                yield label, value
        for label, value in node.value:
            if label.value == MERGE:
                for merged in value.value if isinstance(value, SequenceNode) else [value]:
                    yield from entries(merged, step)


def is_bare(node: Node | None) -> bool:
    """Whether a text stands there without quotes."""
    return isinstance(node, ScalarNode) and not node.style
