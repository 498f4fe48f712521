"""The phrase tree: at each node one of several phrases follows, and no two of them begin with the same token.

So the first token that is drawn says which phrase it is: drawing phrases is drawing tokens.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import log

from mockllm.core import Tokenizer

from .noise import STEP
from .notation import Choice, Items, Slot

Shape = tuple[str, int]
"""A sentence shape: the pool it stands in, and its number there."""

Shapes = tuple[Shape, ...]

REMEMBERED = 1024
"""Of how many of the requests' topics the tokens are remembered."""


class Phrase:
    """A run of tokens that stands or falls with its first one, and the node it leads to.

    `weight` says how many phrases it stands for, `shapes` which sentences may begin with it, `shape` the one sentence
    where there is only one.
    """

    __slots__ = ("ids", "next", "pieces", "shape", "shapes", "weight")

    def __init__(
        self,
        ids: tuple[int, ...],
        pieces: tuple[str, ...],
        follow: "Node | None",
        weight: int = 1,
        shapes: Shapes = (),
    ) -> None:
        self.ids = ids
        self.pieces = pieces
        self.next = follow
        self.weight = weight
        self.shapes = shapes
        self.shape = shapes[0] if len(shapes) == 1 else None

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    def of(self, shapes: Shapes) -> "Phrase":
        """The phrase as the beginning of some shapes."""
        return Phrase(self.ids, self.pieces, self.next, self.weight, shapes)


class Node:
    """A place in the text: phrases of which one follows, or a slot for the request's words, or a sentence's end.

    `offsets` are what the phrases' weights add to their scores; `forks` has the shapes of each phrase where they
    differ; `mark` is the punctuation due at an end.
    """

    __slots__ = ("forks", "mark", "next", "offsets", "phrases", "size", "slot")

    def __init__(
        self, phrases: Sequence[Phrase] = (), *, slot: str | None = None, follow: "Node | None" = None, mark: str = ""
    ) -> None:
        self.phrases = tuple(phrases)
        self.size = len(self.phrases)
        self.slot = slot
        self.next = follow
        self.mark = mark
        weights = [phrase.weight for phrase in self.phrases]  # in lists: requests make nodes of their own, for topics
        self.offsets = tuple(map(offset, weights)) if weights.count(1) < self.size else None
        forks = [phrase.shapes for phrase in self.phrases]
        self.forks = tuple(forks) if forks and forks.count(forks[0]) < self.size else None


@cache
def offset(weight: int) -> int:
    """What a weight adds to a score."""
    return round(log(weight) / STEP)


class Forest:
    """Builds nodes for one vocabulary."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._spelt: dict[str, tuple[tuple[int, ...], tuple[str, ...]]] = {}
        self.remembered = lru_cache(REMEMBERED)(self.spell)
        """`spell` for texts of requests, which come again and again but are without end."""

    def spell(self, text: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """The tokens of a text: ids and pieces."""
        ids = self._tokenizer.encode(text)
        return tuple(ids), tuple(self._tokenizer.pieces(ids))

    def phrase(self, text: str, follow: Node | None = None) -> Phrase:
        return Phrase(*self._known(text), follow)

    def grow(self, shapes: Iterable[tuple[Items, Node]], name: str = "") -> Node:
        """Builds the node where one of the shapes begins; each shape leads to the node beside it."""
        return self._node(
            [
                phrase.of(((name, number),))
                for number, (items, follow) in enumerate(shapes)
                for phrase in self._sequence(items, follow).phrases
            ]
        )

    def _sequence(self, items: Items, follow: Node) -> Node:
        node = follow
        for item in reversed(items):
            if isinstance(item, str):
                node = Node([self._joined(*self._known(item), node)])
            elif isinstance(item, Slot):
                node = Node(slot=item.name, follow=node)
            else:
                node = self._choice(item, node)
        return node

    def _choice(self, choice: Choice, follow: Node) -> Node:
        return self._node([phrase for items in choice.options for phrase in _open(self._sequence(items, follow))])

    def _node(self, phrases: list[Phrase]) -> Node:
        """Puts phrases that begin with the same token behind one phrase, which holds what they share."""
        groups: dict[int, list[Phrase]] = {}
        for phrase in phrases:
            groups.setdefault(phrase.ids[0], []).append(phrase)
        return Node([group[0] if len(group) == 1 else self._shared(group) for group in groups.values()])

    def _shared(self, group: list[Phrase]) -> Phrase:
        length = _common([phrase.ids for phrase in group])
        rest: list[Phrase] = []
        slots: list[Phrase] = []
        for phrase in group:
            follow = phrase.next
            if len(phrase.ids) > length:
                ids, pieces = phrase.ids[length:], phrase.pieces[length:]
                rest.append(Phrase(ids, pieces, follow, phrase.weight, phrase.shapes))
            elif follow is not None and follow.slot is not None:
                slots.append(phrase)
            elif follow is not None:
                rest.extend(more.of(phrase.shapes) for more in _open(follow))
        first = group[0]
        if slots and (rest or len({phrase.next.slot for phrase in slots if phrase.next}) > 1):
            raise ValueError(f"shapes that begin {first.text!r} go on with a slot and with something else")
        node = self._after_slot(slots) if slots else self._node(rest)
        weight = sum(phrase.weight for phrase in group)
        shapes = tuple(dict.fromkeys(shape for phrase in group for shape in phrase.shapes))
        return self._joined(first.ids[:length], first.pieces[:length], node, weight, shapes)

    def _after_slot(self, phrases: list[Phrase]) -> Node:
        """One slot for phrases that all lead to such a one."""
        slots = [(phrase.next, phrase.shapes) for phrase in phrases if phrase.next is not None]
        rest = [more.of(shapes) for slot, shapes in slots if slot.next is not None for more in _open(slot.next)]
        return Node(slot=slots[0][0].slot, follow=self._node(rest))

    def _joined(
        self, ids: tuple[int, ...], pieces: tuple[str, ...], follow: Node, weight: int = 1, shapes: Shapes = ()
    ) -> Phrase:
        """A phrase, lengthened by what follows for certain."""
        if follow.size == 1:
            more = follow.phrases[0]
            return Phrase(ids + more.ids, pieces + more.pieces, more.next, weight, shapes)
        return Phrase(ids, pieces, follow, weight, shapes)

    def _known(self, text: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
        if text not in self._spelt:
            self._spelt[text] = self.spell(text)
        return self._spelt[text]


def _open(node: Node) -> tuple[Phrase, ...]:
    """The phrases of a node that others are to be put beside."""
    if not node.phrases:
        raise ValueError(
            "a choice that may be empty, or a shape that is the beginning of another, needs words after it"
        )
    return node.phrases


def _common(rows: list[tuple[int, ...]]) -> int:
    """How many tokens all rows begin with."""
    shortest = min(rows, key=len)
    for place, token in enumerate(shortest):
        if any(row[place] != token for row in rows):
            return place
    return len(shortest)
