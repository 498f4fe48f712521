"""The application as it is served: real dialects at every path, set as the settings say."""

import asyncio
import io
import json
from typing import Any

import pytest
from asgi_client import Got, call
from starlette.types import ASGIApp, Message

from mockllm.errors import UsageError
from mockllm.pace import Pace
from mockllm.server import build
from mockllm.server.parts import pace
from mockllm.settings import Settings

FIREWORKS_MODEL = "accounts/fireworks/models/llama-v3p1-8b-instruct"
GATEWAY_MODEL = "openai/gpt-4"
CHATS = {
    "/v1/chat/completions": FIREWORKS_MODEL,
    "/inference/v1/chat/completions": FIREWORKS_MODEL,
    "/inference/chat/completions": FIREWORKS_MODEL,
    "/fireworks/v1/chat/completions": FIREWORKS_MODEL,
    "/fireworks/chat/completions": FIREWORKS_MODEL,
    "/chat/completions": GATEWAY_MODEL,
    "/gateway/v1/chat/completions": GATEWAY_MODEL,
    "/gateway/chat/completions": GATEWAY_MODEL,
}
APP = build(Settings(clock="frozen"))


def chat(app: ASGIApp, path: str, prefix: str = "", **fields: Any) -> Got:
    body = {"model": CHATS.get(path), "messages": [{"role": "user", "content": "Say hello."}], "max_tokens": 5}
    return call(app, prefix + path, json.dumps({**body, **fields}).encode())


@pytest.mark.parametrize("path", CHATS)
@pytest.mark.parametrize("stream", [False, True])
def test_every_path_chats(path: str, stream: bool) -> None:
    """Whole and streamed, also in a namespace, and there with the same bytes."""
    got = chat(APP, path, stream=stream)
    assert got.status == 200
    assert got.headers["content-type"].startswith("text/event-stream" if stream else "application/json")
    assert len(got.writes) == 1
    body = {
        "model": CHATS[path],
        "messages": [{"role": "user", "content": "Say hello."}],
        "max_tokens": 5,
        "stream": stream,
    }
    assert call(APP, f"/t/green{path}", json.dumps(body).encode()).body == got.body


@pytest.mark.parametrize("root", ["/v1", "/inference/v1", "/fireworks", "", "/gateway"])
def test_every_dialect_lists_its_models(root: str) -> None:
    """Beside its chat path."""
    got = call(APP, f"{root}/models", method="GET")
    assert (got.status, json.loads(got.body)["object"]) == (200, "list")


@pytest.mark.parametrize("path", ["/health", "/gateway/health", "/inference/health"])
def test_health(path: str) -> None:
    """Needs no key."""
    app = build(Settings(api_key=("k",)))
    assert json.loads(call(app, path, method="GET").body) == {"message": "OK"}


def test_the_settings_choose_the_dialect() -> None:
    """For /v1 and /health."""
    got = call(build(Settings(dialect="gateway")), "/v1/chat/completions", b"{}")
    assert (got.status, list(json.loads(got.body))) == (400, ["error"])


def test_the_settings_set_the_level() -> None:
    """Fireworks' refusals are 422 by contract and 400 live."""
    assert chat(build(Settings(fidelity="live")), "/v1/chat/completions", store=True).status == 400
    assert chat(APP, "/v1/chat/completions", store=True).status == 422


def test_the_settings_set_the_keys_and_the_size() -> None:
    """Size is checked before the key."""
    app = build(Settings(api_key=("k",), max_body_bytes=10))
    assert call(app, "/chat/completions", b"{}").status == 401
    assert call(app, "/chat/completions", b"x" * 11).status == 413


def test_a_frozen_clock_gives_equal_bytes() -> None:
    """A running one does not."""
    path = "/v1/chat/completions"
    assert chat(APP, path).body == chat(APP, path).body
    running = build(Settings())
    assert chat(running, path).body != chat(running, path).body


def test_an_unknown_dialect_is_refused() -> None:
    """With the one that may have been meant."""
    with pytest.raises(UsageError, match=r"'gatway' is none of fireworks, gateway; did you mean gateway\?"):
        build(Settings(dialect="gatway"))


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        (Settings(), Pace()),
        (Settings(pace="slow"), Pace(ttft_s=2.0, tps=8, jitter=0.2)),
        (Settings(ttft=0.2, tps=80.0), Pace(ttft_s=0.2, tps=80.0)),
        (Settings(pace="slow", ttft=0.0, jitter=0.0), Pace(ttft_s=0.0, tps=8, jitter=0.0)),
    ],
)
def test_what_is_said_beside_a_pace_replaces_its_part(settings: Settings, wanted: Pace) -> None:
    """And leaves the rest, zero being something that is said."""
    assert pace(settings) == wanted


def test_the_mocks_own_pages_are_json() -> None:
    """There is none yet."""
    got = call(APP, "/__mockllm/state", method="GET")
    assert (got.status, json.loads(got.body)) == (404, {"error": "mockllm: there is nothing at /__mockllm/state"})


@pytest.mark.parametrize(("quiet", "lines"), [(False, 1), (True, 0)])
def test_the_end_of_the_server_writes_what_is_logged(quiet: bool, lines: int) -> None:
    """The last lines are not lost, and a quiet server has none."""
    out = io.StringIO()
    app = build(Settings(quiet=quiet), out)
    chat(app, "/v1/chat/completions")
    messages = iter(["lifespan.startup", "lifespan.shutdown"])
    said: list[str] = []

    async def receive() -> Message:
        return {"type": next(messages)}

    async def send(message: Message) -> None:
        said.append(message["type"])

    async def live() -> None:
        await app({"type": "lifespan", "state": {}}, receive, send)

    asyncio.run(live())
    assert said == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert out.getvalue().count("\n") == lines
