"""Whether a model thinks before it answers, for how long, and what it says to itself.

The card and the request's effort decide how many sentences there are; they come from the book `think` and are drawn as
those of answers are, but by numbers of their own, so that an answer is the same whether thoughts go before it or not.
(Fireworks reference, `reasoning_effort`, `thinking`)
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from mockllm import seeds
from mockllm.catalogue import find
from mockllm.core import Effort, Passage, Request

from .book import Book
from .course import CERTAIN, NO_PHRASES
from .draw import drawing
from .fills import Fills
from .tree import Node, Phrase
from .walk import walk
from .writing import Writing, encoded

Situation = Literal["answer", "call", "report", "form"]
"""What the thoughts lead to: an answer, calls of functions, words about their results, or text of a given form."""

SENTENCES: Mapping[Effort, int] = {"none": 0, "minimal": 1, "low": 2, "medium": 4, "high": 10}
"""Some 16 tokens each."""

UNGRADED: Effort = "medium"
"""How long a model thinks whose thoughts don't depend on the effort."""

BETWEEN: Mapping[Situation, tuple[str, ...]] = {
    "answer": ("plan", "weigh", "doubt"),
    "call": ("call_think",),
    "report": ("result_think",),
    "form": ("form_think", "weigh"),
}
LATER = ("weigh", "doubt", "plan")
"""What long thoughts come to when their own pool has been used up."""

PARAGRAPH = 4
"""How many sentences stand in a paragraph."""

MOST_OF_A_POOL = 6
MOST_NAMES = 3
PLAIN_NAME = re.compile(r"[\w.-]{1,64}", re.ASCII)


def effort_of(request: Request) -> Effort | None:
    """How hard a model thinks about a request, None for not at all."""
    rules = find(request.model, request.dialect, provider=request.provider).reasoning
    effort = request.reasoning.effort or rules.default
    if rules.default is None or effort is None or effort == "none":
        return None
    return effort if rules.graded else UNGRADED


def think(
    writing: Writing,
    situation: Situation,
    tools: Sequence[str],
    effort: Effort,
    choice: int,
    max_tokens: int,
    *,
    after: bool = False,
) -> Passage | None:
    """Writes the thoughts of a choice, at most as many tokens as an integer effort or a budget allows.

    `tools` are the functions that are going to be called, or else were called; `after` says that there are results.
    Biases that would lift tokens are for the
    answer; forbidden ones are kept out of the thoughts too.
    """
    limit = _limit(writing.request, max_tokens)
    chance = seeds.chances(writing.seed, writing.request.sampling.seed, writing.draws, choice, "reasoning")
    drawn = drawing(_sober(writing.translated), writing.book.tokenizer, chance)
    fills = Fills(writing.book, writing.topics)
    fills["tool"] = _names(writing.book, tools)
    said = walk(
        Thought(writing.book, pools(situation, SENTENCES[effort], topical=bool(writing.topics), after=after)),
        fills,
        seeds.key("thoughts", writing.key),
        drawn.draw,
        2 * limit if writing.foreign else limit,
        careful=drawn.careful,
    )
    said = encoded(said, writing.tokenizer) if writing.foreign else said
    if len(said.ids) > limit:
        pieces = said.pieces[:limit]
        said = Passage(text="".join(pieces), ids=said.ids[:limit], pieces=pieces, ended=False)
    return said if said.ids else None


class Thought:
    """The way through thoughts: a sentence from each pool, in paragraphs, and then no more; see `course.Course`."""

    __slots__ = ("_book", "_pools", "_said", "eos")

    def __init__(self, book: Book, pools: Sequence[str]) -> None:
        self._book = book
        self._pools = pools
        self._said = 0
        self.eos: int | None = None

    def begin(self) -> Node:
        return self._book.opening(f"think.{self._pools[0]}", "")

    def marks(self, mark: str) -> tuple[Phrase, ...]:
        if not mark:
            return NO_PHRASES
        stay, leave = self._book.marks(mark, "paragraph")
        said = self._said + 1
        return (leave,) if said % PARAGRAPH == 0 and said < len(self._pools) else (stay,)

    def after(self, _phrase: Phrase | None, _tokens: int) -> Node:
        self._said += 1
        if self._said >= len(self._pools):
            self.eos = CERTAIN
            return self.begin()
        return self._book.opening(f"think.{self._pools[self._said]}", " " if self._said % PARAGRAPH else "")


def _limit(request: Request, max_tokens: int) -> int:
    budget = request.reasoning.budget
    if budget is None or not find(request.model, request.dialect, provider=request.provider).reasoning.limits:
        return max_tokens
    return min(budget, max_tokens)


def pools(situation: Situation, count: int, *, topical: bool, after: bool) -> list[str]:
    """The pools of so many sentences: the first says what was asked or came back, the last what comes of it."""
    first = "ask" if topical else "ask_plain"
    if after:
        first = "again" if situation == "call" else "result"
    if count == 1:
        return [situation if situation in ("call", "form") else first]
    own = BETWEEN[situation]
    between = [own[place % len(own)] for place in range(min(count - 2, MOST_OF_A_POOL * len(own)))]
    between += [LATER[place % len(LATER)] for place in range(count - 2 - len(between))]
    return [first, *between, situation]


def _names(book: Book, tools: Sequence[str]) -> Node:
    """The names of functions in backquotes, so that their tokens stay their own whatever follows."""
    known = [f"`{name}`" for name in dict.fromkeys(tools) if PLAIN_NAME.fullmatch(name)]
    if not known or len(known) > MOST_NAMES:
        text = " the functions" if known else " the function"
    else:
        text = " " + " and ".join(filter(None, [", ".join(known[:-1]), known[-1]]))
    return Node([Phrase(*book.forest.remembered(text), None)])


def _sober(request: Request) -> Request:
    """The request without biases that lift tokens."""
    bias = request.sampling.logit_bias
    if not bias:
        return request
    lowered = {token: value for token, value in bias.items() if value < 0}
    return replace(request, sampling=replace(request.sampling, logit_bias=lowered))
