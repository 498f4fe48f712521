"""Plays a file of the scenario library in process, and sees to it that every one of its rules is reached."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from asgi_client import Client, Got
from starlette.types import ASGIApp

from mockllm.scenario import Scenario, load
from mockllm.server import build
from mockllm.server.parts import Parts, assemble
from mockllm.settings import Settings

LIBRARY = Path(__file__).parents[2] / "scenarios"
FILES = sorted(LIBRARY.glob("*.yaml"))
RULE = "x-mockllm-rule"
PATHS = {"fireworks": "/inference/v1/chat/completions", "gateway": "/chat/completions"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """An answer: its rule, its status and headers, and its body as JSON, None where it is none."""

    rule: str | None
    got: Got
    body: Any = None

    @property
    def choice(self) -> Any:
        assert self.got.status == 200, self.got.text
        return self.body["choices"][0]

    @property
    def text(self) -> Any:
        return self.choice["message"]["content"]

    @property
    def calls(self) -> list[tuple[str, str]]:
        """The calls' names and arguments, these as they are written."""
        calls = self.choice["message"]["tool_calls"]
        return [(call["function"]["name"], call["function"]["arguments"]) for call in calls]

    @property
    def events(self) -> list[str]:
        """What follows `data: ` in a stream, if the last of it was complete."""
        return [event.removeprefix("data: ") for event in self.got.text.split("\n\n")[:-1]]

    @property
    def pieces(self) -> list[str]:
        """The pieces of the content of a stream."""
        chunks = [json.loads(event) for event in self.events if event.startswith("{")]
        return [text for chunk in chunks for each in chunk.get("choices", ()) if (text := each["delta"].get("content"))]


@dataclass(slots=True, kw_only=True)
class Play:
    """A server that plays one file."""

    parts: Parts
    app: ASGIApp
    dialect: str = "fireworks"
    model: str = "any"
    reached: set[str] = field(default_factory=set)

    def say(self, text: str, **fields: Any) -> Said:
        """Asks with one user message."""
        return self.ask([{"role": "user", "content": text}], **fields)

    def ask(self, messages: Sequence[Mapping[str, Any]], **fields: Any) -> Said:
        client = self.client(messages, **fields)
        return self.took(client.run(self.app))

    def client(self, messages: Sequence[Mapping[str, Any]], **fields: Any) -> Client:
        """A client that has not asked yet, for answers that do not end as answers should."""
        body = json.dumps({"model": self.model, "messages": list(messages), **fields}).encode()
        return Client(path=PATHS[self.dialect], pieces=(body,), headers={"content-type": "application/json"})

    def took(self, got: Got) -> Said:
        rule = got.headers.get(RULE)
        self.reached.add(rule or "")
        is_json = got.headers.get("content-type", "").startswith("application/json")
        return Said(rule=rule, got=got, body=json.loads(got.body) if is_json else None)


@contextmanager
def played(name: str, *, dialect: str = "fireworks", model: str = "any", **settings: Any) -> Iterator[Play]:
    """Serves a file of the library; after the block, every rule of it has to have answered."""
    file = LIBRARY / f"{name}.yaml"
    parts = assemble(Settings(scenario=(str(file),), clock="frozen", speed=None, **settings))
    play = Play(parts=parts, app=build(parts.settings, parts=parts), dialect=dialect, model=model)
    yield play
    left = names(loaded(file)) - play.reached
    assert not left, f"no request was answered by {sorted(left)}"


def loaded(file: Path) -> Scenario:
    made = load([file])
    assert not made.findings, [str(finding) for finding in made.findings]
    assert made.scenario is not None
    return made.scenario


def names(scenario: Scenario) -> set[str]:
    """The names of everything that answers."""
    last = [] if scenario.otherwise is None else [scenario.otherwise]
    return {rule.name for rule in (*scenario.rules, *last)}


def tool(name: str, **parameters: str) -> dict[str, Any]:
    """A tool whose parameters, all of them required, have these types."""
    properties = {key: {"type": kind} for key, kind in parameters.items()}
    schema = {"type": "object", "properties": properties, "required": list(parameters), "additionalProperties": False}
    return {"type": "function", "function": {"name": name, "parameters": schema}}


def after(said: Said, *results: Any) -> list[dict[str, Any]]:
    """The message with the calls of an answer, and their results, which are written as JSON if they are no texts."""
    message = said.choice["message"]
    return [message] + [
        {"role": "tool", "tool_call_id": call["id"], "content": text if isinstance(text, str) else json.dumps(text)}
        for call, text in zip(message["tool_calls"], results, strict=True)
    ]
