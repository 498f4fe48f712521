"""Google's signatures: issued with each call, and wanted back unchanged (gateway reference, `thought_signature`)."""

import copy
import json
import re
from typing import Any

import pytest
from scripted import answered
from story import events

from mockllm.core import Level, Reply, ToolCall
from mockllm.dialects.gateway import dialect

MODEL = "google/gemini-2.5-pro"
TOOLS = [{"type": "function", "function": {"name": "f"}}, {"type": "function", "function": {"name": "g"}}]
SAID = Reply(calls=(ToolCall(id=None, name="f", arguments="{}"), ToolCall(id=None, name="g", arguments="{}")))


def message(level: Level = "contract", model: str = MODEL, query: str = "") -> Any:
    got, _ = answered(dialect, SAID, level=level, model=model, query=query, tools=TOOLS)
    return json.loads(got.body)["choices"][0]["message"]


def back(message: Any, level: Level = "contract", model: str = MODEL, **fields: Any) -> Any:
    """Sends a message back with a result for each of its calls."""
    results = [{"role": "tool", "tool_call_id": call["id"], "content": "{}"} for call in message["tool_calls"]]
    asked = [{"role": "user", "content": "Well?"}, message, *results]
    return answered(dialect, Reply(content="Ok"), level=level, model=model, messages=asked, **fields)[0]


def signatures(message: Any) -> list[str]:
    return [call["extra_content"]["google"]["thought_signature"] for call in message["tool_calls"]]


@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
@pytest.mark.parametrize(("model", "query"), [(MODEL, ""), ("gemini-2.5-flash", "provider=google")])
def test_each_call_of_googles_is_signed(level: Level, model: str, query: str) -> None:
    """Each with its own, the same each time, first of its keys."""
    made = signatures(message(level, model, query))
    assert all(re.fullmatch(r"[A-Za-z0-9+/]{128}", one) for one in made)
    assert len(set(made)) == 2
    assert made == signatures(message(level, model, query))
    assert list(message(level, model, query)["tool_calls"][0]) == ["extra_content", "function", "id", "type"]


def test_a_stream_signs_with_the_name() -> None:
    """Once for each call, in the chunk that begins it."""
    got, _ = answered(dialect, SAID, model=MODEL, tools=TOOLS, stream=True)
    choices = [choice for event in events(got) for choice in json.loads(event)["choices"]]
    parts = [part for choice in choices for part in choice["delta"].get("tool_calls", ())]
    signed = [part["extra_content"]["google"]["thought_signature"] for part in parts if "extra_content" in part]
    assert signed == signatures(message())
    assert all(("extra_content" in part) == ("id" in part) for part in parts)


@pytest.mark.parametrize("model", ["openai/gpt-4o", "deepseek/deepseek-chat"])
def test_nobody_elses_calls_are_signed(model: str) -> None:
    """What comes back to another provider is not looked at."""
    told = message(model=model)
    assert not any("extra_content" in call for call in told["tool_calls"])
    assert back(told, model=model).status == 200
    told["tool_calls"][0]["extra_content"] = {"google": {"thought_signature": "x"}}
    assert back(told, model=model).status == 200


def altered(message: Any) -> Any:
    changed = copy.deepcopy(message)
    changed["tool_calls"][1]["extra_content"]["google"]["thought_signature"] += "x"
    return changed


def swapped(message: Any) -> Any:
    changed = copy.deepcopy(message)
    one, other = changed["tool_calls"]
    one["extra_content"], other["extra_content"] = other["extra_content"], one["extra_content"]
    return changed


def stripped(message: Any) -> Any:
    changed = copy.deepcopy(message)
    del changed["tool_calls"][1]["extra_content"]
    return changed


@pytest.mark.parametrize("level", ["contract", "live"])
@pytest.mark.parametrize("change", [altered, swapped, stripped])
def test_a_signature_comes_back_as_it_was(level: Level, change: Any) -> None:
    """Verbatim it is taken; altered, swapped or missing it is a 400 with one text and a hint."""
    told = message(level)
    assert back(told, level).status == 200
    got = back(change(told), level)
    assert got.status == 400
    assert list(json.loads(got.body)) == ["error"]
    assert "extra_content" in got.headers["x-mockllm-hint"]
    assert back(change(told), "lenient").status == 200


def test_a_refusal_names_the_place() -> None:
    """Of every call at fault, at `contract`."""
    error = json.loads(back(swapped(message())).body)["error"]
    for index in (0, 1):
        assert f"messages[1].tool_calls[{index}].extra_content.google.thought_signature must be" in error
    assert (
        "tool_calls[1].extra_content.google.thought_signature is missing"
        in json.loads(back(stripped(message())).body)["error"]
    )


def test_a_live_refusal_is_googles_own() -> None:
    """Relayed as the gateway relays it: the provider's body as a text."""
    told = message("live")
    for change, text in ((altered, "Corrupted thought signature."), (stripped, "`default_api:g` , position 2.")):
        (refusal,) = json.loads(json.loads(back(change(told), "live").body)["error"])
        assert refusal["error"]["code"] == 400
        assert text in refusal["error"]["message"]
    got = back(stripped(told), "live", stream=True)
    assert got.headers["content-type"] == "text/event-stream"


@pytest.mark.parametrize("level", ["contract", "live"])
def test_a_history_of_another_hand_needs_no_signature(level: Level) -> None:
    """Calls with ids that mockllm does not give, and those with Google's own placeholders."""
    told = message(level)
    for index, call in enumerate(told["tool_calls"]):
        del call["extra_content"]
        call["id"] = f"call_{index}"
    assert back(told, level).status == 200
    for call in told["tool_calls"]:
        call["extra_content"] = {"google": {"thought_signature": "skip_thought_signature_validator"}}
    assert back(told, level).status == 200


def test_arguments_may_be_written_anew() -> None:
    """Clients parse them and write them again."""
    told = message()
    told["tool_calls"][0]["function"]["arguments"] = "{ }"
    assert back(told).status == 200
