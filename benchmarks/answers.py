"""Answers and frames per second: mockllm, the bare app that sends the same bytes, the naive stack, and aimock.

Beside the clock stands what the server's own processor time would allow, which other work on the machine, and the
client's, disturb less.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import uvloop

from benchmarks import aimock, load, process, said, servers, turns
from benchmarks.asking import LONG_SCENARIO, SCENARIO, short, stream
from benchmarks.options import Options
from benchmarks.servers import Server

TURNS = 7
WARMING = 3
"""Turns that do not count; node makes aimock faster for some thousand requests."""

ANSWERS = 3000
STREAMS = 500


def scripted(options: Options) -> None:
    """Answers of 16 tokens in JSON, from one rule."""
    budgets = {"bare": "0.50 x", "aimock": "1.5 x"}
    compare("scripted JSON answers", "answers", short, options.requests or ANSWERS, options, SCENARIO, budgets)


def scripted_streams(options: Options) -> None:
    """Streams of 64 tokens, from one rule."""
    budgets = {"bare": "2.0 x", "aimock": "1.5 x"}
    compare("scripted streams", "frames", stream, options.requests or STREAMS, options, LONG_SCENARIO, budgets)


def generated(options: Options) -> None:
    """Answers of 16 tokens in JSON, from the generator."""
    compare("generated JSON answers", "answers", short, options.requests or ANSWERS, options)


def generated_streams(options: Options) -> None:
    """Streams of 64 tokens, from the generator."""
    budgets = {"bare": "2.0 x", "aimock": "1.5 x"}
    compare("generated streams", "frames", stream, options.requests or STREAMS, options, budgets=budgets)


def compare(
    title: str,
    unit: str,
    request: Callable[[int], bytes],
    count: int,
    options: Options,
    scenario: str | None = None,
    budgets: dict[str, str] | None = None,
) -> None:
    """Prints one table; without a scenario the generator answers."""

    def contestant(server: Server) -> Callable[[int], turns.Figures]:
        return lambda turn: figures(server, unit, request, 1000 + turn * count, count)

    with everybody(request, scenario, options) as running:
        contestants = {name: contestant(server) for name, server in running.items()}
        rows = turns.take(contestants, options.turns or TURNS, WARMING)
    print(turns.table(title, [f"{unit}/s", f"{unit}/CPU s"], rows, budgets or {}))


@contextmanager
def everybody(request: Callable[[int], bytes], scenario: str | None, options: Options) -> Iterator[dict[str, Server]]:
    """Runs mockllm, and all others that say what it says."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        file = folder / "scenario.yaml"
        if scenario is not None:
            file.write_text(scenario)
        ours = stack.enter_context(servers.running(servers.ours(*(["-s", str(file)] if scenario else []))))
        answer = said.read(send(ours, request, 0, load.CONNECTIONS).sample)
        running = {
            "mockllm": ours,
            "bare": stack.enter_context(servers.running(servers.bare(answer, folder))),
            "naive": stack.enter_context(servers.running(servers.naive(answer.text, folder))),
        }
        installed = aimock.find(options.aimock)
        if installed is not None:
            command = installed.command(answer, folder)
            running["aimock"] = stack.enter_context(servers.running(command, aimock.PATH))
        yield running


def figures(server: Server, unit: str, request: Callable[[int], bytes], first: int, count: int) -> turns.Figures:
    """What a server does in a second, and in one of its processor's."""
    before = process.cpu_s(server.pid)
    got = send(server, request, first, count)
    after = process.cpu_s(server.pid)
    amount = got.frames if unit == "frames" else got.answers
    return amount / got.seconds, None if before is None or after is None else amount / (after - before)


def send(server: Server, request: Callable[[int], bytes], first: int, count: int) -> load.Load:
    return uvloop.run(load.run(server.port, request, first, count, server.path))
