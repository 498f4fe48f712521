"""Where in its program a text stands: what may follow a sentence, and whether the text may end there.

All of it follows from the prompt and from what was said so far, so equal beginnings have equal continuations.
"""

from .book import Book
from .programs import Block, Program
from .tree import Node, Phrase

ENDS_AFTER = 40
"""How many tokens a text has at least before it may end."""

NEVER_BEYOND = 400
"""At how many tokens a text ends with its sentence, unless it aims further than half of that."""

EVEN_SCORE = 130
"""The end's score where a text has its length: well below the sentences' odds together."""

SURE_SCORE = 470
CERTAIN = -1
"""Stands for the score of an end that has no alternative."""

SLOPE = 1.5
LATE = 0.85
"""From which part of its aim on a text looks for its closing words."""

MORE = 80
"""How much further a text aims that goes on after them."""

NO_PHRASES: tuple[Phrase, ...] = ()


class Course:
    """One text's way through a program.

    `target` is the length it aims at, in tokens; `turn` says with which of the middle blocks it goes on.
    `eos` is the score of the text's end beside the phrases of the node that `after` returned, None where it can't end.
    """

    __slots__ = ("_book", "_closed", "_leave", "_place", "_program", "_target", "_turn", "_unit", "block", "eos")

    def __init__(self, book: Book, program: Program, target: int, turn: int) -> None:
        self._book = book
        self._program = program
        self._target = target
        self._turn = turn
        self._place = 0
        self._unit = 0
        self._closed = False
        self._leave: Phrase | None = None
        self.block: Block = program.first[0]
        self.eos: int | None = None

    def begin(self) -> Node:
        """The node where the text begins."""
        return self._opening(self.block.pools[0])

    def marks(self, mark: str) -> tuple[Phrase, ...]:
        """The phrases that may end a sentence; none where its text holds its own end."""
        if not mark:
            return NO_PHRASES
        if self._closed:
            return self._book.marks(mark, "paragraph")[:1]
        block = self.block
        stay, leave = self._book.marks(mark, block.kind)
        self._leave = leave
        said = self._unit + 1
        if mark == ":" or said >= block.high:
            return (leave,)
        if said < block.low or stay.ids[0] == leave.ids[0]:
            return (stay,)
        return (stay, leave)

    def after(self, phrase: Phrase | None, tokens: int) -> Node:
        """The node after a sentence that ended with `phrase`."""
        first = self._program.first
        ready = self._place >= len(first) - 1
        late = ready and tokens >= self._target * LATE
        self.eos = None
        if self._closed:
            self._closed = False
            self._target = tokens + MORE
            self.eos = SURE_SCORE
            self._next_block()
            return self._book.opening(self.block.pools[0], " ")
        if phrase is None or phrase is self._leave:
            self._next_block()
            if late:
                self.block, self._closed = self._program.last, True
            return self._opening(self.block.pools[0])
        self._unit += 1
        pools = self.block.pools
        if self.block.kind == "paragraph" and ready:
            self._may_end(tokens)
            if late:
                self._closed = True
                return self._opening(self._program.last.pools[0])
        return self._opening(pools[self._unit % len(pools)])

    def _may_end(self, tokens: int) -> None:
        if tokens >= max(NEVER_BEYOND, 2 * self._target):
            self.eos = CERTAIN
        elif tokens >= ENDS_AFTER:
            self.eos = max(0, min(SURE_SCORE, EVEN_SCORE + round((tokens - self._target) * SLOPE)))

    def _next_block(self) -> None:
        self._unit = 0
        self._place += 1
        program = self._program
        past = self._place - len(program.first)
        self.block = program.first[past] if past < 0 else program.middle[(past + self._turn) % len(program.middle)]

    def _opening(self, pool: str) -> Node:
        match self.block.kind:
            case "paragraph":
                lead = " " if self._unit else ""
            case "bullets":
                lead = "- "
            case "numbers":
                lead = f"{self._unit + 1}. "
            case _:
                lead = ""
        return self._book.opening(pool, lead)
