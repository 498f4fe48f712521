"""What `import mockllm` costs over a Python that does nothing."""

import resource
import subprocess
import sys
import time
from collections.abc import Callable

from benchmarks import turns
from benchmarks.options import Options

TURNS = 21
BUDGET_MS = 30
COLUMNS = ("ms by the clock", "ms of a processor")


def importing(options: Options) -> None:
    """Milliseconds by the clock, and of a processor."""
    contestants = {"mockllm": python("import mockllm"), "python": python("pass")}
    rows = turns.take(contestants, options.turns or TURNS)
    print(turns.plain_table("import mockllm, over bare Python", COLUMNS, over(rows), {"mockllm": f"{BUDGET_MS} ms"}))


def over(rows: turns.Rows) -> turns.Rows:
    """How much more ours took than the other in each turn."""
    mine, theirs = rows.values()
    pairs = [zip(my, their, strict=True) for my, their in zip(mine, theirs, strict=True)]
    return {"mockllm": [tuple((more or 0) - (less or 0) for more, less in pair) for pair in pairs]}


def python(code: str) -> Callable[[int], turns.Figures]:
    """Runs code in a Python of its own, without the environment and the working directory."""

    def took(_: int) -> turns.Figures:
        before, begin = children_cpu_s(), time.perf_counter()
        subprocess.run([sys.executable, "-I", "-c", code], check=True)
        return (time.perf_counter() - begin) * 1000, (children_cpu_s() - before) * 1000

    return took


def children_cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
