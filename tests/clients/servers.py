"""Starts the servers that the suites talk to: one for each set of flags, each on a free port of the loopback."""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from suite import SUITES

KEY = "key-of-the-suites"
START_S = 20.0
STOP_S = 10.0
TRACEBACK = "Traceback (most recent call last):"
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
FOREIGN = ("MOCKLLM_", "ALLOWED_MODELS", "DISALLOWED_MODELS", "SERVER_MAX_REQUEST_BODY_SIZE", "PYTHONPATH")


class ServerError(Exception):
    """`mockllm serve` did not come up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """How a server is started: flags and environment."""

    flags: tuple[str, ...] = ()
    environ: Mapping[str, str] = field(default_factory=dict)


STARTS = {
    "MOCKLLM_BASE": Start(),
    "MOCKLLM_KEYED_BASE": Start(flags=("--api-key", KEY)),
    "MOCKLLM_STRICT_BASE": Start(flags=("--models", "strict")),
    "MOCKLLM_ALLOWED_BASE": Start(environ={"ALLOWED_MODELS": "openai/gpt-4o"}),
    "MOCKLLM_FAULTS_BASE": Start(flags=("--scenario", str(SUITES / "faults" / "faults.yaml"))),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Servers:
    """The running servers: their addresses and their logs, both by the environment name a suite reads."""

    bases: Mapping[str, str]
    logs: Mapping[str, Path]

    def environ(self) -> dict[str, str]:
        """What a suite is told."""
        return {**self.bases, "MOCKLLM_KEY": KEY}

    def tails(self, lines: int = 15) -> str:
        """The ends of the logs."""
        return "\n".join(f"-- {name} said last:\n{tail(log, lines)}" for name, log in self.logs.items())

    def tracebacks(self) -> dict[str, str]:
        """The first exception in each log that has one, which no request may bring about."""
        found = {name: read(log).partition(TRACEBACK) for name, log in self.logs.items()}
        return {name: "\n".join([mark, *rest.splitlines()[1:40]]) for name, (_, mark, rest) in found.items() if mark}


@contextlib.contextmanager
def serving(starts: Mapping[str, Start] = STARTS) -> Iterator[Servers]:
    """Holds all servers up."""
    with tempfile.TemporaryDirectory(prefix="mockllm-clients-") as scratch, contextlib.ExitStack() as stack:
        logs = {name: Path(scratch) / f"{name}.log" for name in starts}
        running = {name: stack.enter_context(process(start, logs[name])) for name, start in starts.items()}
        yield Servers(bases={name: address(server, logs[name]) for name, server in running.items()}, logs=logs)


@contextlib.contextmanager
def process(start: Start, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """One server, in an empty folder so that no settings file of the project is read; ended with SIGTERM."""
    command = [sys.executable, "-m", "mockllm", "serve", "--port", "0", *start.flags]
    environ = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
    environ |= {"PYTHONUNBUFFERED": "1", **start.environ}
    with log.open("wb") as out:
        server = subprocess.Popen(
            command, cwd=log.parent, env=environ, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
        )
    try:
        yield server
    finally:
        server.terminate()
        try:
            server.wait(STOP_S)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
            raise ServerError(f"not stopped {STOP_S} s after SIGTERM: {command}\n{tail(log, 30)}") from None


def address(server: subprocess.Popen[bytes], log: Path) -> str:
    """The address the server printed, once it answers there."""
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise ServerError(f"mockllm serve ended with {server.returncode}:\n{read(log)}")
        if (found := ADDRESS.search(read(log))) and healthy(found[0]):
            return found[0]
        time.sleep(0.02)
    raise ServerError(f"mockllm serve does not answer after {START_S} s:\n{read(log)}")


def healthy(base: str) -> bool:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{base}/health", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def read(log: Path) -> str:
    return log.read_text("utf-8", errors="replace")


def tail(log: Path, lines: int) -> str:
    return "\n".join(read(log).splitlines()[-lines:])
