"""Starts servers, ours and others, and ends them."""

import json
import os
import resource
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.asking import PATH
from benchmarks.said import Said

LONGEST_START_S = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """One that runs: where it listens, and which process it is."""

    port: int
    pid: int
    path: str = PATH


def ours(*more: str) -> list[str]:
    """The command of mockllm; `PORT` stands for the port."""
    command = [sys.executable, "-m", "mockllm", "serve", "--port", "PORT", "--quiet", "--clock", "frozen"]
    return [*command, *more]


def bare(said: Said, folder: Path, dues_s: Sequence[float] = ()) -> list[str]:
    """The command of the bare app that sends what was said, each piece when it is due, or at once."""
    file = folder / "bare.json"
    pieces = [piece.decode() for piece in said.pieces]
    file.write_text(json.dumps([said.content_type, pieces, list(dues_s)]))
    return [sys.executable, "-m", "benchmarks.bare", "PORT", str(file)]


def naive(text: str, folder: Path) -> list[str]:
    """The command of the naive stack that answers with a text."""
    file = folder / "naive.txt"
    file.write_text(text)
    return [sys.executable, "-m", "benchmarks.naive", "PORT", str(file)]


@contextmanager
def running(command: Sequence[str], path: str = PATH) -> Iterator[Server]:
    """Starts a command with a free port in place of `PORT`, waits until it answers, and ends it."""
    port = free_port()
    words = [word.replace("PORT", str(port)) for word in command]
    # An installed package has its bytecode; without it a start takes half as long again.
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, env=environ)
    try:
        deadline = time.monotonic() + LONGEST_START_S
        while not answers(port):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{command} did not start")
            time.sleep(0.005)
        yield Server(port=port, pid=process.pid, path=path)
    finally:
        process.terminate()
        process.wait(10)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answers(port: int) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def allow_connections(count: int) -> None:
    """Lets this process, and the servers it starts from now on, have that many connections."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count + 100
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
