"""Whatever the tools and the history are, a reply obeys the tool choice, its arguments are valid, and loops end."""

import json
from collections import Counter
from typing import Any

import pytest
from acting import FINAL, REASONING, TIME, WEATHER, act, after, asked, calls_of, choice, replies, text_of
from asking import question
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from mockllm.core import Message, Reply, Request, ResponseFormat, Sampling, Tool, ToolCall
from mockllm.generate.arguments import object_schema, takes_anything
from mockllm.generate.several import MOST

LEAVES: list[dict[str, Any]] = [
    {"type": "string"},
    {"type": "string", "enum": ["celsius", "fahrenheit"]},
    {"type": "string", "format": "date"},
    {"type": "string", "minLength": 3, "maxLength": 8},
    {"type": "integer", "minimum": 1, "maximum": 24},
    {"type": "number", "exclusiveMinimum": 0},
    {"type": "boolean"},
    {"type": ["string", "null"]},
    {"anyOf": [{"type": "integer"}, {"type": "null"}]},
    {"const": 3},
    {},
]
NAMES = ["city", "unit", "order_id", "weather", "summary", "temperature", "items", "ß", "a b", "", "Ωmega"]

schemas = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: (
        inner.map(lambda item: {"type": "array", "items": item, "maxItems": 4})
        | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3).map(
            lambda properties: {"type": "object", "properties": properties, "required": list(properties)}
        )
    ),
    max_leaves=4,
)


@st.composite
def parameters(draw: st.DrawFn) -> dict[str, Any] | None:
    """A function's parameters as clients send them, well and badly described."""
    kind = draw(st.sampled_from(["none", "empty", "bare", "plain", "plain", "plain", "recursive"]))
    if kind == "none":
        return None
    if kind == "empty":
        return {}
    if kind == "bare":
        return {"type": "object", "properties": {}}
    if kind == "recursive":
        node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "value": {"type": "integer"}}}
        return {"type": "object", "properties": {"root": {"$ref": "#/$defs/node"}}, "$defs": {"node": node}}
    properties = draw(st.dictionaries(st.sampled_from(NAMES), schemas, max_size=4))
    required = draw(st.lists(st.sampled_from(sorted(properties)), unique=True)) if properties else []
    more = {"additionalProperties": False} if draw(st.booleans()) else {}
    return {"type": "object", "properties": properties, "required": required, **more}


@st.composite
def offered(draw: st.DrawFn) -> tuple[Tool, ...]:
    """Functions, some of them named by words of the prompts."""
    names_of_words = ["get_weather", "getLocalTime", "final_result", "hello", "the", "Paris", "search", "done", "get"]
    known = st.sampled_from([*names_of_words, "f", "-", "__"])
    named = known | st.from_regex(r"[a-zA-Z0-9_-]{1,64}", fullmatch=True)
    names = draw(st.lists(named, min_size=1, max_size=5, unique=True))
    about = st.none() | st.text(max_size=60) | st.sampled_from(["Current weather of a city.", "word " * 5000, "\ud83d"])
    return tuple([Tool(name=name, description=draw(about), parameters=draw(parameters())) for name in names])


texts = st.sampled_from(
    [
        "",
        "Hello",
        "Weather in Paris, time in Tokyo?",
        "search for 3 hotels and say hello",
        "Weather in Oslo, Paris and Rome, time in Tokyo and Lima. hello 2 and 3; search 'x' and 'y'",
        "the the the",
        "\ud800",
        "你好",
    ]
) | st.text(max_size=50)
results = st.text(max_size=50) | st.sampled_from(
    [
        "{}",
        "",
        '{"temp_c": 4}',
        '{"error": "x"}',
        "[1, 2]",
        "null",
        "[" * 5000,
        "\ud800",
        '{"city": {"city": ["Rome"]}}',
    ]
)


@st.composite
def conversations(draw: st.DrawFn, tools: tuple[Tool, ...]) -> tuple[Message, ...]:
    """Any history: calls of offered and of unknown functions, with results, without, and results of nothing."""
    messages: list[Message] = []
    names = st.sampled_from([*[tool.name for tool in tools], "unknown", ""])
    for _ in range(draw(st.integers(0, 5))):
        match draw(st.sampled_from(["user", "user", "system", "assistant", "calls", "stray"])):
            case "calls":
                count = draw(st.integers(1, 2))
                calls = [
                    ToolCall(
                        id=draw(st.sampled_from(["a", "b", None])),
                        name=draw(names),
                        arguments=draw(st.sampled_from(["{}", '{"city": "Paris"}', "nonsense", ""])),
                    )
                    for _ in range(count)
                ]
                messages.append(Message(role="assistant", tool_calls=tuple(calls)))
                messages += [
                    Message(role="tool", content=draw(results), tool_call_id=call.id)
                    for call in calls
                    if draw(st.booleans())
                ]
            case "stray":
                messages.append(
                    Message(role="tool", content=draw(results), tool_call_id=draw(st.sampled_from([None, "z"])))
                )
            case role:
                messages.append(Message(role=role, content=draw(texts)))
    return tuple(messages)


def obeys(request: Request, answer: Reply) -> None:
    """Checks a reply against the request's tool choice, and its arguments against the parameters."""
    offers = {tool.name: tool.parameters for tool in request.tools}
    names = [call.name for call in answer.calls]
    assert set(names) <= set(offers)
    assert len(set(answer.calls)) == len(names)
    match request.tool_choice.mode:
        case "none":
            assert not names
        case "required":
            assert names
        case "named":
            assert names == [request.tool_choice.name]
    if not request.parallel_tool_calls:
        assert len(names) <= 1
    for call in calls_of(answer):
        said = json.loads(call.arguments)
        assert isinstance(said, dict)
        assert not list(Draft202012Validator(offers[call.name] or {}).iter_errors(said))
        call.arguments.encode()
    assert bool(answer.calls) != bool(text_of(answer))
    text_of(answer).encode()


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_reply_obeys_the_request(data: st.DataObject) -> None:
    """For any functions and any history; equal requests have equal replies."""
    tools = data.draw(offered())
    mode = data.draw(st.sampled_from(["auto", "required", "none", "named"]))
    request = question(
        "",
        messages=data.draw(conversations(tools)),
        tools=tools,
        tool_choice=choice(mode, tools[-1].name if mode == "named" else None),
        parallel_tool_calls=data.draw(st.booleans()),
        model=data.draw(st.sampled_from([REASONING, "any"])),
        sampling=Sampling(
            temperature=data.draw(st.sampled_from([0.0, 1.0])), seed=data.draw(st.none() | st.integers())
        ),
        n=2,
    )
    answers = replies(request, max_tokens=50)
    assert replies(request, max_tokens=50) == answers
    for answer in answers:
        obeys(request, answer)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_loop_ends(data: st.DataObject) -> None:
    """Under auto in words, no call being made twice, and no function more often than for some things of the message."""
    tools = data.draw(offered())
    parallel = data.draw(st.booleans())
    request = asked(data.draw(texts), *tools, parallel_tool_calls=parallel)
    said = data.draw(results)
    run = act(request, lambda _: said, seed=data.draw(st.integers(0, 9)), most=9)
    assert run.text is not None
    assert len(set(run.deeds)) == len(run.deeds) or not all(map(takes_anything, map(object_schema, tools)))
    assert max(Counter(call.name for call in run.calls).values(), default=0) <= MOST
    assert len(run.steps) <= 8


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("model", [REASONING, "any"])
def test_loops_with_an_output_function_end_with_it(seed: int, model: str) -> None:
    """Under required, as pydantic-ai runs them, whatever the message asks for."""
    for text in ("Weather in Paris, time in Tokyo?", "Weather in Paris", "Hello", "Tell me a joke"):
        for parallel in (False, True):
            request = asked(text, TIME, WEATHER, FINAL, mode="required", parallel_tool_calls=parallel, model=model)
            run = act(request, {}, seed=seed, most=4, ends=["final_result"])
            assert run.calls[-1].name == "final_result"
            assert len(set(run.deeds)) == len(run.deeds)


@pytest.mark.parametrize("mode", ["auto", "required"])
def test_no_call_is_made_twice_as_long_as_there_is_another(mode: str) -> None:
    """For many seeds, up to the end or to six steps."""
    for seed in range(20):
        request = asked("Weather in Paris, time in Tokyo?", WEATHER, TIME, mode=mode)
        run = act(request, {"get_weather": '{"t": 4}'}, seed=seed, most=6)
        assert len(set(run.deeds)) == len(run.deeds)
        assert (run.text is None) == (mode == "required")


def test_many_functions_are_no_trouble() -> None:
    """128, the most there may be, each with a long description."""
    about = "Does one of many things with words. " * 200
    tools = [Tool(name=f"do_{number}", description=about, parameters=WEATHER.parameters) for number in range(127)]
    request = asked("What is the weather in Paris?", *tools, WEATHER)
    (answer,) = replies(request)
    assert [call.name for call in answer.calls] == ["get_weather"]


def test_tools_and_a_form_together_end_too() -> None:
    """In JSON made of the results."""
    form = ResponseFormat(kind="json_schema", schema=FINAL.parameters)
    run = act(asked("Weather in Paris?", WEATHER, response_format=form), {"get_weather": '{"temp_c": 4}'})
    assert run.text is not None
    assert json.loads(run.text)["temperature"] == 4


def test_a_second_step_is_the_same_however_ids_are_spelt() -> None:
    """Ids of calls may differ from run to run."""
    first = after(asked("Weather in Paris?", WEATHER), ("get_weather", "{}", "4"))
    renamed = []
    for message in first.messages:
        calls = tuple([ToolCall(id="x", name=call.name, arguments=call.arguments) for call in message.tool_calls])
        answered = "x" if message.tool_call_id else None
        renamed.append(Message(role=message.role, content=message.content, tool_calls=calls, tool_call_id=answered))
    assert replies(asked("", WEATHER, messages=tuple(renamed))) == replies(asked("", WEATHER, messages=first.messages))
