"""Whether memory stays as it is after many requests, each another one."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks import answers, process, servers
from benchmarks.asking import SCENARIO, short
from benchmarks.options import Options

REQUESTS = 100_000
LOOKS = 5
"""How often memory is looked at; the first time is after a fifth of the requests, when all that is bounded is full."""

PORTION = 10_000


def memory(options: Options) -> None:
    """Megabytes after more and more requests, and how many a million more would add."""
    count = options.requests or REQUESTS
    print(f"memory after up to {count:,} requests   budget flat")
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "scenario.yaml"
        file.write_text(SCENARIO)
        for kind, more in {"scripted": ["-s", str(file)], "generated": []}.items():
            with servers.running(servers.ours(*more)) as server:
                seen = looked_at(server, count)
            told = ", ".join(f"{megabytes:.1f} MB after {requests:,}" for requests, megabytes in seen)
            print(f"  {kind}: {told}; {growth_mb(seen[1:]):+.1f} MB in a million")


def looked_at(server: servers.Server, count: int) -> list[tuple[int, float]]:
    """Sends so many requests, and returns the memory before, and several times under way."""
    seen = [(0, process.memory_mb(server.pid))]
    for look in range(1, LOOKS + 1):
        sent, until = seen[-1][0], count * look // LOOKS
        for first in range(sent, until, PORTION):
            answers.send(server, short, first, min(PORTION, until - first))
        seen.append((until, process.memory_mb(server.pid)))
    return seen


def growth_mb(seen: Sequence[tuple[int, float]]) -> float:
    """The slope of the line that fits best, for a million requests."""
    middle = [sum(column) / len(seen) for column in zip(*seen, strict=True)]
    spread = sum((requests - middle[0]) ** 2 for requests, _ in seen)
    rise = sum((requests - middle[0]) * (megabytes - middle[1]) for requests, megabytes in seen)
    return rise / spread * 1e6 if spread else 0.0
