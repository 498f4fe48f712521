"""Text of a given form: JSON for a schema, JSON about whatever is talked of, sentences of a grammar."""

import json
from typing import Any

import pytest
from acting import WEATHER, after, asked, replies, reply, text_of
from asking import question
from jsonschema import Draft202012Validator

from mockllm.core import Message, Request, ResponseFormat, Sampling
from mockllm.errors import GrammarError, SchemaError

PERSON = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "age": {"type": "integer", "minimum": 0, "maximum": 120},
        "tags": {"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 1},
    },
    "required": ["name", "age", "tags"],
    "additionalProperties": False,
}


def wanting(
    text: str, kind: Any = "json_object", schema: Any = None, grammar: str | None = None, **more: Any
) -> Request:
    return question(text, response_format=ResponseFormat(kind=kind, schema=schema, grammar=grammar), **more)


def said(request: Request, **given: Any) -> Any:
    """The JSON a reply says."""
    return json.loads(text_of(reply(request, **given)))


@pytest.mark.parametrize("kind", ["json_object", "json_schema"])
def test_json_is_valid_for_the_schema(kind: str) -> None:
    """Under either name, whatever the seeds."""
    for seed in range(30):
        request = wanting("Say hello to the harbour.", kind, PERSON, sampling=Sampling(seed=seed))
        assert not list(Draft202012Validator(PERSON).iter_errors(said(request, seed=seed)))


def test_json_takes_up_what_the_prompt_says() -> None:
    """Names and numbers that fit."""
    assert said(wanting("Ada Lovelace is 36 years old.", "json_schema", PERSON)) | {"tags": 0} == {
        "name": "Ada Lovelace",
        "age": 36,
        "tags": 0,
    }


def test_json_stands_in_one_line() -> None:
    """With a space behind commas and colons, and letters as they are."""
    assert text_of(reply(wanting("x", "json_schema", {"const": {"a": [1, "é"]}}))) == '{"a": [1, "é"]}'


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Describe a person as JSON with keys name and age.", ["name", "age"]),
        ("Return JSON with the fields title, year, and genres.", ["title", "year", "genres"]),
        ("JSON please. Keys: `city` (string), `population` (integer)", ["city", "population"]),
        ("Use the following fields:\n- name\n- is_active\n- price", ["name", "is_active", "price"]),
        ('Answer in JSON with "colour" and "size".', ["colour", "size"]),
        ('Reply like {"title": "x", "tags": ["a"], "price": 1.5}', ["title", "tags", "price"]),
        ('Format: {"name": string, "done": boolean}', ["name", "done"]),
    ],
)
def test_an_object_without_a_schema_has_the_keys_the_prompt_names(text: str, keys: list[str]) -> None:
    """However it does so, in the user's message or the system's."""
    assert list(said(wanting(text))) == keys
    messages = (Message(role="system", content=text), Message(role="user", content="The old harbour"))
    assert list(said(wanting("", messages=messages))) == keys


def test_named_keys_have_values_of_their_kind() -> None:
    """By the type that is said, by an example, or by the name."""
    value = said(wanting("Keys: is_open, price, age, tags, title, code (number), list (string)"))
    assert [type(value[key]) for key in ("is_open", "age", "tags", "title", "list")] == [bool, int, list, str, str]
    assert isinstance(value["price"], int | float)
    assert isinstance(value["code"], int | float)
    value = said(wanting('Like {"title": "xyzzy", "tags": ["a"], "n": 3, "ok": true, "x": 0.5}'))
    assert [type(value[key]) for key in ("title", "tags", "n", "ok")] == [str, list, int, bool]
    assert value["title"] != "xyzzy"
    assert all(isinstance(tag, str) for tag in value["tags"])


def test_an_object_without_any_keys_is_about_the_prompt() -> None:
    """A small one that makes sense."""
    value = said(wanting("Say hello to the harbour."))
    assert list(value) == ["topic", "answer", "confidence"]
    assert value["topic"] == "harbour"
    assert "harbour" in value["answer"]
    assert 0.8 <= value["confidence"] < 1


def test_an_answer_after_results_is_made_of_them() -> None:
    """With a schema and without one."""
    told = after(asked("Weather in Paris?", WEATHER), ("get_weather", "{}", '{"temp_c": 4, "sky": "cloudy"}'))
    free = wanting("", messages=told.messages, tools=told.tools)
    assert "sky is cloudy" in said(free)["answer"]
    schema = {
        "type": "object",
        "properties": {"temperature": {"type": "number"}, "sky": {"type": "string"}},
        "required": ["temperature", "sky"],
    }
    bound = wanting("", "json_schema", schema, messages=told.messages, tools=told.tools)
    assert said(bound) == {"temperature": 4, "sky": "cloudy"}


def test_a_call_goes_before_text_of_a_form() -> None:
    """Where a function is wanted; else the text has its form."""
    both = asked("Weather in Paris?", WEATHER, response_format=ResponseFormat(kind="json_schema", schema=PERSON))
    assert [call.name for call in reply(both).calls] == ["get_weather"]
    none = asked("Hello", WEATHER, response_format=ResponseFormat(kind="json_schema", schema=PERSON))
    assert reply(none).calls == ()
    assert set(said(none)) == {"name", "age", "tags"}


def test_a_sentence_of_the_grammar_is_said() -> None:
    """Each of them, by the seed."""
    grammar = 'root ::= "yes" | "no"'
    texts = {text_of(reply(wanting("Is it?", "grammar", grammar=grammar), seed=seed)) for seed in range(20)}
    assert texts == {"yes", "no"}


def test_what_cannot_be_is_a_named_error() -> None:
    """Dialects refuse it beforehand; nobody else is to meet a crash."""
    for schema in ({"type": "object", "required": ["a"], "properties": {"a": False}}, {"type": 5}, False):
        with pytest.raises(SchemaError):
            reply(wanting("x", "json_schema", schema))
    with pytest.raises(GrammarError):
        reply(wanting("x", "grammar", grammar="root ::= ("))


@pytest.mark.parametrize("schema", [None, {}, True, {"type": "object"}])
def test_schemas_that_say_nothing_still_bring_json(schema: Any) -> None:
    """Whatever it is."""
    said(wanting("Hello", "json_schema", schema))


def test_choices_are_drawn_each_by_itself() -> None:
    """Unless the temperature is 0; equal requests are answered alike."""
    request = wanting("Hello", "json_schema", PERSON, n=4)
    texts = [text_of(answer) for answer in replies(request)]
    assert len(set(texts)) > 1
    assert texts == [text_of(answer) for answer in replies(request)]
    cold = wanting("Hello", "json_schema", PERSON, n=4, temperature=0.0)
    assert len({text_of(answer) for answer in replies(cold)}) == 1


def test_odd_prompts_bring_json() -> None:
    """Half surrogate pairs, long texts, brackets without end."""
    for text in ("\ud800 keys a and \udc00", "{" * 10_000, "keys " * 10_000, "with '" * 5000, "key: " + "x" * 10_000):
        request = wanting(text)
        text_of(reply(request)).encode()
        assert isinstance(said(request), dict)
