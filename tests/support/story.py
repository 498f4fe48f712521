"""What a client keeps of an answer, whole or streamed, in one form; reading it finds what is wrong with its form."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from asgi_client import Got
from pydantic import BaseModel, ValidationError

Json = dict[str, Any]


class WrongFormError(AssertionError):
    """An answer whose form is not what was promised."""


@dataclass(slots=True)
class Told:
    """One choice; what was not sent is None."""

    text: str = ""
    reasoning: str | None = None
    calls: list[Json] = field(default_factory=list)
    finish: str | None = None
    logprobs: dict[str, list[Any]] | None = None
    token_ids: list[int] | None = None
    raw_output: Json | None = None


@dataclass(slots=True)
class Story:
    """An answer."""

    head: tuple[Any, ...]
    choices: list[Told]
    usage: Json | None
    perf_metrics: Json | None = None
    prompt_token_ids: list[int] | None = None


def shape(dialect: str, name: str) -> type[BaseModel]:
    """One of the models that a dialect's OpenAPI document describes answers with."""
    found: type[BaseModel] = getattr(import_module(f"mockllm.dialects.{dialect}.answer_schema"), name)
    return found


def strict_json(text: bytes) -> Any:
    """Reads UTF-8 JSON without NaN and repeated keys."""

    def pairs(found: list[tuple[str, Any]]) -> Json:
        if len(dict(found)) != len(found):
            raise WrongFormError(f"a key twice: {[key for key, _ in found]}")
        return dict(found)

    def constant(word: str) -> None:
        raise WrongFormError(f"{word} is no JSON")

    try:
        return json.loads(text.decode(), object_pairs_hook=pairs, parse_constant=constant)
    except ValueError as error:
        raise WrongFormError(f"no JSON: {error}: {text[:200]!r}") from None


def check_shape(dialect: str, name: str, text: bytes) -> Json:
    """Reads what has to have a shape."""
    value = strict_json(text)
    try:
        shape(dialect, name).model_validate_json(text, strict=True)
    except ValidationError as error:
        raise WrongFormError(f"no {name}: {error.errors(include_url=False)[:3]}: {text[:300]!r}") from None
    assert isinstance(value, dict)
    return value


def read_whole(dialect: str, got: Got) -> Story:
    """Reads an answer in one piece."""
    body = check_shape(dialect, "ChatResponse", got.body)
    choices = []
    for index, choice in enumerate(body["choices"]):
        if choice["index"] != index:
            raise WrongFormError(f"choice {index} has index {choice['index']}")
        message = choice["message"]
        calls = [{"id": call["id"], **call["function"]} for call in message.get("tool_calls", ())]
        told = Told(text=message.get("content") or "", calls=calls, finish=choice["finish_reason"])
        told.reasoning = message.get("reasoning_content")
        if dialect == "gateway" and message.get("reasoning") != told.reasoning:
            raise WrongFormError(f"reasoning and reasoning_content differ: {message}")
        told.logprobs = choice.get("logprobs")
        told.token_ids = choice.get("token_ids")
        told.raw_output = choice.get("raw_output")
        choices.append(told)
    head = (body["id"], body["created"], body["model"])
    return Story(head, choices, body["usage"], body.get("perf_metrics"), body.get("prompt_token_ids"))


def events(got: Got) -> list[bytes]:
    """The data of a stream's events; none is split over two writes, and the last is [DONE]."""
    for write in got.writes:
        if not (write.startswith(b"data: ") and write.endswith(b"\n\n")):
            raise WrongFormError(f"a write that is not whole events: {write[:80]!r}")
    parts = got.body.split(b"\n\n")
    if parts.pop() or not parts or parts.pop() != b"data: [DONE]":
        raise WrongFormError(f"no [DONE] at the end: {got.body[-80:]!r}")
    for part in parts:
        if not part.startswith(b"data: {") or b"\n" in part or b"\r" in part:
            raise WrongFormError(f"an event that is not one line of data: {part[:80]!r}")
    return [part.removeprefix(b"data: ") for part in parts]


def read_stream(dialect: str, got: Got) -> Story:
    """Reads a stream; its chunks agree, each choice begins with its role, and nothing follows a finish."""
    chunks = [check_shape(dialect, "ChatChunk", data) for data in events(got)]
    story = Story(head=(), choices=[], usage=None)
    heads = {(chunk["id"], chunk["created"], chunk["model"]) for chunk in chunks}
    if len(heads) != 1:
        raise WrongFormError(f"chunks of several answers: {heads}")
    story.head = heads.pop()
    for place, chunk in enumerate(chunks):
        _read_chunk(story, chunk, first=not place, last=place == len(chunks) - 1)
    for index, told in enumerate(story.choices):
        if told.finish is None:
            raise WrongFormError(f"choice {index} never ends")
    return story


def _read_chunk(story: Story, chunk: Json, *, first: bool, last: bool) -> None:
    if chunk.get("usage") is not None:
        if story.usage is not None or not last:
            raise WrongFormError("usage that is not in one last chunk")
        story.usage = chunk["usage"]
    if "prompt_token_ids" in chunk:
        if not first:
            raise WrongFormError("prompt_token_ids after the first chunk")
        story.prompt_token_ids = chunk["prompt_token_ids"]
    if "perf_metrics" in chunk:
        if story.perf_metrics is not None or not any(choice["finish_reason"] for choice in chunk["choices"]):
            raise WrongFormError("perf_metrics that are not on one finish chunk")
        story.perf_metrics = chunk["perf_metrics"]
    if not chunk["choices"] and (chunk.get("usage") is None or first):
        raise WrongFormError("a chunk that says nothing")
    for choice in chunk["choices"]:
        _read_piece(story, choice)


def _read_piece(story: Story, choice: Json) -> None:
    index, delta = choice["index"], choice["delta"]
    if index == len(story.choices):
        if delta.get("role") != "assistant":
            raise WrongFormError(f"choice {index} begins without its role")
        story.choices.append(Told())
    elif index > len(story.choices) or "role" in delta:
        raise WrongFormError(f"a piece out of place: {choice}")
    told = story.choices[index]
    if told.finish is not None:
        raise WrongFormError(f"choice {index} goes on after its end: {choice}")
    if "content" in delta and "reasoning_content" in delta:
        raise WrongFormError(f"content and reasoning in one delta: {delta}")
    told.text += delta.get("content") or ""
    if "reasoning_content" in delta:
        told.reasoning = (told.reasoning or "") + delta["reasoning_content"]
    for part in delta.get("tool_calls", ()):
        _read_call(told, part)
    told.finish = choice["finish_reason"]
    if choice.get("logprobs") is not None:
        told.logprobs = told.logprobs or {}
        for name, items in choice["logprobs"].items():
            told.logprobs[name] = [*told.logprobs.get(name, ()), *items]
    if "token_ids" in choice:
        told.token_ids = [*(told.token_ids or ()), *choice["token_ids"]]
    told.raw_output = choice.get("raw_output", told.raw_output)


def _read_call(told: Told, part: Json) -> None:
    index, function = part["index"], part.get("function", {})
    if index == len(told.calls):
        if not part.get("id") or not function.get("name"):
            raise WrongFormError(f"a call begins without id and name: {part}")
        told.calls.append({"id": part["id"], "name": function["name"], "arguments": ""})
    elif index > len(told.calls):
        raise WrongFormError(f"a call out of place: {part}")
    told.calls[index]["arguments"] += function.get("arguments") or ""


def differences(one: Story, other: Story) -> Iterator[str]:
    """How two answers to the same request differ; the usage only where both tell it, measured times never."""
    for name in ("choices", "prompt_token_ids"):
        if getattr(one, name) != getattr(other, name):
            yield f"{name}: {getattr(one, name)} and {getattr(other, name)}"
    if one.usage is not None and other.usage is not None and one.usage != other.usage:
        yield f"usage: {one.usage} and {other.usage}"
    if (one.perf_metrics is None) != (other.perf_metrics is None):
        yield "perf_metrics: one has them, the other not"
