"""Prints what mockllm costs: `python -m benchmarks [scripted json streams matching …]`, or all there are.

Contestants run in turns, one at a time beside the client, and each figure is the median of the turns' ratios, since
machines are noisy. Every request has another prompt. docs/benchmarks.md tells more.
"""

import os
import platform
import subprocess
import sys
from collections.abc import Callable, Mapping

from benchmarks import aimock, answers, importing, memory, options, paced, startup
from benchmarks.options import Options


def apart(module: str) -> Callable[[Options], None]:
    """A benchmark of our code itself, in a process of its own so that it finds the memory as a server would."""

    def run(chosen: Options) -> None:
        sizes = {"--turns": chosen.turns, "--requests": chosen.requests}
        words = [word for name, size in sizes.items() if size for word in (name, str(size))]
        subprocess.run([sys.executable, "-m", module, *words], check=True)

    return run


BENCHMARKS: Mapping[str, Callable[[Options], None]] = {
    "scripted": answers.scripted,
    "scripted-streams": answers.scripted_streams,
    "json": answers.generated,
    "streams": answers.generated_streams,
    "paced": paced.paced,
    "memory": memory.memory,
    "startup": startup.startup,
    "import": importing.importing,
    "matching": apart("benchmarks.matching"),
    "generator": apart("benchmarks.generator"),
}


def machine(chosen: Options) -> str:
    """Says what the figures were taken on, and how busy it is."""
    installed = aimock.find(chosen.aimock)
    load = ", ".join(f"{average:.2f}" for average in os.getloadavg())
    peer = f"aimock {installed.version}" if installed else "no aimock"
    return f"Python {platform.python_version()}, {peer}, {os.cpu_count()} processors, load {load}"


def main() -> int:
    chosen = options.read(sys.argv[1:], BENCHMARKS)
    try:
        print(machine(chosen), flush=True)
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 2
    for name in chosen.names:
        BENCHMARKS[name](chosen)
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
