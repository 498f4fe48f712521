"""Drives a live `mockllm serve` with the real client libraries, each suite in an environment of its own.

Closes with one line, `N passed, M failed`; exits 0 when all is well, 1 when something failed, 2 when used wrongly.
"""

import argparse
import signal
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed

import environments
import node
import suite as suites
from environments import InstallError
from servers import ServerError, Servers, serving
from suite import Outcome, Suite, discover

SIDE_BY_SIDE = 2

Say = Callable[[str], None]


def main(argv: Sequence[str], say: Say) -> int:
    """Does what the command line says."""
    found = discover()
    options = read_options(argv, [suite.name for suite in found])
    if options.list:
        for suite in found:
            say(describe(suite))
        return 0
    chosen = [suite for suite in found if not options.only or suite.name in options.only]
    absent = {suite.name: why for suite in chosen if (why := node.absence(suite))}
    for why in absent.values():
        say(why)
    passed = failed = 0
    try:
        with serving() as servers:
            passed, failed = check([suite for suite in chosen if suite.name not in absent], servers, say)
            if options.keep:
                keep(servers, say)
    except ServerError as error:
        say(str(error))
        failed += 1
    say(f"{passed} passed, {failed} failed")
    return int(failed > 0)


def read_options(argv: Sequence[str], names: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--only", metavar="NAME", action="append", choices=names, help="run this suite; may be repeated"
    )
    parser.add_argument("--list", action="store_true", help="say which suites there are, and do no more")
    parser.add_argument("--keep", action="store_true", help="leave the servers up afterwards, until Ctrl-C")
    return parser.parse_args(argv)


def describe(suite: Suite) -> str:
    needs = ", ".join(node.requirements(suite) if suite.node else suite.requirements.read_text("utf-8").split())
    oldest = f" (Python {suite.minimum[0]}.{suite.minimum[1]} or newer)" if suite.minimum else ""
    return f"{suite.name:18} {needs}{oldest}"


def check(chosen: Sequence[Suite], servers: Servers, say: Say) -> tuple[int, int]:
    """Runs the suites, a few at a time, and reports each as it is done; returns how much passed and failed in all."""
    passed = failed = 0
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        running: dict[Future[tuple[Outcome, str]], Suite] = {
            pool.submit(check_one, suite, servers): suite for suite in chosen
        }
        try:
            for done in as_completed(running):
                outcome, note = done.result()
                say(f"{running[done].name:18} {outcome.passed} passed, {outcome.failed} failed  {note}")
                if outcome.failed:
                    say(f"{outcome.output}\n{servers.tails()}")
                passed += outcome.passed
                failed += outcome.failed
        finally:
            pool.shutdown(cancel_futures=True)  # when told to stop, begin no more
    for name, traceback in servers.tracebacks().items():
        say(f"{name}: an exception in the server's log\n{traceback}")
        failed += 1
    return passed, failed


def check_one(suite: Suite, servers: Servers) -> tuple[Outcome, str]:
    started = time.monotonic()
    try:
        place, note = node.ready(suite) if suite.node else environments.ready(suite)
    except InstallError as error:
        return Outcome(failed=1, output=str(error)), "not installed"
    installed = time.monotonic()
    run = node.run if suite.node else suites.run
    outcome = run(suite, place, servers.environ())
    spent = f"installed in {installed - started:.1f} s, run in {time.monotonic() - installed:.1f} s"
    return outcome, f"{spent}  {note}"


def keep(servers: Servers, say: Say) -> None:
    """Waits for Ctrl-C."""
    for name, base in servers.environ().items():
        say(f"{name}={base}")
    try:
        signal.pause()
    except KeyboardInterrupt:
        say("")


def leave(number: int, _frame: object) -> None:
    """Ends by way of the open contexts, so that no server is left behind."""
    sys.exit(128 + number)


def print_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, leave)
    sys.exit(main(sys.argv[1:], print_line))
