"""Prints what mockllm costs: `python -m benchmarks [scripted json streams matching …]`, or all there are.

Servers run one at a time beside the client, in turns, and each figure is the median of the turns' ratios, since
machines are noisy. Every request has another prompt.
"""

import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvloop

from benchmarks import load

TURNS = 7
PATH = "/inference/v1/chat/completions"
MODEL = "accounts/fireworks/models/llama-v3p3-70b-instruct"


SCENARIO = """\
rules:
  - name: lighthouses
    when: {user: lighthouse}
    reply: The keeper counts the ships that pass, and writes each one down.
"""
"""One rule that answers every request in about 16 tokens."""

LONG_SCENARIO = SCENARIO.replace("and writes each one down", "and writes each one down by the lamp, night after " * 6)


def body(number: int, **more: object) -> bytes:
    prompt = f"Tell me about lighthouse number {number} and its keeper, please."
    return json.dumps({"model": MODEL, "messages": [{"role": "user", "content": prompt}], **more}).encode()


def short(number: int) -> bytes:
    return body(number, max_tokens=16)


def stream(number: int) -> bytes:
    return body(number, max_tokens=64, ignore_eos=True, stream=True)


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


@contextmanager
def server(*command: str) -> Iterator[int]:
    """Starts `python COMMAND` with a free port in place of `PORT`, and ends it."""
    port = free_port()
    words = [word.replace("PORT", str(port)) for word in command]
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 20
        while not answers(port):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{command} did not start")
            time.sleep(0.02)
        yield port
    finally:
        process.terminate()
        process.wait(10)


def mockllm_server(*more: str) -> list[str]:
    return ["-m", "mockllm", "serve", "--port", "PORT", "--quiet", "--clock", "frozen", *more]


def measure(port: int, request: Callable[[int], bytes], first: int, count: int) -> load.Load:
    return uvloop.run(load.run(port, request, first, count, PATH))


def against_bare(
    name: str,
    unit: str,
    request: Callable[[int], bytes],
    count: int,
    figure: Callable[[load.Load], float],
    scenario: str | None = None,
) -> None:
    """Compares mockllm, from a scenario if one is given, with the bare app that sends the same bytes."""
    with tempfile.TemporaryDirectory() as folder:
        more: list[str] = []
        if scenario is not None:
            written = Path(folder) / "scenario.yaml"
            written.write_text(scenario)
            more = ["-s", str(written)]
        with server(*mockllm_server(*more)) as ours:
            compare(name, unit, request, count, figure, ours, Path(folder))


def compare(
    name: str,
    unit: str,
    request: Callable[[int], bytes],
    count: int,
    figure: Callable[[load.Load], float],
    ours: int,
    folder: Path,
) -> None:
    sample = measure(ours, request, 0, 8).sample
    pieces, kind = [sample], "application/json"
    if sample.endswith(b"0\r\n\r\n"):
        text = b"".join(unchunked(sample))
        pieces, kind = [b"data: %b" % event for event in text.split(b"data: ")[1:]], "text/event-stream"
    file = folder / "answer.json"
    file.write_text(json.dumps([kind, [piece.decode() for piece in pieces]]))
    with server("-m", "benchmarks.bare", "PORT", str(file)) as bare:
        rows = []
        for turn in range(TURNS + 1):
            first = 1000 + turn * count
            rows.append((figure(measure(ours, request, first, count)), figure(measure(bare, request, first, count))))
    rows = rows[1:]  # the first turn warms both
    ratio = statistics.median(mine / theirs for mine, theirs in rows)
    mine, theirs = (statistics.median(column) for column in zip(*rows, strict=True))
    low, high = min(m / t for m, t in rows), max(m / t for m, t in rows)
    print(f"{name}: {ratio:.2f} x the bare app ({low:.2f} to {high:.2f}); {mine:,.0f} against {theirs:,.0f} {unit}")


def unchunked(body: bytes) -> Iterator[bytes]:
    while body:
        size, _, rest = body.partition(b"\r\n")
        yield rest[: int(size, 16)]
        body = rest[int(size, 16) + 2 :]


def bench_json() -> None:
    against_bare("JSON answers of 16 tokens", "answers/s", short, 3000, lambda got: got.answers / got.seconds)


def bench_streams() -> None:
    against_bare("streams of 64 tokens", "frames/s", stream, 500, lambda got: got.frames / got.seconds)


def bench_scripted() -> None:
    against_bare(
        "scripted JSON answers", "answers/s", short, 3000, lambda got: got.answers / got.seconds, scenario=SCENARIO
    )


def bench_scripted_streams() -> None:
    against_bare(
        "scripted streams", "frames/s", stream, 500, lambda got: got.frames / got.seconds, scenario=LONG_SCENARIO
    )


def bench_matching() -> None:
    subprocess.run([sys.executable, "-m", "benchmarks.matching"], check=True)


def bench_startup() -> None:
    """From exec to the first 200, against a bare uvicorn app."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "answer.json"
        file.write_text(json.dumps(["application/json", ["{}"]]))
        rows = [(started(*mockllm_server()), started("-m", "benchmarks.bare", "PORT", str(file))) for _ in range(TURNS)]
    mine, theirs = (statistics.median(column) for column in zip(*rows, strict=True))
    print(f"start-up, exec to first 200: {mine:.3f} s ({min(m for m, _ in rows):.3f} at best); bare app {theirs:.3f} s")


def started(*command: str) -> float:
    begin = time.perf_counter()
    with server(*command):
        return time.perf_counter() - begin


def bench_generator() -> None:
    subprocess.run([sys.executable, "-m", "benchmarks.generator"], check=True)


BENCHES = {
    "scripted": bench_scripted,
    "scripted-streams": bench_scripted_streams,
    "matching": bench_matching,
    "json": bench_json,
    "streams": bench_streams,
    "generator": bench_generator,
    "startup": bench_startup,
}


def main() -> int:
    unknown = [name for name in sys.argv[1:] if name not in BENCHES]
    if unknown:
        print(f"no benchmark {unknown[0]!r}; there are {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    for name in sys.argv[1:] or BENCHES:
        BENCHES[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main())
