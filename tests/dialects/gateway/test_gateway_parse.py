"""What requests mean once they were taken."""

from typing import Any

import pytest
from gateway_asking import ask
from hypothesis import given
from hypothesis import strategies as st

from mockllm.core import Level, Logprobs, MediaPart, Message, ResponseFormat, TextPart, Tool, ToolCall, ToolChoice
from mockllm.dialects.gateway.conversation import messages, tools

TOOL = {"type": "function", "function": {"name": "f"}}
NAMED = {"type": "function", "function": {"name": "f"}}


def test_defaults_are_those_of_the_document() -> None:
    """A request that sets nothing samples at temperature 1 without penalties, once, unlimited, as text."""
    request = ask().request
    sampling = request.sampling
    assert (sampling.temperature, sampling.top_p, sampling.frequency_penalty, sampling.presence_penalty) == (1, 1, 0, 0)
    assert (request.limits.n, request.limits.max_tokens, request.limits.stop) == (1, None, ())
    assert (request.stream, request.tool_choice.mode, request.response_format.kind) == (False, "none", "text")
    assert request.messages == (Message(role="user", content="Say hello to the harbour."),)


def test_fields_are_read() -> None:
    """Every optional field arrives where all parts look for it."""
    request = ask(
        temperature=0.5, top_p=0.25, frequency_penalty=1, presence_penalty=-1, seed=7.0, logit_bias={"5": 3},
        max_tokens=9, max_completion_tokens=8.0, stop=["a", ""], n=2, logprobs=True, top_logprobs=3, stream=True,
        stream_options={"include_usage": True}, reasoning_effort="low", reasoning_format="raw", tools=[TOOL],
        parallel_tool_calls=False,
    ).request  # fmt: skip
    assert request.sampling.seed == 7
    assert request.sampling.logit_bias == {5: 3.0}
    assert (request.sampling.temperature, request.sampling.presence_penalty) == (0.5, -1.0)
    assert (request.limits.max_tokens, request.limits.stop, request.limits.n) == (8, ("a",), 2)
    assert request.extras.logprobs == Logprobs(form="openai", top=3)
    assert (request.reasoning.effort, request.reasoning.form) == ("low", "raw")
    assert (request.stream, request.usage_chunk, request.parallel_tool_calls) == (True, "own", False)
    assert request.tool_choice == ToolChoice(mode="auto")


@pytest.mark.parametrize(
    ("level", "options", "chunk"),
    [
        ("contract", {"include_usage": True}, "own"),
        ("contract", {"include_usage": False}, "none"),
        ("live", {"include_usage": False}, "own"),
        ("live", {}, "own"),
        ("lenient", {"include_usage": True}, "own"),
        ("lenient", {"include_usage": "x"}, "none"),
    ],
)
def test_usage_comes_when_asked_for_and_at_live_always(level: Level, options: Any, chunk: str) -> None:
    """The real gateway overrides `include_usage`; the reference does not."""
    assert ask(stream=True, stream_options=options, level=level).request.usage_chunk == chunk


@pytest.mark.parametrize(("level", "chunk"), [("contract", "none"), ("live", "own"), ("lenient", "none")])
def test_usage_without_stream_options(level: Level, chunk: str) -> None:
    """Without the option there is no usage, but at `live`."""
    assert ask(stream=True, level=level).request.usage_chunk == chunk


def test_odd_numbers_at_live_become_the_nearest_that_mean_something() -> None:
    """Out of range is accepted at `live`, and answers stay small."""
    request = ask(
        level="live", temperature=5, top_p=-1, presence_penalty=-9, n=1000, max_tokens=-1, top_logprobs=99,
        logprobs=True, stop=5, logit_bias={"abc": 500, "5": 500}, tools=[{}], tool_choice="required",
        response_format={"type": "nope"}, reasoning_effort="zzz",
    ).request  # fmt: skip
    assert (request.sampling.temperature, request.sampling.top_p, request.sampling.presence_penalty) == (2, 0, -2)
    assert (request.limits.n, request.limits.max_tokens, request.limits.stop) == (128, None, ())
    assert request.extras.logprobs == Logprobs(form="openai", top=20)
    assert request.sampling.logit_bias == {5: 100.0}
    assert (request.tools, request.tool_choice.mode, request.reasoning.effort) == ((), "none", None)


@pytest.mark.parametrize("value", [0, -5])
def test_n_is_at_least_one(value: int) -> None:
    """Fewer than one choice at `live` is one."""
    assert ask(level="live", n=value).request.limits.n == 1


def test_lenient_leaves_out_what_is_at_fault() -> None:
    """A field that cannot be used is ignored, and all others count."""
    request = ask(
        level="lenient", temperature="hot", max_tokens=5, n=0, top_logprobs=2, tool_choice="any", stop=[1], seed=3,
        tools=[TOOL, {"type": "x"}, 5], messages=[5, {"role": "developer", "content": 7}],
    ).request  # fmt: skip
    assert (request.sampling.temperature, request.sampling.seed) == (1.0, 3)
    assert (request.limits.max_tokens, request.limits.n, request.limits.stop) == (5, 1, ())
    assert request.tools == (Tool(name="f"),)
    assert request.messages == (Message(role="developer", content="7"),)


@pytest.mark.parametrize("value", [None, [], "hi", {}, [5]])
def test_lenient_needs_messages(value: Any) -> None:
    """Without a message there is nothing to answer; only that is told."""
    read = ask(level="lenient", messages=value, temperature=9)
    assert read.status == 400
    assert read.error.startswith("messages")
    assert "temperature" not in read.error


def test_lenient_reads_json_only() -> None:
    """What is not JSON is refused at every level."""
    assert ask(b"{", level="lenient").error.startswith("the request body is not valid JSON")


@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
@pytest.mark.parametrize(
    ("choice", "read"),
    [
        ("required", ToolChoice(mode="required")),
        (NAMED, ToolChoice(mode="named", name="f")),
        ("none", ToolChoice(mode="none")),
        ("auto", ToolChoice(mode="auto")),
    ],
)
def test_tool_choices_are_read(level: Level, choice: Any, read: ToolChoice) -> None:
    """At every level alike."""
    assert ask(level=level, tools=[TOOL], tool_choice=choice).request.tool_choice == read


@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"type": "json_object"}, ResponseFormat(kind="json_object")),
        ({"type": "json_schema", "json_schema": {"name": "s"}}, ResponseFormat(kind="json_schema")),
        ({"type": "json_schema", "json_schema": {"name": "s", "schema": {"type": "null"}}},
         ResponseFormat(kind="json_schema", schema={"type": "null"})),
    ],
)  # fmt: skip
def test_formats_are_read(level: Level, given: Any, read: ResponseFormat) -> None:
    """At every level alike."""
    assert ask(level=level, response_format=given).request.response_format == read


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ({"role": "tool", "content": "t", "tool_call_id": "c"}, Message(role="tool", content="t", tool_call_id="c")),
        ({"content": "x"}, Message(role="user", content="x")),
        ({}, Message(role="user")),
        ({"role": "user", "content": 5}, Message(role="user", content="5")),
        ({"role": "user", "content": {"a": [1]}}, Message(role="user", content='{"a":[1]}')),
        (
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "a"},
                    {"type": "image_url", "image_url": {"url": "u", "detail": "low"}},
                    {"type": "input_audio", "input_audio": {}},
                    {"type": "odd", "text": "b"},
                    5,
                ],
            },
            Message(
                role="user",
                content=(TextPart(text="a"), MediaPart(kind="image", url="u", detail="low"), TextPart(text="b")),
            ),
        ),
        (
            {
                "role": "assistant",
                "content": None,
                "reasoning": "r",
                "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{ }"}}, 5, {}],
            },
            Message(
                role="assistant",
                reasoning="r",
                tool_calls=(ToolCall(id="c", name="f", arguments="{ }"), ToolCall(id=None, name="", arguments="")),
            ),
        ),
    ],
)
def test_messages_are_read(item: Any, message: Message) -> None:
    """Messages keep what they say; odd contents become text, parts nobody knows are left out."""
    assert messages([item]) == (message,)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
PARTS = st.fixed_dictionaries(
    {}, optional={"type": st.sampled_from(["text", "image_url"]), "text": JSON, "image_url": JSON}
)
CALLS = st.lists(st.fixed_dictionaries({}, optional={"id": JSON, "type": JSON, "function": JSON}) | JSON, max_size=3)
MESSAGE = st.fixed_dictionaries(
    {},
    optional={
        "role": st.sampled_from(["system", "user", "assistant", "tool"]) | JSON,
        "content": st.text(max_size=8) | st.lists(PARTS, max_size=3) | JSON,
        "tool_calls": CALLS,
        "reasoning": JSON,
        "tool_call_id": JSON,
    },
)


@given(st.lists(MESSAGE | JSON, max_size=3))
def test_any_messages_can_be_read(value: Any) -> None:
    """Whatever a level let through, the messages have a role and a text."""
    assert all(message.role and isinstance(message.text, str) for message in messages(value))


@given(JSON)
def test_any_tools_can_be_read(value: Any) -> None:
    """Whatever a level let through, the tools have names."""
    assert all(tool.name for tool in tools(value))
