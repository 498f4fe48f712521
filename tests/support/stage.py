"""A server with a scenario, as tests of how scenarios are played need it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent
from typing import Any

from asgi_client import Got, call
from starlette.types import ASGIApp

from mockllm.server import Parts, assemble, build
from mockllm.settings import Settings

MODEL = "accounts/fireworks/models/llama-v3p3-70b-instruct"
PATHS = {"fireworks": "/inference/v1/chat/completions", "gateway": "/gateway/v1/chat/completions"}
MODELS = {"fireworks": MODEL, "gateway": "openai/gpt-4o"}
OK = 200

Said = str | Mapping[str, Any]
"""A message; a text is the user's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A server in this process; questions go to the dialect they name."""

    app: ASGIApp
    parts: Parts
    lines: list[str] = field(default_factory=list)

    def ask(
        self,
        *messages: Said,
        dialect: str = "fireworks",
        namespace: str | None = None,
        headers: Mapping[str, str] | None = None,
        query: str = "",
        **fields: Any,
    ) -> Got:
        """Asks; a text is a message of the user's."""
        told = [{"role": "user", "content": each} if isinstance(each, str) else dict(each) for each in messages]
        body = {"model": MODELS[dialect], "messages": told, **fields}
        prefix = f"/t/{namespace}" if namespace else ""
        sent = {"content-type": "application/json", **(headers or {})}
        return call(self.app, prefix + PATHS[dialect], json.dumps(body).encode(), headers=sent, query=query)

    def says(self, *messages: Said, **more: Any) -> str:
        """The text of an answer, or what it was refused with."""
        got = self.ask(*messages, **more)
        if got.status != OK:
            return complaint(got)
        text: str = choice(got)["message"].get("content") or ""
        return text

    def page(self, method: str, path: str, query: str = "") -> Any:
        """What one of the mock's own pages says."""
        return json.loads(call(self.app, f"/__mockllm{path}", method=method, query=query).body)


def stage(folder: Path, text: str, **settings: Any) -> Stage:
    """Starts a server with a scenario file of this text."""
    file = folder / "w.yaml"
    file.write_text(dedent(text), encoding="utf-8")
    parts = assemble(Settings(**{"clock": "frozen", "speed": None, "scenario": (str(file),), **settings}))
    return Stage(app=build(parts.settings, parts=parts), parts=parts)


def choice(got: Got, place: int = 0) -> dict[str, Any]:
    """A choice of a whole answer."""
    assert got.status == OK, got.text
    found: dict[str, Any] = json.loads(got.body)["choices"][place]
    return found


def complaint(got: Got) -> str:
    """The words of an error, in either dialect."""
    error = json.loads(got.body)["error"]
    return str(error if isinstance(error, str) else error["message"])


def deltas(got: Got) -> list[dict[str, Any]]:
    """What the chunks of a stream add to the first choice, one by one."""
    chunks = [json.loads(line[6:]) for line in got.text.split("\n\n") if line.startswith("data: {")]
    return [each["choices"][0]["delta"] for each in chunks if each["choices"]]


def tool(name: str, **properties: Any) -> dict[str, Any]:
    """A tool whose properties are all required."""
    parameters = {"type": "object", "properties": properties, "required": list(properties)}
    return {"type": "function", "function": {"name": name, "parameters": parameters}}


def called(name: str, arguments: str = "{}", id_: str = "call_1") -> dict[str, Any]:
    """The message in which the model called a tool."""
    function = {"name": name, "arguments": arguments}
    return {"role": "assistant", "tool_calls": [{"id": id_, "type": "function", "function": function}]}


def result(content: str, id_: str = "call_1") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": content}
