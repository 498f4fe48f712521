"""The walk through the phrase tree that makes a text.

At each node the model's scores are met, one phrase is drawn, and its tokens are said.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from operator import add
from typing import Protocol

from mockllm.core import Passage

from .book import EOS
from .course import CERTAIN
from .noise import CHUNK_BYTES, FEW_BYTES, FEW_TOKENS, scores
from .tree import Node, Phrase, Shape, Shapes

Draw = Callable[[Sequence[int], Sequence[Phrase]], Phrase]
"""Draws one of several phrases by their scores."""

Trace = list[tuple[int, Sequence[Phrase], Sequence[int], Phrase]]
"""For each draw: how many tokens came before, the phrases, their scores, the phrase that was drawn."""


class Way(Protocol):
    """Where a text stands: what follows, and whether the text may end there; see `course.Course`."""

    eos: int | None

    def begin(self) -> Node: ...
    def marks(self, mark: str, /) -> tuple[Phrase, ...]: ...
    def after(self, phrase: Phrase | None, tokens: int, /) -> Node: ...


STAY = Node()
"""Where a phrase leads that is said beside the tree: back to where it was drawn."""

ONLY_EOS = (EOS,)

STALE = 0
"""The score of a sentence that was said before."""


def walk(
    course: Way,
    fills: Mapping[str, Node],
    key: bytes,
    draw: Draw,
    limit: int,
    *,
    ignore_eos: bool = False,
    careful: bool = False,
    trace: Trace | None = None,
) -> Passage:
    """Makes a text that ends by itself, or has at least `limit` tokens.

    `fills` has the phrases for each slot; `careful` has `draw` asked even where there is only one phrase.
    """
    ids: list[int] = []
    pieces: list[str] = []
    used: set[Shape] = set()
    noise, chunk, place = scores(key, 0, FEW_BYTES if limit <= FEW_TOKENS else CHUNK_BYTES), 0, 0
    node, eos = course.begin(), course.eos
    while len(ids) < limit:
        here, follow = node, None
        phrases: Sequence[Phrase]
        if node.size:
            phrases, size = node.phrases, node.size
        elif node.slot is not None:
            follow, node = node.next, fills[node.slot]
            phrases, size = node.phrases, node.size
        else:
            phrases = course.marks(node.mark)
            size = len(phrases)
            if not size:
                node, eos = course.after(None, len(ids)), course.eos
                continue
        phrase = phrases[0]
        if size > 1 or eos is not None or careful:
            if place + size > len(noise):
                if len(noise) == CHUNK_BYTES:
                    chunk, place = chunk + 1, 0
                noise = scores(key, chunk)
            row: Sequence[int] = noise[place : place + size]
            place += size if size > 1 else 0  # careful or not, the scores to come are the same
            if node.offsets is not None:
                row = list(map(add, row, node.offsets))
            if node.forks is not None and used:
                row = fresh(row, node.forks, used)
            if eos is not None:
                phrases, row = with_end(phrases, row, eos)
            phrase = draw(row, phrases)
            if trace is not None:
                trace.append((len(ids), phrases, row, phrase))
            if phrase is EOS:
                if not ignore_eos:
                    return Passage(text="".join(pieces), ids=ids, pieces=pieces)
                node, eos = here, None
                continue
            if phrase.shape is not None:
                used.add(phrase.shape)
        ids += phrase.ids
        pieces += phrase.pieces
        if phrase.next is STAY:
            node = here
            continue
        following = phrase.next or follow
        if following is None:
            node, eos = course.after(phrase, len(ids)), course.eos
        else:
            node, eos = following, None
    return Passage(text="".join(pieces), ids=ids, pieces=pieces, ended=False)


def fresh(row: Sequence[int], forks: Sequence[Shapes], used: set[Shape]) -> Sequence[int]:
    """Lowers the scores of sentences that were said before, unless all were."""
    if used.isdisjoint(chain.from_iterable(forks)):
        return row
    stale = list(map(used.issuperset, forks))
    return row if all(stale) else [STALE if old else score for score, old in zip(row, stale, strict=True)]


def with_end(phrases: Sequence[Phrase], row: Sequence[int], eos: int) -> tuple[Sequence[Phrase], Sequence[int]]:
    """Puts the text's end beside the phrases."""
    return (ONLY_EOS, (0,)) if eos == CERTAIN else ((*phrases, EOS), [*row, eos])
