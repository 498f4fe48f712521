"""What a choice says besides its text, piece by piece in the order in which a stream tells it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple

from mockllm.core import Answer, Choice, Passage
from mockllm.wire import quote

Part = Literal["reasoning", "content", "refusal", "name", "arguments", "call"]
"""A `call` is its name and its arguments at once; the text of its delta is the arguments."""

TOGETHER = 256
"""How many events are written at a time where none has to wait: about as much as is sent at a time."""

SPOKEN: tuple[Part, ...] = ("content", "refusal")
"""The parts that log probabilities are told of."""


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

    It is not where a call was cut before it had a name, nor where a script cuts the content its own way.
    """
    return (
        choice.reasoning is None
        and not choice.calls
        and choice.cuts is None
        and choice.refusal is None
        and len(choice.ids) <= len(choice.passage.ids)
    )


def bulks(passage: Passage, before: str, after: str) -> Iterator[str]:
    """Writes a text's events many at a time: each piece as a JSON string, with what stands before and after it."""
    text, pieces = passage.text, passage.pieces
    if "" in pieces:
        pieces = [piece for piece in pieces if piece]
    if len(quote(text)) == len(text) + len('""'):  # nothing in it is escaped, so nothing in its pieces would be
        before, after = before + '"', '"' + after
    else:
        pieces = [quote(piece) for piece in pieces]
    between = after + before
    for begun in range(0, len(pieces), TOGETHER):
        yield f"{before}{between.join(pieces[begun : begun + TOGETHER])}{after}"


def spoken(choice: Choice) -> Passage:
    """Returns what a choice says: its refusal, or its content."""
    return choice.passage if choice.refusal is None else choice.refusal


def refusals_as_content(answer: Answer) -> Answer:
    """Makes refusals content, for a dialect whose messages have no other place for them."""
    for choice in answer.choices:
        if choice.refusal is not None:
            break
    else:
        return answer
    return replace(
        answer, choices=tuple(replace(choice, passage=spoken(choice), refusal=None) for choice in answer.choices)
    )


def length(choice: Choice) -> int:
    """How many tokens a choice has, the special ones between its parts among them."""
    return len(choice.ids) or len(choice.passage.ids)


def deltas(choice: Choice) -> Iterator[Delta]:
    """Yields reasoning, content, a refusal, then each call's name and arguments.

    Pieces without text are left out, unless a script wants them. The special tokens between the parts are nobody's:
    they lend their time to the piece after them.
    """
    made = 0
    if choice.reasoning is not None:
        for told, piece in enumerate(choice.reasoning.pieces, 1):
            if piece:
                yield Delta("reasoning", piece, told + 1, told)
        made = len(choice.reasoning.ids) + 2
    cuts = choice.cuts if choice.refusal is None else None
    yield from _texts("content", choice.passage, made, cuts)
    made += len(choice.passage.pieces)
    if choice.refusal is not None:
        yield from _texts("refusal", choice.refusal, made, choice.cuts)
        made += len(choice.refusal.pieces)
    for number, (call, start) in enumerate(zip(choice.calls, beginnings(choice, made), strict=True)):
        if choice.arguments != "token":
            yield from _uncut(choice, number, start)
            continue
        yield Delta("name", call.name, start, 0, number)
        for told, piece in enumerate(call.arguments.pieces, 1):
            if piece:
                yield Delta("arguments", piece, start + told, told, number)


def _uncut(choice: Choice, number: int, start: int) -> Iterator[Delta]:
    """A call whose arguments come in one piece, with its name or behind it."""
    call = choice.calls[number]
    text, told = call.arguments.text, len(call.arguments.ids)
    if choice.arguments == "with_name":
        yield Delta("call", text, start + told, told, number)
        return
    yield Delta("name", call.name, start, 0, number)
    if text:
        yield Delta("arguments", text, start + told, told, number)


def _texts(part: Part, passage: Passage, made: int, cuts: Sequence[int] | None) -> Iterator[Delta]:
    """The pieces of a text: its tokens, or what lies between the cuts."""
    if cuts is not None:
        yield from _cut(part, passage, made, cuts)
        return
    for told, piece in enumerate(passage.pieces, 1):
        if piece:
            yield Delta(part, piece, made + told, told)


def _cut(part: Part, passage: Passage, made: int, cuts: Sequence[int]) -> Iterator[Delta]:
    """The pieces between the cuts; with each go the tokens whose text ends in it.

    A token without text goes with the one after it, as ever. Of two cuts at one place the second has nothing.
    """
    text, told, token, done = passage.text, 0, 0, 0
    ends = list(accumulate(map(len, passage.pieces)))
    for place, end in enumerate((*cuts, len(text))):
        if not done <= end <= len(text) or (place == len(cuts) and done == end):
            continue
        while token < len(ends) and ends[token] <= end:
            token += 1
            if passage.pieces[token - 1]:
                told = token
        token = told
        yield Delta(part, text[done:end], made + told, told)
        done = end


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
