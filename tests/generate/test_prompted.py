"""A schema that stands in the prompt is obeyed where JSON is asked for without one."""

import json
from typing import Any

import pytest
from acting import WEATHER, after, asked, called, reply, text_of
from agreement import Exchange, problems, told_twice
from asgi_client import call
from asking import question
from jsonschema import Draft202012Validator

from mockllm.core import Message, Request
from mockllm.generate.compose import is_plain
from mockllm.generate.prompted import schema_in
from mockllm.server import build
from mockllm.settings import Settings

APP = build(Settings(clock="frozen"))
SCHEMA: dict[str, Any] = {
    "properties": {"harbour": {"type": "string"}, "height": {"type": "number", "minimum": 1}},
    "required": ["harbour", "height"],
    "title": "Tide",
    "type": "object",
}

ORDER = f"Always respond with a JSON object that's compatible with this schema:\n\n{json.dumps(SCHEMA)}\n\nNo more."
MODEL = "accounts/fireworks/models/kimi-k2-instruct-0905"


def told(user: str, system: str) -> Request:
    return question(user, messages=(Message(role="system", content=system), Message(role="user", content=user)))


def obeyed(text: str, schema: Any = SCHEMA) -> bool:
    return not list(Draft202012Validator(schema).iter_errors(json.loads(text)))


def ask(system: str) -> Any:
    body = {
        "model": "accounts/fireworks/models/kimi-k2-instruct-0905",
        "messages": [{"role": "system", "content": system}, {"role": "user", "content": "The tide of Dover."}],
        "response_format": {"type": "json_object"},
    }
    headers = {"content-type": "application/json"}
    answer = json.loads(call(APP, "/v1/chat/completions", json.dumps(body).encode(), headers=headers).body)
    return json.loads(answer["choices"][0]["message"]["content"])


@pytest.mark.parametrize("indent", [None, 2])
def test_the_schema_of_a_prompt_is_obeyed(indent: int | None) -> None:
    """However it is written, and whatever stands around it."""
    said = ask(f"Answer with JSON for this schema:\n\n{json.dumps(SCHEMA, indent=indent)}\n\nNothing else.")
    assert list(Draft202012Validator(SCHEMA).iter_errors(said)) == []


def test_a_schema_nothing_obeys_is_passed_over() -> None:
    """It is only a text."""
    assert isinstance(ask('Use {"type": "object", "properties": {"a": false}, "required": ["a"]}.'), dict)


@pytest.mark.parametrize(
    "text",
    ["", "{", "{{{{", '{"name": "an example"}', '{"properties": 5}', '{"type": "array", "properties": {}}', "{" * 5000],
)
def test_what_is_no_schema_is_none(text: str) -> None:
    """Examples, other types, and braces of any kind."""
    assert schema_in([text]) is None


def test_the_first_schema_counts() -> None:
    """After braces that are none."""
    assert schema_in(["no {braces}", f"see {{x}} and {json.dumps(SCHEMA)} and {{}}"]) == SCHEMA


def test_an_example_of_a_schema_is_none() -> None:
    """Where another one follows."""
    example = '{"properties": {"foo": {"type": "string"}}, "required": ["foo"]}'
    assert schema_in([f"As an example, for the schema {example}. The schema: {json.dumps(SCHEMA)}"]) == SCHEMA


@pytest.mark.parametrize(
    ("user", "system"),
    [
        ("The tide of Dover.", ORDER),
        (ORDER, "You are kind."),
        ("The tide of Dover. Answer in JSON.", f"The schema: {json.dumps(SCHEMA)}"),
        (f"The tide of Dover: {json.dumps(SCHEMA)}", "You are an assistant that only answers in JSON."),
    ],
)
def test_a_prompt_alone_is_obeyed(user: str, system: str) -> None:
    """Without a response format, wherever the schema and the order stand."""
    assert obeyed(text_of(reply(told(user, system))))


def test_the_answer_takes_up_what_the_user_says() -> None:
    """And nothing of what is said about its form."""
    assert json.loads(text_of(reply(told(f"The tide of Dover. {ORDER}", "Hi."))))["harbour"] == "Dover"


def test_a_block_of_code_is_written_where_it_is_wanted() -> None:
    """With the fence that names JSON."""
    said = text_of(reply(told("The tide of Dover. Return it within a ```json codeblock.", ORDER)))
    assert said.startswith("```json\n")
    assert said.endswith("\n```")
    assert obeyed(said[8:-4])


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ({"type": "array", "items": {"properties": {"v": {"type": "integer"}}, "type": "object"}}, list),
        ({"$defs": {"N": {"type": "object", "properties": {"n": {"$ref": "#/$defs/N"}}}}, "$ref": "#/$defs/N"}, dict),
        ({"properties": {"a": {"type": "null"}}, "required": ["a"]}, dict),
    ],
)
def test_lists_and_models_that_hold_themselves_are_values_too(schema: Any, kind: type) -> None:
    """What describes no type but has properties is an object."""
    value = json.loads(text_of(reply(question(f"Answer in JSON for this schema: {json.dumps(schema)}"))))
    assert isinstance(value, kind)
    assert Draft202012Validator(schema).is_valid(value)


@pytest.mark.parametrize(
    "schema",
    [
        '{"type": "object", "properties": {"a": false}, "required": ["a"]}',
        '{"properties": {"a": {"const": NaN}}, "required": ["a"]}',
        '{"properties": {"a": {"const": 1e999}}, "required": ["a"]}',
        '{"properties": {"a": {"$ref": "http://nowhere.test/a"}}, "required": ["a"]}',
        '{"properties": {"a": {"type": "nonsense"}}, "required": ["a"]}',
    ],
)
def test_a_schema_that_is_not_sound_is_only_a_text(schema: str) -> None:
    """The answer is prose, and nobody is refused."""
    assert not text_of(reply(question(f"Answer in JSON for this schema: {schema}"))).startswith(("{", "["))


def test_tools_go_first() -> None:
    """Then the results are told in the form."""
    messages = (Message(role="system", content=ORDER), Message(role="user", content="What is the weather in Oslo?"))
    request = asked("", WEATHER, messages=messages)
    assert called(reply(request)) == ["get_weather"]
    results = after(request, ("get_weather", '{"city": "Oslo", "unit": "celsius"}', "It rains in Oslo."))
    assert obeyed(text_of(reply(results)))


def test_a_user_who_wants_no_json_gets_none() -> None:
    """Whatever the system told before."""
    assert not text_of(reply(told("Answer in plain words, not in JSON.", ORDER))).startswith("{")


def test_a_request_without_a_schema_stays_plain() -> None:
    """One that shows a schema has to be read."""
    assert is_plain(question("Answer in JSON, please, about properties."))
    assert not is_plain(question(ORDER))


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"max_tokens": 7},
        {"stop": ["harbour"]},
        {"stop": '"'},
        {"logprobs": True, "top_logprobs": 2},
        {"return_token_ids": True, "raw_output": True},
        {"n": 3},
        {"temperature": 0, "max_tokens": 0},
        {"ignore_eos": True, "max_tokens": 40},
        {"logit_bias": {"5": 100}, "max_tokens": 30},
    ],
)
@pytest.mark.parametrize("user", ["The tide of Dover.", "The tide of Dover. Answer in a code block of JSON."])
def test_such_answers_keep_the_laws_of_all(more: dict[str, Any], user: str) -> None:
    """Limits, stop sequences and counts; and a stream says the same."""
    messages = [{"role": "system", "content": ORDER}, {"role": "user", "content": user}]
    exchanges = []
    for stream in (False, True):
        body = json.dumps({"model": MODEL, "messages": messages, "stream": stream, **more}).encode()
        got = call(APP, "/v1/chat/completions", body, headers={"content-type": "application/json"})
        assert got.status == 200, got.text
        exchanges.append(Exchange(dialect="fireworks", level="contract", body=body, got=got, max_work=1 << 20))
    assert [problem for exchange in exchanges for problem in problems(exchange)] == []
    assert list(told_twice(*exchanges)) == []
