"""An agent that has tools, for tests of models that call them: it asks, runs what is called, and asks again."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from asking import LENGTH, question

from mockllm.core import Message, Passage, Reply, Request, Tool, ToolCall, ToolChoice
from mockllm.generate import Generator
from mockllm.tokens import for_vocabulary

WEATHER = Tool(
    name="get_weather",
    description="Current weather of a city.",
    parameters={
        "type": "object",
        "properties": {"city": {"type": "string"}, "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]}},
        "required": ["city", "unit"],
    },
)
TIME = Tool(
    name="get_local_time",
    parameters={
        "type": "object",
        "properties": {"zone": {"type": "string"}, "hours": {"type": "integer", "minimum": 1, "maximum": 24}},
        "required": ["zone", "hours"],
        "additionalProperties": False,
    },
)
FINAL = Tool(
    name="final_result",
    description="The final response which ends this conversation",
    parameters={
        "type": "object",
        "properties": {
            "city": {"type": "string"},
            "temperature": {"type": "integer"},
            "summary": {"type": "string"},
        },
        "required": ["city", "temperature", "summary"],
    },
)
REASONING = "accounts/fireworks/models/gpt-oss-120b"
"""A model that always thinks, and for longer the harder it is told to."""

Results = Mapping[str, str] | Callable[[ToolCall], str]


def choice(mode: Any, name: str | None = None) -> ToolChoice:
    """A tool choice."""
    return ToolChoice(mode=mode, name=name)


def replies(request: Request, *, seed: int = 4, max_tokens: int = LENGTH, **given: Any) -> tuple[Reply, ...]:
    """What the generator answers in each choice."""
    return Generator(seed, **given).plan(request, for_vocabulary("cl100k"), max_tokens).replies


def reply(request: Request, **given: Any) -> Reply:
    """What the generator answers in the first choice."""
    return replies(request, **given)[0]


def asked(text: str | None, *tools: Tool, mode: str = "auto", name: str | None = None, **changes: Any) -> Request:
    """A request with tools."""
    return question(text, tools=tools, tool_choice=choice(mode, name), **changes)


def after(request: Request, *calls: tuple[str, str, str | None]) -> Request:
    """A request's next step: each call with its name, its arguments and its result, None for no result yet."""
    first = sum(len(message.tool_calls) for message in request.messages)
    made = [
        ToolCall(id=f"call_{first + place}", name=name, arguments=said) for place, (name, said, _) in enumerate(calls)
    ]
    results = [
        Message(role="tool", content=result, tool_call_id=call.id)
        for call, (_, _, result) in zip(made, calls, strict=True)
        if result is not None
    ]
    said = Message(role="assistant", tool_calls=tuple(made))
    return replace(request, messages=(*request.messages, said, *results))


def text_of(answer: Reply) -> str:
    """The text of a reply's content."""
    if isinstance(answer.content, Passage):
        return answer.content.text
    assert isinstance(answer.content, str), "a hole"
    return answer.content


def calls_of(answer: Reply) -> list[ToolCall]:
    """The calls of a reply; the generator leaves no holes."""
    calls = [call for call in answer.calls if isinstance(call, ToolCall)]
    assert len(calls) == len(answer.calls), "a hole"
    return calls


def called(answer: Reply) -> list[str]:
    """The names of the functions a reply calls."""
    return [call.name for call in answer.calls]


@dataclass
class Run:
    """What became of an agent's task: the calls of each step, and the text it ended with, None where it did not."""

    steps: list[list[ToolCall]] = field(default_factory=list)
    text: str | None = None

    @property
    def calls(self) -> list[ToolCall]:
        return [call for step in self.steps for call in step]

    @property
    def deeds(self) -> list[tuple[str, str]]:
        return [(call.name, json.dumps(json.loads(call.arguments), sort_keys=True)) for call in self.calls]


def act(
    request: Request, results: Results, *, seed: int = 4, most: int = 20, ends: Sequence[str] = (), **given: Any
) -> Run:
    """Runs an agent until it gets text, calls a function of `ends`, or has asked `most` times."""
    run = Run()
    for _ in range(most):
        answer = reply(request, seed=seed, **given)
        calls = calls_of(answer)
        if not calls:
            run.text = text_of(answer)
            break
        run.steps.append(calls)
        if any(call.name in ends for call in calls):
            break
        request = after(request, *[(call.name, call.arguments, _result(results, call)) for call in calls])
    return run


def _result(results: Results, call: ToolCall) -> str:
    return results(call) if callable(results) else results.get(call.name, "done")
