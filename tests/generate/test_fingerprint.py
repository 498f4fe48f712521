"""What of a request its text may depend on."""

from dataclasses import replace
from typing import Any

import pytest
from asking import question

from mockllm.core import (
    Extras,
    Limits,
    MediaPart,
    Message,
    Reasoning,
    ResponseFormat,
    Sampling,
    TextPart,
    Tool,
    ToolCall,
    ToolChoice,
)
from mockllm.generate.fingerprint import prompt_key, sampling_key

BASE = question("Weather in Paris?", tools=(Tool(name="look_up", parameters={"type": "object", "a": 1}),))


@pytest.mark.parametrize(
    "changes",
    [
        {"model": "other"},
        {"messages": ()},
        {"messages": (*BASE.messages, Message(role="assistant", content="Warm."))},
        {"messages": (Message(role="system", content="Weather in Paris?"),)},
        {"messages": (Message(role="user", content="Weather in Paris?", name="ada"),)},
        {"messages": (Message(role="user", content=(TextPart(text="Weather in"), TextPart(text=" Paris?"))),)},
        {"messages": (Message(role="user", content=(MediaPart(kind="image", url="data:,"),)),)},
        {"messages": (Message(role="user", content="Weather in Paris?", reasoning="hm"),)},
        {"tools": ()},
        {"tools": (Tool(name="look_up", parameters={"type": "object", "a": 2}),)},
        {"tools": (Tool(name="look_up", parameters={"type": "object", "a": 1}, strict=True),)},
        {"tool_choice": ToolChoice(mode="required")},
        {"response_format": ResponseFormat(kind="json_object")},
        {"response_format": ResponseFormat(kind="json_schema", schema={"type": "object"})},
        {"response_format": ResponseFormat(kind="grammar", grammar="root ::= x")},
        {"reasoning": Reasoning(history="preserved")},
    ],
)
def test_what_a_model_is_shown_changes_the_prompts_key(changes: dict[str, Any]) -> None:
    """Each of these alone."""
    assert prompt_key(replace(BASE, **changes)) != prompt_key(BASE)


@pytest.mark.parametrize(
    "changes",
    [
        {"sampling": Sampling(temperature=0.1, seed=3)},
        {"limits": Limits(max_tokens=3, stop=("x",), n=2, ignore_eos=True, prompt_truncate_len=9, overflow="error")},
        {"extras": Extras(echo=-1, token_ids=True, raw_output=True, perf_metrics=True, prediction="x")},
        {"stream": True, "usage_chunk": "finish", "level": "live", "dialect": "gateway", "provider": "openai"},
        {"asked_model": "x", "body": {"user": "u"}, "parallel_tool_calls": False, "legacy_functions": True},
        {"reasoning": Reasoning(form="raw")},
        {"reasoning": Reasoning(effort="low")},
        {"reasoning": Reasoning(budget=1024)},
        {"tools": (Tool(name="look_up", parameters={"a": 1, "type": "object"}),)},
        {"messages": (Message(role="user", content=(TextPart(text="Weather in Paris?"),)),)},
    ],
)
def test_everything_else_leaves_the_prompts_key_alone(changes: dict[str, Any]) -> None:
    """Samplers have a key of their own; the rest cuts or decorates."""
    assert prompt_key(replace(BASE, **changes)) == prompt_key(BASE)


def test_no_content_is_empty_content() -> None:
    """Clients send either."""
    assert prompt_key(question(None)) == prompt_key(question(""))


def test_ids_of_tool_calls_do_not_matter_but_whom_they_answer_does() -> None:
    """Ids may differ from run to run."""

    def key(*results: str, first: str = "a", second: str = "b") -> bytes:
        calls = tuple(ToolCall(id=call, name="look_up", arguments="{}") for call in (first, second))
        said = Message(role="assistant", tool_calls=calls)
        return prompt_key(
            question(
                "", messages=(said, *(Message(role="tool", content="4", tool_call_id=result) for result in results))
            )
        )

    assert key("a", "b") == key("x", "y", first="x", second="y")
    assert key("a", "b") != key("b", "a")


@pytest.mark.parametrize(
    "changes",
    [
        {"temperature": 0.5},
        {"top_p": 0.5},
        {"top_k": 5},
        {"min_p": 0.5},
        {"typical_p": 0.5},
        {"frequency_penalty": 0.5},
        {"presence_penalty": 0.5},
        {"repetition_penalty": 0.5},
        {"mirostat_target": 0.5},
        {"mirostat_lr": 0.5},
        {"logit_bias": {5: 1.0}},
    ],
)
def test_every_sampler_changes_the_sampling_key(changes: dict[str, Any]) -> None:
    """Each alone; the seed stands beside the key."""
    plain = sampling_key(Sampling(), b"prompt")
    assert sampling_key(Sampling(**changes), b"prompt") != plain
    assert sampling_key(Sampling(seed=3), b"prompt") == plain
    assert sampling_key(Sampling(), b"other") != plain


def test_equal_numbers_are_one_number() -> None:
    """1 is 1.0, and the order of biases means nothing."""
    assert sampling_key(Sampling(temperature=1), b"") == sampling_key(Sampling(temperature=1.0), b"")
    one, other = {1: 2.0, 3: 4}, {3: 4.0, 1: 2}
    assert sampling_key(Sampling(logit_bias=one), b"") == sampling_key(Sampling(logit_bias=other), b"")
