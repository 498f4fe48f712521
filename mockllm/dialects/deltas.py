"""What a choice says besides its text, piece by piece in the order in which a stream tells it."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

from mockllm.core import Choice

Part = Literal["reasoning", "content", "name", "arguments"]


class Delta(NamedTuple):
    """A piece of one part; a call's `name` and `arguments` say which call they belong to.

    `made` is how many of the choice's tokens there are with it, `told` how many of its own part.
    """

    part: Part
    text: str
    made: int
    told: int
    call: int = 0


def only_text(choice: Choice) -> bool:
    """Says whether a choice's content is all that there is of it, so that its pieces are all there is to tell.

    It is not where a call was cut before it had a name.
    """
    return choice.reasoning is None and not choice.calls and len(choice.ids) <= len(choice.passage.ids)


def length(choice: Choice) -> int:
    """How many tokens a choice has, the special ones between its parts among them."""
    return len(choice.ids) or len(choice.passage.ids)


def deltas(choice: Choice) -> Iterator[Delta]:
    """Yields reasoning, content, then each call's name and arguments; pieces without text are left out.

    The special tokens between the parts are nobody's: they lend their time to the piece after them.
    """
    made = 0
    if choice.reasoning is not None:
        for told, piece in enumerate(choice.reasoning.pieces, 1):
            if piece:
                yield Delta("reasoning", piece, told + 1, told)
        made = len(choice.reasoning.ids) + 2
    for told, piece in enumerate(choice.passage.pieces, 1):
        if piece:
            yield Delta("content", piece, made + told, told)
    made += len(choice.passage.pieces)
    for number, (call, start) in enumerate(zip(choice.calls, beginnings(choice, made), strict=True)):
        yield Delta("name", call.name, start, 0, number)
        for told, piece in enumerate(call.arguments.pieces, 1):
            if piece:
                yield Delta("arguments", piece, start + told, told, number)


def beginnings(choice: Choice, first: int) -> Iterator[int]:
    """Finds where the arguments of each call begin among the choice's tokens, the first call at token `first`.

    A call opens with a special token that no text has. Its arguments are the last that it holds but for its closing.
    """
    ids = list(choice.ids)
    opened = [place for place in range(first, len(ids)) if ids[place] == ids[first]]
    for call, (start, end) in zip(choice.calls, pairwise([*opened, len(ids)]), strict=False):
        wanted = list(call.arguments.ids)
        places = range(end - len(wanted), start, -1)
        yield next((place for place in places if ids[place : place + len(wanted)] == wanted), start + 1)
