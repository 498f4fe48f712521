"""Writes an answer as a stream: the chunks of an OpenAI-like provider, relayed as they are (wire/gateway.md 4)."""

from collections.abc import Iterator, Sequence
from itertools import repeat

from mockllm.core import Answer, Header, Passage, Request, Step
from mockllm.wire import DONE, interleave, quote

from . import logprobs
from .tally import openai

HEADERS: tuple[Header, ...] = (
    ("cache-control", "no-cache"),
    ("connection", "keep-alive"),
    ("content-type", "text/event-stream"),
    ("x-accel-buffering", "no"),
)

NULL_USAGE_PROVIDERS = ("openai",)
"""Who says `usage: null` on the other chunks; Ollama, Groq and more leave it out (wire/gateway.md 4)."""


def stream(request: Request, answer: Answer) -> tuple[tuple[Header, ...], Iterator[Step]]:
    """Returns the headers, and the frames: role, content and finish of each choice, the usage if wanted, the end."""
    return HEADERS, steps(request, answer)


def steps(request: Request, answer: Answer) -> Iterator[Step]:
    head = (
        f'data: {{"id":"chatcmpl-{answer.id}","object":"chat.completion.chunk","created":{answer.created},'
        f'"model":{quote(answer.model)},"choices":['
    )
    usage = ',"usage":null' if null_usage(request) else ""
    tail = f'"finish_reason":null}}]{usage}}}\n\n'
    openings = [f'{head}{{"index":{choice.index},"delta":' for choice in answer.choices]
    pieces = [choice.passage.pieces for choice in answer.choices]
    started = int(any(pieces))
    for place, opening in enumerate(openings):
        # The first token's time passes before the first role chunk: a provider has nothing to send before.
        yield 0 if place else started, encode(f'{opening}{{"role":"assistant","content":""}},{tail}')
    before = [encode(f'{opening}{{"content":') for opening in openings]
    afters, finishes = [], []
    for opening, choice in zip(openings, answer.choices, strict=True):
        after, last = around(request, choice.passage, tail)
        afters.append(after)
        finishes.append(encode(f'{opening}{{}}{last}"finish_reason":"{choice.finish_reason}"}}]{usage}}}\n\n'))
    if len(pieces) == 1 and request.extras.logprobs is None:
        yield from one(pieces[0], before[0], next(afters[0]), finishes[0])
    else:
        yield from several(pieces, before, afters, finishes)
    if request.usage_chunk != "none":
        yield 0, encode(f'{head}],"usage":{openai(answer.usage, request.level)}}}\n\n')
    yield 0, DONE


def around(request: Request, passage: Passage, tail: str) -> tuple[Iterator[bytes], str]:
    """What stands behind the text of each piece of a choice, and what between delta and reason of its finish.

    Log probabilities go with their token's piece; those that no piece of text follows, with the finish.
    """
    if request.extras.logprobs is None:
        return repeat(encode(f"}},{tail}")), ","
    level = request.level
    *rows, left = logprobs.by_piece(passage)
    last = f',"logprobs":{logprobs.openai(left, level)},' if left or not rows else ","
    return (encode(f'}},"logprobs":{logprobs.openai(each, level)},{tail}') for each in rows), last


def one(pieces: Sequence[str], before: bytes, after: bytes, finish: bytes) -> Iterator[Step]:
    """Content and finish of the only choice; a piece without text lends its time to the next frame."""
    ticks = 0
    for piece in pieces:
        if piece:
            yield ticks, before + encode(quote(piece)) + after
            ticks = 1
        else:
            ticks += 1
    yield max(ticks - 1, 0), finish


def several(
    pieces: Sequence[Sequence[str]],
    before: Sequence[bytes],
    afters: Sequence[Iterator[bytes]],
    finishes: Sequence[bytes],
) -> Iterator[Step]:
    """Content and finish of choices that run side by side, or of one whose frames do not all end alike.

    A round of choices takes one token's time.
    """
    lengths = [len(each) for each in pieces]
    for place, length in enumerate(lengths):
        if not length:
            yield 0, finishes[place]
    passed = 1
    for place, number in interleave(lengths):
        ticks = max(number + 1 - passed, 0)
        after = next(afters[place])
        if piece := pieces[place][number]:
            yield ticks, before[place] + encode(quote(piece)) + after
            passed += ticks
            ticks = 0
        if number + 1 == lengths[place]:
            yield ticks, finishes[place]
            passed += ticks


def encode(text: str) -> bytes:
    """Halves of surrogate pairs have no bytes in UTF-8 and become `?`."""
    return text.encode("utf-8", "replace")


def null_usage(request: Request) -> bool:
    """Says whether chunks without usage say so (gateway reference, `include_usage`)."""
    if request.usage_chunk == "none":
        return False
    return request.level != "live" or request.provider in NULL_USAGE_PROVIDERS
