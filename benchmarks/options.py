"""What can be said on the command line of a benchmark."""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Which benchmarks run, and how large; None means what each benchmark takes by itself."""

    names: tuple[str, ...] = ()
    turns: int | None = None
    requests: int | None = None
    aimock: Path | None = None


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not at least 1")
    return number


def read(words: Sequence[str], names: Iterable[str] = ()) -> Options:
    """Reads the words, or ends the program with status 2 and what would be right."""
    known = tuple(names)
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Prints what mockllm costs.")
    if known:
        parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(known)}; all unless said")
    parser.add_argument("--turns", type=positive, help="how often each figure is taken")
    parser.add_argument("--requests", type=positive, help="how many requests, streams or prompts a turn has")
    parser.add_argument("--aimock", type=Path, help="a folder in which aimock is installed by npm; unless said, this")
    got = vars(parser.parse_args(words))
    chosen = tuple(got.pop("names", ()))
    for name in chosen:
        if name not in known:
            parser.error(f"there is no benchmark {name!r}; there are {', '.join(known)}")
    return Options(names=chosen or known, **got)
