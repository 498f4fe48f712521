"""The command `mockllm serve` as a process of its own, on a real socket."""

import contextlib
import json
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are stopped by signals")

COMMAND = [sys.executable, "-m", "mockllm", "serve", "--port", "0"]
ROOT = Path(__file__).parent.parent.parent
MODELS = {
    "/v1/chat/completions": "accounts/fireworks/models/llama-v3p1-8b-instruct",
    "/chat/completions": "openai/gpt-4",
}
FIREWORKS, GATEWAY = MODELS
GUIDE_LINES = 6
PIPE_BYTES = 65_536
ENVIRONMENT = {"PYTHONPATH": str(ROOT)}


class Served:
    """A running server."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.process = process
        self.out = process.stdout
        self.greeting = "".join(self.out.readline() for _ in range(GUIDE_LINES))
        self.port = int(self.greeting.split("http://127.0.0.1:")[1].split(" ")[0])
        self.connection = HTTPConnection("127.0.0.1", self.port, timeout=30)

    def ask(self, path: str, **fields: object) -> HTTPResponse:
        body = {"model": MODELS[path], "messages": [{"role": "user", "content": "Say hello."}], **fields}
        self.connection.request("POST", path, json.dumps(body), {"content-type": "application/json"})
        return self.connection.getresponse()

    def stop(self, *signals: int) -> int:
        for number in signals or (signal.SIGTERM,):
            self.process.send_signal(number)
        return self.process.wait(timeout=30)


@contextlib.contextmanager
def served(directory: Path, *options: str) -> Iterator[Served]:
    with subprocess.Popen(
        [*COMMAND, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=directory,
        env=ENVIRONMENT,
    ) as process:
        try:
            server = Served(process)
            with contextlib.closing(server.connection):
                yield server
        finally:
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()


def test_it_answers_and_stops(tmp_path: Path) -> None:
    """Both dialects, whole and streamed; the log has a line for each, and a signal ends it with 0."""
    with served(tmp_path) as server:
        for path in MODELS:
            response = server.ask(path, max_tokens=5)
            assert response.status == 200
            assert json.loads(response.read())["usage"]["completion_tokens"] == 5
            streamed = server.ask(path, max_tokens=5, stream=True)
            assert streamed.read().endswith(b"data: [DONE]\n\n")
        assert server.stop() == 0
        lines = server.out.read().splitlines()
    assert [line.rpartition(" ")[0] for line in lines] == [f"POST {path} 200" for path in MODELS for _ in range(2)]
    assert f"http://127.0.0.1:{server.port}/inference " in server.greeting


def test_its_headers_are_its_own(tmp_path: Path) -> None:
    """Not the HTTP server's: one date, from the frozen clock, and no server."""
    with served(tmp_path, "--clock", "frozen") as server:
        response = server.ask(GATEWAY)
        response.read()
        names = [name.lower() for name, _ in response.getheaders()]
    assert names.count("date") == 1
    assert response.getheader("date") == "Thu, 01 Jan 2026 00:00:00 GMT"
    assert "server" not in names


def test_an_interrupt_stops_it_too(tmp_path: Path) -> None:
    """Quietly."""
    with served(tmp_path, "--quiet") as server:
        assert server.stop(signal.SIGINT) == 0
        assert server.process.stderr is not None
        assert (server.out.read(), server.process.stderr.read()) == ("", "")


def test_a_signal_lets_answers_finish(tmp_path: Path) -> None:
    """A stream under way is completed first."""
    with served(tmp_path, "--ttft", "10ms", "--tps", "40") as server:
        response = server.ask(GATEWAY, stream=True, max_tokens=12)
        server.process.send_signal(signal.SIGTERM)
        assert response.read().endswith(b"data: [DONE]\n\n")
        assert server.process.wait(timeout=30) == 0


def test_a_second_signal_stops_at_once(tmp_path: Path) -> None:
    """Whatever is under way; the first one says what is waited for."""
    with served(tmp_path, "--ttft", "10ms", "--tps", "0.01") as server:
        server.ask(GATEWAY, stream=True)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.stderr is not None
        said = "mockllm: waiting up to 5 s for 1 answer; another signal stops at once\n"
        assert server.process.stderr.readline() == said
        assert server.stop(signal.SIGINT) == -signal.SIGINT


def test_a_log_that_nobody_reads_stops_nothing(tmp_path: Path) -> None:
    """The pipe is full, and still requests are answered and signals obeyed."""
    with served(tmp_path) as server:
        path = "/" + "x" * 250
        for _ in range(2 * PIPE_BYTES // len(path)):
            server.connection.request("GET", path)
            assert server.connection.getresponse().read()
        server.connection.request("GET", "/health")
        assert server.connection.getresponse().read() == b'{"message":"OK"}'
        assert server.stop() == 0
        assert PIPE_BYTES // 2 < len(server.out.read()) <= PIPE_BYTES


def test_a_client_that_leaves_is_noticed(tmp_path: Path) -> None:
    """Long before the answer would have been complete."""
    with served(tmp_path, "--ttft", "10ms", "--tps", "0.01") as server:
        server.ask(GATEWAY, stream=True).close()
        server.connection.close()
        assert server.out.readline().endswith(" the client left before the end\n")


def test_workers_give_the_same_answers(tmp_path: Path) -> None:
    """Several processes on one socket, stopped by one signal."""
    with served(tmp_path, "--workers", "2", "--clock", "frozen") as server:
        bodies = set()
        for _ in range(6):
            bodies.add(server.ask(FIREWORKS).read())
            server.connection.close()
        assert server.stop() == 0
    assert len(bodies) == 1


def test_a_port_in_use_is_said(tmp_path: Path) -> None:
    """In one line, with the option to change, and the code for wrong use."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        outcome = subprocess.run(
            [*COMMAND[:-1], port],
            cwd=tmp_path,
            env={"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
    said = f"mockllm: --port: {port} is in use on 127.0.0.1; choose another one, or 0 for any that is free\n"
    assert (outcome.returncode, outcome.stdout, outcome.stderr) == (2, "", said)


def test_the_greeting_shows_how_it_is_set(tmp_path: Path) -> None:
    """And its curl line works as it stands, key included."""
    with served(tmp_path, "--api-key", "it's", "--pace", "slow", "--models", "strict", "--speed", "max") as server:
        first, *_, last = server.greeting.splitlines()
        assert "; speed max, pace slow, models strict, api key wanted; base URLs:" in first
        _, url, _, kind, _, key, _, body = shlex.split(last)
        headers = dict(header.split(": ") for header in (kind, key))
        server.connection.request("POST", url.removeprefix(f"http://127.0.0.1:{server.port}"), body, headers)
        assert server.connection.getresponse().status == 200


def test_an_open_address_is_warned_of(tmp_path: Path) -> None:
    """Where no key protects it."""
    with served(tmp_path, "--host", "0.0.0.0") as server:
        assert server.process.stderr is not None
        assert "there is no --api-key" in server.process.stderr.readline()
    with served(tmp_path, "--host", "0.0.0.0", "--api-key", "k") as server:
        server.stop()
        assert server.process.stderr is not None
        assert server.process.stderr.read() == ""


def rules(directory: Path, answer: str) -> None:
    (directory / "mockllm.yaml").write_text(f"rules: [{{name: all, reply: {answer}}}]")


def told(served: Served, beginning: str) -> str:
    """The next line of the error output that begins so."""
    assert served.process.stderr is not None
    return next(line for line in served.process.stderr if line.startswith(beginning))


def said(served: Served) -> str:
    content = json.loads(served.ask(FIREWORKS).read())["choices"][0]["message"]["content"]
    return str(content)


def test_a_hangup_reads_the_scenarios_again(tmp_path: Path) -> None:
    """A broken file leaves the old rules, and the log says why."""
    rules(tmp_path, "One.")
    with served(tmp_path, "--quiet") as server:
        assert said(server) == "One."
        rules(tmp_path, "Two.")
        server.process.send_signal(signal.SIGHUP)
        assert told(server, "mockllm: ") == "mockllm: read 1 rule in 1 file\n"
        assert said(server) == "Two."
        (tmp_path / "mockllm.yaml").write_text("rules: [{name: all, replay: Three.}]")
        server.process.send_signal(signal.SIGHUP)
        assert "are broken, and the old ones stay" in told(server, "mockllm: ")
        assert "did you mean `reply`?" in told(server, "mockllm.yaml:1:")
        assert said(server) == "Two."


def test_a_hangup_reaches_every_worker(tmp_path: Path) -> None:
    """None of them starts anew, so none is lost to a broken file."""
    rules(tmp_path, "One.")
    with served(tmp_path, "--quiet", "--workers", "2") as server:
        assert said(server) == "One."
        rules(tmp_path, "Two.")
        server.process.send_signal(signal.SIGHUP)
        for _ in range(2):
            told(server, "mockllm: read 1 rule")
        assert said(server) == "Two."


def test_watched_scenarios_are_read_again(tmp_path: Path) -> None:
    """As soon as they change."""
    rules(tmp_path, "One.")
    with served(tmp_path, "--quiet", "--watch") as server:
        assert said(server) == "One."
        rules(tmp_path, "Two at last.")
        told(server, "mockllm: read 1 rule")
        assert said(server) == "Two at last."


def test_a_client_that_leaves_a_pipeline_is_noticed(tmp_path: Path) -> None:
    """Though the request that hangs is not the newest on its connection."""
    body = json.dumps({"model": MODELS[FIREWORKS], "messages": [{"role": "user", "content": "x"}]}).encode()
    head = f"POST {FIREWORKS} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {len(body)}\r\n"
    requests = [f"{head}x-mockllm-fault: hang\r\n\r\n".encode() + body, f"{head}\r\n".encode() + body]
    with served(tmp_path) as server:
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as client:
            client.sendall(b"".join(requests))
            server.ask(FIREWORKS).read()  # by now the server has read what was sent
        server.ask(FIREWORKS).read()
        server.stop()
        (line,) = [line for line in server.out if "hung" in line]
    assert "the server stops" not in line


@pytest.mark.parametrize(
    "scenario",
    [
        "rules: [{name: turns, replies: [One., Two.]}]",
        "rules: [{name: turns, replies: [One.], after: error}]",
        "conversations: [{name: turns, when: {user: x}, turns: [{replies: [One., Two.]}]}]",
    ],
)
def test_workers_refuse_what_they_cannot_share(tmp_path: Path, scenario: str) -> None:
    """Whose turn it is would be counted by each process for itself."""
    (tmp_path / "mockllm.yaml").write_text(scenario)
    with subprocess.Popen(
        [*COMMAND, "--workers", "2"], stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=ENVIRONMENT
    ) as process:
        said = process.communicate(timeout=30)[1]
    assert process.returncode == 2
    assert "has several replies" in said
