"""Writes an answer as a stream: the chunks of an OpenAI-like provider, relayed as they are (wire/gateway.md 4)."""

from collections.abc import Iterator, Sequence

from mockllm.core import Answer, Choice, Header, Request, Step
from mockllm.dialects.deltas import SPOKEN, bulks, deltas, length, only_text, spoken
from mockllm.wire import DONE, interleave, quote

from . import logprobs
from .calls import delta, shown
from .ids import told_id
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
    """Returns the headers, and the frames: role, parts and finish of each choice, the usage if wanted, the end."""
    return HEADERS, steps(request, answer)


def steps(request: Request, answer: Answer) -> Iterator[Step]:
    head = (
        f'data: {{"id":{told_id(answer, quote)},"object":"chat.completion.chunk","created":{answer.created},'
        f'"model":{quote(answer.model)},"choices":['
    )
    usage = ',"usage":null' if null_usage(request) else ""
    tail = f'"finish_reason":null}}]{usage}}}\n\n'
    choices = shown(request, answer.choices)
    openings = [f'{head}{{"index":{choice.index},"delta":' for choice in choices]
    lengths = [length(choice) for choice in choices]
    started = int(any(lengths))
    for place, (choice, opening) in enumerate(zip(choices, openings, strict=True)):
        # The first token's time passes before the first role chunk: a provider has nothing to send before.
        content = "null" if request.level == "live" and choice.calls and not choice.passage.text else '""'
        yield 0 if place else started, encode(f'{opening}{{"role":"assistant","content":{content}}},{tail}')
    finishes = [
        encode(f'{opening}{{}}{leftover(request, choice)}"finish_reason":"{choice.finish_reason}"}}]{usage}}}\n\n')
        for opening, choice in zip(openings, choices, strict=True)
    ]
    if len(choices) == 1 and only_text(choices[0]) and request.extras.logprobs is None:
        before, after = f'{openings[0]}{{"content":', f"}},{tail}"
        if answer.together:
            for bulk in bulks(choices[0].passage, before, after):
                yield 0, encode(bulk)
            yield 0, finishes[0]
        else:
            yield from one(choices[0].passage.pieces, encode(before), encode(after), finishes[0])
    else:
        frames = [parts(request, choice, opening, tail) for choice, opening in zip(choices, openings, strict=True)]
        yield from several(frames, lengths, finishes) if len(frames) > 1 else alone(frames[0], lengths[0], finishes[0])
    if request.usage_chunk != "none":
        yield 0, encode(f'{head}],"usage":{openai(answer.usage, request.level)}}}\n\n')
    yield 0, DONE


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


Made = tuple[int, bytes]
"""How many tokens of its choice there are with a frame, and its bytes."""


def parts(request: Request, choice: Choice, opening: str, tail: str) -> Iterator[Made]:
    """The frames of all of a choice's parts; log probabilities go with the piece of content that they belong to."""
    told, part = 0, "content"
    for given in deltas(choice):
        rows = ""
        if request.extras.logprobs is not None and given.part in SPOKEN:
            told = told if given.part == part else 0
            rows = f',"logprobs":{told_rows(choice, request, given.part, slice(told, given.told))}'
            told, part = given.told, given.part
        yield given.made, encode(f"{opening}{delta(choice, given, request.provider)}{rows},{tail}")


def alone(frames: Iterator[Made], tokens: int, finish: bytes) -> Iterator[Step]:
    """The frames of the only choice, and its finish."""
    passed = min(1, tokens)
    for made, data in frames:
        yield max(made - passed, 0), data  # an empty chunk may come before the first token
        passed = max(made, passed)
    yield tokens - passed, finish


def leftover(request: Request, choice: Choice) -> str:
    """What stands between delta and reason of a finish: log probabilities of tokens that no piece of text follows.

    A choice without content has the empty list there.
    """
    if request.extras.logprobs is None:
        return ","
    pieces, part = spoken(choice).pieces, "content" if choice.refusal is None else "refusal"
    told = next((place for place in range(len(pieces), 0, -1) if pieces[place - 1]), 0)
    if told == len(pieces) and pieces:
        return ","
    return f',"logprobs":{told_rows(choice, request, part, slice(told, None))},'


def told_rows(choice: Choice, request: Request, part: str, places: slice) -> str:
    """Log probabilities of some tokens of the content, or of the refusal."""
    if part == "refusal":
        return logprobs.openai((), (spoken(choice).rows or ())[places], request.level)
    return logprobs.openai((choice.passage.rows or ())[places], (), request.level)


def several(frames: Sequence[Iterator[Made]], lengths: Sequence[int], finishes: Sequence[bytes]) -> Iterator[Step]:
    """The frames of choices that run side by side, and their finishes.

    A round of choices takes one token's time.
    """
    waiting = [next(each, None) for each in frames]
    for place, tokens in enumerate(lengths):
        if not tokens:
            for _, data in (*filter(None, [waiting[place]]), *frames[place]):  # empty chunks that a script wants
                yield 0, data
            waiting[place] = None
            yield 0, finishes[place]
    passed = 1
    for place, number in interleave(lengths):
        ticks = max(number + 1 - passed, 0)
        while (frame := waiting[place]) is not None and frame[0] <= number + 1:
            yield ticks, frame[1]
            passed += ticks
            ticks = 0
            waiting[place] = next(frames[place], None)
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
