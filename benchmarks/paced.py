"""Many paced streams at the same time: how late their tokens come, and what memory the server takes for them."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import uvloop

from benchmarks import answers, load, process, said, servers, turns, watch
from benchmarks.asking import stream
from benchmarks.options import Options
from benchmarks.servers import Server

TURNS = 3
STREAMS = 1000
TOKENS = 300
TOKENS_PER_S = 30
SPREAD_S = 4.0
"""Streams begin one after the other within this time, so that all of them run for the six seconds that follow."""

LONGEST_S = 120

COLUMNS = ("p50 late, ms", "p99 late, ms", "most, ms", "memory, MB", "CPU us a token")
BUDGETS = {"mockllm": "p99 20 ms, memory 150 MB"}


def paced(options: Options) -> None:
    """Streams of 300 tokens, 30 a second, of mockllm's generator and of the bare app that waits as long."""
    count = options.requests or STREAMS
    servers.allow_connections(count)
    with tempfile.TemporaryDirectory() as name:
        pace = ["--ttft", "0", "--tps", str(TOKENS_PER_S)]
        with servers.running(servers.ours()) as quick:
            answer = said.read(answers.send(quick, whole, 0, 1).sample)
        command = servers.bare(answer, Path(name), dues_s(answer.pieces))
        with servers.running(servers.ours(*pace)) as ours, servers.running(command) as bare:
            contestants = {"mockllm": contestant(ours, count), "bare": contestant(bare, count)}
            rows = turns.take(contestants, options.turns or TURNS)
    print(turns.plain_table(f"{count:,} paced streams, {TOKENS_PER_S} tokens/s each", COLUMNS, rows, BUDGETS))


def whole(number: int) -> bytes:
    return stream(number, TOKENS)


def dues_s(pieces: Sequence[bytes]) -> list[float]:
    """When each event of a stream is due: the first token at once, what carries no text with the token before it."""
    dues = []
    tokens = 0
    for piece in pieces:
        tokens += said.has_text(piece)
        dues.append(max(tokens - 1, 0) / TOKENS_PER_S)
    return dues


def contestant(server: Server, count: int) -> Callable[[int], turns.Figures]:
    def measure(turn: int) -> turns.Figures:
        requests = [load.written(whole(number), server.path) for number in range(turn * count, (turn + 1) * count)]
        before = process.cpu_s(server.pid)
        seen = uvloop.run(watch.run(server.port, server.pid, requests, SPREAD_S, LONGEST_S))
        after = process.cpu_s(server.pid)
        cost_us = None if before is None or after is None else (after - before) / (count * TOKENS) * 1e6
        late = lateness_ms(seen.streams)
        return late[len(late) // 2], late[len(late) * 99 // 100], late[-1], seen.memory_mb, cost_us

    return measure


def lateness_ms(streams: Sequence[Sequence[float]]) -> list[float]:
    """How late after it was due, counted from its request, each token came; the least first."""
    if any(len(stream) != TOKENS for stream in streams):
        raise RuntimeError(f"a stream has {set(map(len, streams))} tokens in place of {TOKENS}")
    late = [(time_s - place / TOKENS_PER_S) * 1000 for stream in streams for place, time_s in enumerate(stream)]
    return sorted(late)
