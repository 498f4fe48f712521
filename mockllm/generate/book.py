"""The phrase books as one vocabulary's tokens, compiled pool by pool as they are first needed."""

from mockllm.core import Tokenizer

from .books import pool
from .notation import led
from .tree import Forest, Node, Phrase

EOS = Phrase((), (), None)
"""Stands among the phrases wherever the text may end."""

JOINTS = {"paragraph": "", "bullets": "\n", "numbers": "\n", "verse": "\n", "verbatim": ""}
"""What ends a sentence of a block that goes on."""

NEUTRAL = {
    "topic": (" the subject", " this question", " what you describe"),
    "main": (" the first choice",),
    "second": (" the alternative", " other options"),
}
"""What stands in slots for topics where a request has none."""


class Book:
    """Nodes and phrases for one vocabulary."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        self.forest = Forest(tokenizer)
        self._openings: dict[tuple[str, str], Node] = {}
        self._marks: dict[tuple[str, str], tuple[Phrase, Phrase]] = {}
        self._ends: dict[str, Node] = {}
        self._neutral: dict[str, Node] = {}

    def opening(self, name: str, lead: str) -> Node:
        """The node where a sentence of a pool begins, after `lead`."""
        key = (name, lead)
        node = self._openings.get(key)
        if node is None:
            shapes = [(led(items, lead), self._end(mark)) for items, mark in pool(name)]
            node = self._openings[key] = self.forest.grow(shapes, name)
        return node

    def marks(self, mark: str, kind: str) -> tuple[Phrase, Phrase]:
        """The two ways a sentence of a block ends: where the block goes on, and where it is over."""
        key = (mark, kind)
        marks = self._marks.get(key)
        if marks is None:
            last = "." if kind == "verse" else mark
            marks = self.forest.phrase(mark + JOINTS[kind]), self.forest.phrase(last + "\n\n")
            self._marks[key] = marks
        return marks

    def neutral(self, slot: str) -> Node:
        """The phrases for a slot where a request has no topic for it."""
        if slot not in self._neutral:
            self._neutral[slot] = Node([self.forest.phrase(text) for text in NEUTRAL[slot]])
        return self._neutral[slot]

    def _end(self, mark: str) -> Node:
        if mark not in self._ends:
            self._ends[mark] = Node(mark=mark)
        return self._ends[mark]
