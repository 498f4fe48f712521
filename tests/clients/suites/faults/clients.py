"""The three clients, each asking one thing: the OpenAI SDK the gateway, `fireworks-ai` and plain httpx Fireworks.

What the SDKs return is noted as a mapping: what their types make of a wrong answer is their users' to see, not ours.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import fireworks
import httpx
import openai
from asks import FAULTS_BASE, FIREWORKS_MODEL, GATEWAY_MODEL, messages
from orders import Asked
from seen import Notes, Seen

HEADER = "x-mockllm-fault"
PATIENCE_S, IMPATIENCE_S = 30.0, 1.5
QUESTION = "When is the tide in Dover?"
SCHEMA = {
    "type": "object",
    "properties": {"harbour": {"type": "string"}},
    "required": ["harbour"],
    "additionalProperties": False,
}
EXTRA: Mapping[Asked, Mapping[str, Any]] = MappingProxyType(
    {
        "text": {},
        "call": {"tools": [{"type": "function", "function": {"name": "get_tide", "parameters": SCHEMA}}]},
        "JSON": {"response_format": {"type": "json_schema", "json_schema": {"name": "tide", "schema": SCHEMA}}},
    }
)


@dataclass(frozen=True)
class Ask:
    """A request: `order` stands in the header, `suffix` behind the model's name."""

    stream: bool
    order: str | None = None
    asked: Asked = "text"
    patient: bool = True
    question: str = QUESTION
    suffix: str = ""

    @property
    def headers(self) -> dict[str, str]:
        return {} if self.order is None else {HEADER: self.order}

    @property
    def timeout_s(self) -> float:
        return PATIENCE_S if self.patient else IMPATIENCE_S

    def base(self, client: str) -> str:
        """An address for this request and no other, so that what is left to chance is the same in each run."""
        name = f"{client} {self.asked} {self.order} {self.suffix} {self.stream}"
        return f"{FAULTS_BASE}/t/{re.sub('[^a-z0-9]+', '-', name.lower())}"

    def body(self, model: str) -> dict[str, Any]:
        return {"model": model + self.suffix, "messages": messages(self.question), **EXTRA[self.asked]}


def ask_openai(ask: Ask) -> Seen:
    where = {"base_url": f"{ask.base('openai')}/gateway/v1", "api_key": "nobody", "max_retries": 0}
    with openai.OpenAI(**where, timeout=ask.timeout_s) as client:
        return Notes().of(lambda notes: ask_sdk(client, ask, GATEWAY_MODEL, notes))


def ask_fireworks(ask: Ask) -> Seen:
    where = {"base_url": f"{ask.base('fireworks')}/inference", "api_key": "nobody", "max_retries": 0}
    with fireworks.Fireworks(**where, timeout=ask.timeout_s) as client:
        return Notes().of(lambda notes: ask_sdk(client, ask, FIREWORKS_MODEL, notes))


def ask_sdk(client: Any, ask: Ask, model: str, notes: Notes) -> None:
    """Both SDKs are called in the same way."""
    create = client.chat.completions.create
    if not ask.stream:
        answer = create(**ask.body(model), extra_headers=ask.headers)
        notes.answer(answer.model_dump() if hasattr(answer, "model_dump") else answer)
        return
    with create(**ask.body(model), extra_headers=ask.headers, stream=True) as stream:
        for chunk in stream:
            notes.chunk(chunk.model_dump())


def ask_httpx(ask: Ask) -> Seen:
    with httpx.Client(timeout=ask.timeout_s) as client:
        return Notes().of(lambda notes: ask_plainly(client, ask, notes))


def ask_plainly(client: httpx.Client, ask: Ask, notes: Notes) -> None:
    """Reads a stream as programs without an SDK do: by lines, until the connection says that it is over."""
    url, body = f"{ask.base('httpx')}/inference/v1/chat/completions", ask.body(FIREWORKS_MODEL)
    if not ask.stream:
        response = client.post(url, json=body, headers=ask.headers).raise_for_status()
        notes.answer(response.json())
        return
    with client.stream("POST", url, json={**body, "stream": True}, headers=ask.headers) as response:
        response.raise_for_status()
        for line in response.iter_lines():
            data = line.removeprefix("data: ")
            if data not in (line, "[DONE]"):
                notes.chunk(json.loads(data))


CLIENTS: Mapping[str, Callable[[Ask], Seen]] = MappingProxyType(
    {"openai": ask_openai, "fireworks-ai": ask_fireworks, "httpx": ask_httpx}
)
