"""From the command to the first answer: mockllm, the bare app, the naive stack, and aimock."""

import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks import aimock, process, servers, turns
from benchmarks.options import Options
from benchmarks.said import Said

TURNS = 7
BUDGET_S = 0.45


def startup(options: Options) -> None:
    """Seconds until the first 200, and those of a processor."""
    said = Said(content_type="application/json", pieces=(b"{}",), text="It is cold.", tokens=1)
    with tempfile.TemporaryDirectory() as name:
        commands = {
            "mockllm": servers.ours(),
            "bare": servers.bare(said, Path(name)),
            "naive": servers.naive(said.text, Path(name)),
        }
        installed = aimock.find(options.aimock)
        if installed is not None:
            commands["aimock"] = installed.command(said, Path(name))
        contestants = {name: starting(command) for name, command in commands.items()}
        rows = turns.take(contestants, options.turns or TURNS)
    print(turns.table("start-up, to the first 200", ["seconds", "CPU seconds"], rows, {"mockllm": f"{BUDGET_S} s"}))


def starting(command: Sequence[str]) -> Callable[[int], turns.Figures]:
    def took(_: int) -> turns.Figures:
        begin = time.perf_counter()
        with servers.running(command) as server:
            return time.perf_counter() - begin, process.cpu_s(server.pid)

    return took
