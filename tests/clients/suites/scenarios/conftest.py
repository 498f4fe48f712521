"""Serves each file of the library when a test first wants it, and points real clients at a namespace of the test."""

import asyncio
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from openai import AsyncOpenAI, OpenAI

SPEED = {"slow_first_token": "10"}
"""How fast the waits of a file pass; of all others, none is waited for."""

Url = Callable[[str], str]


@contextmanager
def served(name: str, folder: Path) -> Iterator[str]:
    """Runs `mockllm serve -s @name`; the runner's variables would be settings that mockllm does not know."""
    environ = {key: value for key, value in os.environ.items() if not key.startswith(("MOCKLLM_", "PYTHONPATH"))}
    command = ["mockllm", "serve", "-s", f"@{name}", "--port", "0", "--quiet", "--speed", SPEED.get(name, "max")]
    if name == "open_webui":
        command += ["--on-unmatched", "generate"]
    with (folder / f"{name}.log").open("w+") as log:
        server = subprocess.Popen(command, cwd=folder, env=environ, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+", said)
            assert found, said + Path(log.name).read_text()
            yield found[0]
        finally:
            server.terminate()
            server.communicate(timeout=20)
        assert "Traceback" not in Path(log.name).read_text()


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Url]:
    """The address of the server that plays a file."""
    running: dict[str, str] = {}
    with ExitStack() as stack:

        def of(name: str) -> str:
            if name not in running:
                running[name] = stack.enter_context(served(name, tmp_path_factory.mktemp(name)))
            return running[name]

        yield of


@pytest.fixture
def place(servers: Url, request: pytest.FixtureRequest) -> Url:
    """The address of a file's server, with a namespace of this test: sequences and limits begin anew."""
    namespace = re.sub(r"[^\w.-]", "-", request.node.name)[-60:]
    return lambda name: f"{servers(name)}/t/{namespace}"


@pytest.fixture
def client(place: Url) -> Iterator[Callable[..., OpenAI]]:
    """OpenAI's client of a file, at Fireworks' path or at the gateway's; it never tries again unless told."""
    with ExitStack() as stack:
        yield lambda name, path="/inference/v1", **more: stack.enter_context(
            OpenAI(base_url=place(name) + path, api_key="nobody", **{"max_retries": 0, **more})
        )


@pytest.fixture
def with_async(place: Url):
    """Runs a coroutine function that takes OpenAI's asynchronous client of a file."""

    def run(name: str, work, path: str = "/inference/v1"):
        async def opened():
            async with AsyncOpenAI(base_url=place(name) + path, api_key="nobody", max_retries=0) as client:
                return await work(client)

        return asyncio.run(opened())

    return run
