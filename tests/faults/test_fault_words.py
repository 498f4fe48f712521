"""What each fault does to what is said; what is invalid on purpose really is."""

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockllm import seeds
from mockllm.core import GeneratedCall, Message, Passage, Reply, Request, ResponseFormat, Tool, ToolCall
from mockllm.faults import Mishap, read

WEATHER = {
    "type": "object",
    "properties": {
        "city": {"type": "string"},
        "days": {"type": "integer", "minimum": 1},
        "units": {"enum": ["metric", "imperial"]},
        "places": {"type": "array", "items": {"type": "object", "properties": {"lat": {"type": "number"}}}},
    },
    "required": ["city"],
    "additionalProperties": False,
}
GOOD = {"city": "Oslo", "days": 3, "units": "metric", "places": [{"lat": 59.9}]}
KINDS = ("wrong_type", "missing_key", "extra_key", "truncated", "any")


def request(schema: Any = WEATHER, kind: Any = "text") -> Request:
    return Request(
        dialect="fireworks",
        level="contract",
        model="m",
        asked_model="m",
        messages=(Message(role="user", content="hi"),),
        tools=(Tool(name="get_weather", parameters=schema), Tool(name="get_weather_v2")),
        response_format=ResponseFormat(kind=kind, schema=schema if kind != "text" else None),
    )


def said(fault: Any, reply: Reply, asked: Request | None = None, seed: int = 0) -> Reply:
    mishap = read(fault)
    assert isinstance(mishap, Mishap), mishap
    return mishap.reply(reply, asked or request(), seeds.chances("test", seed))


def called(arguments: str, *more: str) -> Reply:
    calls = [ToolCall(id="c", name="get_weather", arguments=given) for given in (arguments, *more)]
    return Reply(content="", calls=tuple(calls))


def valid(text: str, schema: Any) -> bool:
    try:
        jsonschema.validate(json.loads(text), schema)
    except (ValueError, jsonschema.ValidationError):
        return False
    return True


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(10))
def test_arguments_are_invalid(kind: str, seed: int) -> None:
    """For an independent validator."""
    [call] = said({"invalid": kind}, called(json.dumps(GOOD)), seed=seed).calls
    assert isinstance(call, ToolCall)
    assert not valid(call.arguments, WEATHER) or call.name != "get_weather"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(10))
def test_content_is_invalid(kind: str, seed: int) -> None:
    """Where JSON was asked for, with a schema."""
    got = said({"invalid": kind}, Reply(content=json.dumps(GOOD)), request(kind="json_schema"), seed)
    assert isinstance(got.content, str)
    assert not valid(got.content, WEATHER)


def test_each_kind_is_what_it_says() -> None:
    """As far as the schema leaves a way to be so."""
    for seed in range(10):
        texts = {
            kind: said({"invalid": kind}, Reply(content=json.dumps(GOOD)), request(kind="json_schema"), seed).content
            for kind in KINDS
        }
        missing, extra, wrong = (json.loads(str(texts[kind])) for kind in ("missing_key", "extra_key", "wrong_type"))
        assert missing == {key: value for key, value in GOOD.items() if key != "city"}
        assert {key: value for key, value in extra.items() if key != "unexpected"} == GOOD
        assert not isinstance(wrong, dict) or set(wrong) == set(GOOD)
        assert json.dumps(GOOD).startswith(str(texts["truncated"]))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("schema", [None, {}, True, {"type": "object"}, {"$ref": "http://nowhere.invalid/x"}])
def test_a_schema_that_allows_all_is_broken_all_the_same(kind: str, schema: Any) -> None:
    """In the end with what is no JSON object at all."""
    text = str(said({"invalid": kind}, Reply(content='{"a": 1}'), request(schema, "json_object"), 3).content)
    assert not valid(text, {"type": "object"} if schema not in ({}, True) else schema)


def test_a_tool_can_be_unknown() -> None:
    """Its name is like the one that was meant, and none of those that were offered."""
    [call] = said({"invalid": "unknown_tool"}, called(json.dumps(GOOD))).calls
    assert (call.name, getattr(call, "arguments", None)) == ("get_weather_v3", json.dumps(GOOD))


def test_one_of_several_calls_is_invalid() -> None:
    """Which one is chance."""
    places = set()
    for seed in range(20):
        calls = said({"invalid": "missing_key"}, called(*[json.dumps(GOOD)] * 3), seed=seed).calls
        wrong = [n for n, call in enumerate(calls) if isinstance(call, ToolCall) and not valid(call.arguments, WEATHER)]
        assert len(wrong) == 1
        places.update(wrong)
    assert places == {0, 1, 2}


def test_the_same_chance_gives_the_same_fault() -> None:
    """And another one another."""
    texts = [said("invalid", called(json.dumps(GOOD)), seed=seed).calls for seed in (1, 1, *range(2, 12))]
    assert texts[0] == texts[1]
    assert len({str(calls) for calls in texts}) > 3


def test_words_are_left_alone() -> None:
    """Where no JSON was asked for, there is nothing to be invalid."""
    reply = Reply(content='{"a": 1}')
    assert said("invalid", reply) is reply
    assert said("invalid", reply.__class__(content="no JSON"), request(kind="json_object")).content == "no JSON"
    assert said({"invalid": "unknown_tool"}, reply, request(kind="json_object")) is reply


def test_a_passage_is_spoilt_too() -> None:
    """Its tokens were those of another text, so that a text is left."""
    passage = Passage(text='{"city": "Oslo"}', ids=[1], pieces=['{"city": "Oslo"}'])
    got = said({"invalid": "missing_key"}, Reply(content=passage), request(kind="json_schema"))
    assert got.content == "{}"


def test_what_is_not_made_yet_is_left_alone() -> None:
    """And what is broken already."""
    reply = Reply(calls=(GeneratedCall(name="get_weather"),))
    assert said("invalid", reply).calls == reply.calls
    assert said("corrupt=arguments", reply).calls == reply.calls
    assert said({"invalid": "wrong_type"}, called("{oops")).calls == called("{oops").calls


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=4), st.lists))
def test_corrupt_arguments_are_no_json(value: Any) -> None:
    """Whatever they were."""
    [call] = said("corrupt=arguments", called(json.dumps(value))).calls
    assert isinstance(call, ToolCall)
    with pytest.raises(ValueError, match=r".*"):
        json.loads(call.arguments)


def test_silence_says_nothing() -> None:
    """Neither words nor calls, nor what was thought."""
    reply = Reply(content="words", reasoning="hm", calls=called("{}").calls, finish_reason="stop", logprobs=(-1.0,))
    assert said("empty", reply) == Reply(content="", finish_reason="stop")
