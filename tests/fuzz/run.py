"""Fuzzes for a while, other requests each time, and sums up; exits 1 when something was found.

`make fuzz ARGS="600 --only headers"`; a seed that is printed brings the same requests again.
"""

import argparse
import os
import secrets
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from fuzz_targets import TARGETS, fuzz
from fuzzing import TALLY

ROUND = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of one target."""

    name: str
    examples: int
    seconds: float
    statuses: Counter[str] = field(default_factory=Counter)
    failure: str = ""


def fuzz_for(name: str, seconds: float, chance: int) -> Outcome:
    """Goes on for so long, or until something is found."""
    target = next(target for target in TARGETS if target.name == name)
    TALLY.statuses.clear()
    started, examples, failure = time.monotonic(), 0, ""
    while time.monotonic() - started < seconds and not failure:
        try:
            examples += fuzz(target, ROUND, chance)
        except Exception as error:  # noqa: BLE001 - whatever it is, it was found
            notes = "\n".join(getattr(error, "__notes__", ()))
            failure = f"{name}, seed {chance}: {type(error).__name__}: {error}\n{notes}"
        chance += 1
    spent = time.monotonic() - started
    return Outcome(name=name, examples=examples, seconds=spent, statuses=Counter(TALLY.statuses), failure=failure)


def main(argv: Sequence[str]) -> int:
    names = [target.name for target in TARGETS]
    parser = argparse.ArgumentParser(prog="make fuzz", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("seconds", nargs="?", type=float, default=60, help="how long, in all; 60 unless said")
    parser.add_argument("--only", metavar="NAME", action="append", choices=names, help=f"one of {', '.join(names)}")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9), help="where chance begins")
    options = parser.parse_args(argv)
    chosen = options.only or names
    workers = min(os.cpu_count() or 1, len(chosen))
    each = options.seconds * workers / len(chosen)
    say(f"seed {options.seed}, {each:.0f} s for each of {len(chosen)} targets, {workers} at a time")
    with ProcessPoolExecutor(workers) as pool:
        running = [pool.submit(fuzz_for, name, each, options.seed) for name in chosen]
        outcomes = [job.result() for job in running]
    for outcome in outcomes:
        say(row(outcome))
    failures = [outcome.failure for outcome in outcomes if outcome.failure]
    for failure in failures:
        say(f"\n{failure}")
    say(f"\n{sum(outcome.examples for outcome in outcomes)} made up, {len(failures)} targets failed")
    return int(bool(failures))


def row(outcome: Outcome) -> str:
    statuses = ", ".join(f"{count} × {status}" for status, count in sorted(outcome.statuses.items()))
    rate = outcome.examples / max(outcome.seconds, 0.001)
    failed = "  FAILED" if outcome.failure else ""
    return f"{outcome.name:20} {outcome.examples:7} made up {rate:6.0f}/s  {statuses}{failed}"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
