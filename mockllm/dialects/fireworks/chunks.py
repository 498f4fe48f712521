"""Answers as streams of server-sent events (wire/fireworks.md 2).

Each choice starts with a chunk that holds its role alone, goes on with a chunk for each token of its reasoning, its
content and its calls, and finishes with an empty one. What all chunks of a stream have in common is written once.
"""

from collections.abc import Callable, Iterator
from functools import partial

from mockllm.core import Answer, Choice, Header, Request, Step
from mockllm.dialects.deltas import bulks, deltas, length, only_text, refusals_as_content
from mockllm.wire import DONE, interleave, quote

from .asked import Asked, ids_json, plain
from .calls import delta
from .headers import of_stream, told_id
from .metrics import perf_metrics
from .usage import usage_json

ROLE = '{"role":"assistant"},"finish_reason":null}'
AFTER_TEXT = '},"finish_reason":null}],"usage":null}\n\n'
AFTER_DELTA = AFTER_TEXT.removeprefix("}")
AFTER_EXTRAS = '}],"usage":null}\n\n'
BEFORE_TEXT = '{"content":'
NOTHING = slice(0)


def stream(request: Request, answer: Answer) -> tuple[tuple[Header, ...], Iterator[Step]]:
    """Writes an answer as chunks, each with the number of tokens whose time it takes."""
    answer = refusals_as_content(answer)
    head = (
        f'data: {{"id":{told_id(answer)},"object":"chat.completion.chunk","created":{answer.created}'
        f',"model":{quote(answer.model)},"choices":['
    )
    return of_stream(request, answer), _steps(head, request, answer)


def _steps(head: str, request: Request, answer: Answer) -> Iterator[Step]:
    usage = usage_json(answer.usage, request.level)
    last = usage if request.usage_chunk == "finish" else "null"
    if plain(request.extras):
        chunks = partial(_chunks, head, answer.together and len(answer.choices) == 1)
    else:
        if request.extras.perf_metrics:
            last += f',"perf_metrics":{perf_metrics(answer)}'
        ids = f',"prompt_token_ids":{ids_json(answer.prompt_ids)}' if request.extras.token_ids else ""
        chunks = partial(_full_chunks, head, Asked(request, answer), ids)
    if len(answer.choices) == 1:
        yield from chunks(answer.choices[0], last)
    else:
        yield from _turns(chunks, answer.choices, last)
    if request.usage_chunk == "own":
        yield 0, f'{head}],"usage":{usage}}}\n\n'.encode()
    yield 0, DONE


def _chunks(head: str, together: bool, choice: Choice, last: str) -> Iterator[Step]:
    """The chunks of one choice, the one that finishes it with the usage it is given."""
    if not only_text(choice):
        yield from _part_chunks(head, choice, last)
        return
    start = f'{head}{{"index":{choice.index},"delta":'
    begun = int(bool(choice.passage.pieces))  # nothing is sent before the first token is there, its headers neither
    yield begun, f'{start}{ROLE}],"usage":null}}\n\n'.encode()
    before = start + BEFORE_TEXT
    if together:
        tokens = 0
        for bulk in bulks(choice.passage, before, AFTER_TEXT):
            yield 0, bulk.encode()
    else:
        tokens = -begun
        for piece in choice.passage.pieces:
            tokens += 1
            if piece:
                yield tokens, (before + quote(piece) + AFTER_TEXT).encode()
                tokens = 0
    yield tokens, f'{start}{{}},"finish_reason":"{choice.finish_reason}"}}],"usage":{last}}}\n\n'.encode()


def _part_chunks(head: str, choice: Choice, last: str) -> Iterator[Step]:
    """The chunks of a choice that has more parts than its content."""
    start = f'{head}{{"index":{choice.index},"delta":'
    made = int(length(choice) > 0)
    yield made, f'{start}{ROLE}],"usage":null}}\n\n'.encode()
    for part in deltas(choice):
        yield max(part.made - made, 0), f"{start}{delta(choice, part)}{AFTER_DELTA}".encode()
        made = max(part.made, made)
    finish = f'{start}{{}},"finish_reason":"{choice.finish_reason}"}}],"usage":{last}}}\n\n'
    yield length(choice) - made, finish.encode()


def _full_chunks(head: str, asked: Asked, prompt_ids: str, choice: Choice, last: str) -> Iterator[Step]:
    """The chunks of a choice that carries more than its parts (wire/fireworks.md 2.5).

    The echo comes first, token by token, and takes no time. What belongs to a token without text goes with the next
    that has some, or with the finish; the ids of the prompt go with the stream's first chunk.
    """
    given = asked.choice(choice)
    start = f'{head}{{"index":{choice.index},"delta":'
    passed = int(length(choice) > 0)
    yield passed, f'{start}{ROLE}],"usage":null{"" if choice.index else prompt_ids}}}\n\n'.encode()
    rows = made = 0
    for place, piece in enumerate(given.echo, 1):
        if piece:
            extras = given.extras(slice(rows, place), NOTHING)
            yield 0, f'{start}{BEFORE_TEXT}{quote(piece)}}},"finish_reason":null{extras}{AFTER_EXTRAS}'.encode()
            rows = place
    for part in deltas(choice):
        told = len(given.echo) + part.told if part.part == "content" else rows
        extras = given.extras(slice(rows, told), slice(made, part.made))
        frame = f'{start}{delta(choice, part)},"finish_reason":null{extras}{AFTER_EXTRAS}'
        yield max(part.made - passed, 0), frame.encode()  # an empty chunk may come before the first token
        rows, made, passed = told, part.made, max(part.made, passed)
    extras = given.extras(slice(rows, None), slice(made, None), ending=True)
    finish = f'{start}{{}},"finish_reason":"{choice.finish_reason}"{extras}}}],"usage":{last}}}\n\n'
    yield length(choice) - passed, finish.encode()


def _turns(chunks: Callable[[Choice, str], Iterator[Step]], choices: tuple[Choice, ...], last: str) -> Iterator[Step]:
    """The chunks of several choices, taking turns; the usage of all rides on the last finish.

    A round of turns takes one token's time, since choices are made side by side. How the real service orders them
    was never seen (wire/fireworks.md 11).
    """
    order = list(interleave([_count(choice) for choice in choices]))
    final = order[-1][0]
    running = [chunks(choice, last if place == final else "null") for place, choice in enumerate(choices)]
    made = [0] * len(choices)
    passed = 0
    for place, _ in order:
        tokens, data = next(running[place])
        made[place] += tokens
        yield max(made[place] - passed, 0), data
        passed = max(made[place], passed)


def _count(choice: Choice) -> int:
    """How many chunks a choice has."""
    echoed = choice.echo.pieces if choice.echo else ()
    told = sum(1 for piece in choice.passage.pieces if piece) if only_text(choice) else sum(1 for _ in deltas(choice))
    return 2 + told + sum(1 for piece in echoed if piece)
