"""Texts with `{{ }}`."""

from typing import Any

import pytest

from mockllm.core import Incoming, Message, Request, ToolCall
from mockllm.errors import TemplateError
from mockllm.templates import Context, Template, compile_text, compile_tree, names, render_tree

TOLD = '{"temp_c": 21.5, "city": "Oslo", "items": [1, 2], "note": null, "ok": true, "raw": "{{ 7 * 7 }}"}'


def context(
    *, told: str | None = TOLD, user: str = "the weather", seed: bytes = b"seed", captures: dict[str, str] | None = None
) -> Context:
    """A context of a request whose tool has answered."""
    messages = [Message(role="system", content="Be brief."), Message(role="user", content=user)]
    if told is not None:
        call = ToolCall(id="call_1", name="get_weather", arguments='{"city":"Oslo"}')
        messages += [
            Message(role="assistant", tool_calls=(call,)),
            Message(role="tool", tool_call_id="call_1", content=told),
        ]
    request = Request(
        dialect="fireworks", level="contract", model="m", asked_model="m", messages=tuple(messages), body={"n": 2}
    )
    incoming = Incoming(
        method="POST", path="", query="a=1", headers={"x-case": "cut"}, body=b"", level="contract", namespace="ns"
    )
    return Context.of(
        request, incoming, captures={"city": "Oslo"} if captures is None else captures, seed_key=seed, now=1767225600
    )


def rendered(text: str, **said: Any) -> str:
    template = compile_text(text)
    return template if isinstance(template, str) else template.render(context(**said))


def value(text: str, **said: Any) -> Any:
    template = compile_text(text)
    assert isinstance(template, Template)
    return template.value(context(**said))


def failure(text: str, **said: Any) -> str:
    with pytest.raises(TemplateError) as caught:
        rendered(text, **said)
    return str(caught.value)


@pytest.mark.parametrize("text", ["", "plain", "{% if x %}", "{# note #}", "}} {", "a } b", "100 %}"])
def test_text_without_braces_stays_itself(text: str) -> None:
    """Nothing but `{{` makes a template of a text."""
    assert compile_text(text) == text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("It is {{ tool_result.temp_c }} °C in {{ match.city }}.", "It is 21.5 °C in Oslo."),
        ("{{ tool_result['city'] | upper }}", "OSLO"),
        ("{{ tool_results.get_weather.city }}", "Oslo"),
        ("{{ tool_result.items }}", "[1,2]"),
        ("{{ tool_result.ok }} {{ tool_result.note }}", "true null"),
        ("{{ tool_result.note or '' }}", ""),
        ("{{ tool_result.missing | default('none') }}", "none"),
        ("{{ 'yes' if tool_result.ok }}{{ 'no' if not tool_result.ok }}", "yes"),
        ("{{ user }} {{ system }} {{ model }}", "the weather Be brief. m"),
        ("{{ turn }}/{{ step }} {{ attempt }} {{ namespace }}", "1/2 0 ns"),
        ("{{ header.x_case }} {{ header['X-Case'] }} {{ query.a }}", "cut cut 1"),
        ("{{ request.n + 1 }} {{ messages[-1].role }}", "3 tool"),
        ("{{ messages[2].tool_calls[0].arguments.city }}", "Oslo"),
        ("{{ '{{' }} x }}", "{{ x }}"),
        ("{{ {'a': {'b': 1}} }}", '{"a":{"b":1}}'),
        ("{{ '}}' }}", "}}"),
        ("{{ [[1, 2], [3]] }}", "[[1,2],[3]]"),
        ("a  {{- 1 -}}  b", "a1b"),
        ("{% if %}\r\n{# x #} {{ turn }}", "{% if %}\r\n{# x #} 1"),
        ("{{ {'a': 'é<&'} | tojson }}", '{"a":"é<&"}'),
        ("{{ user ~ ', ' ~ turn }}", "the weather, 1"),
    ],
)
def test_expressions_are_filled_in(text: str, wanted: str) -> None:
    """Text comes through, everything else as JSON writes it."""
    assert rendered(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("{{ tool_result.temp_c }}", 21.5),
        ("{{ tool_result.ok }}", True),
        ("{{ tool_result.note }}", None),
        ("{{ tool_result.items }}", [1, 2]),
        ("{{ turn + 1 }}", 2),
        ("{{ user }}", "the weather"),
        ("{{ turn }} ", "1 "),
        ("{{ range(3) }}", [0, 1, 2]),
        ("{{ now }}", "2026-01-01T00:00:00Z"),
    ],
)
def test_one_expression_keeps_its_type(text: str, wanted: Any) -> None:
    """Only with something around it does an expression become text."""
    found = value(text)
    assert found == wanted
    assert type(found) is type(wanted)


@pytest.mark.parametrize(
    "text", ["{{ 7*7 }}", "007", "[1]", "{% if x %}", "{{", "1e3", "true", "null", '{"a": 1}', "<&>"]
)
def test_user_text_is_never_read_again(text: str) -> None:
    """What a user says comes through as it was said, text to the end."""
    assert rendered("You said: {{ user }}", user=text) == f"You said: {text}"
    assert value("{{ user }}", user=text) == text
    assert value("{{ match.said }}", captures={"said": text}) == text


@pytest.mark.parametrize("text", ["007", "[1, 2]", "1.50", "1e3", '{"a":  1}', "-0.0", "no JSON", "{{ 1 }}", "\ud800"])
def test_whole_tool_result_keeps_its_bytes(text: str) -> None:
    """Reading a tool's JSON does not rewrite it."""
    assert rendered("{{ tool_result }}", told=text) == text


def test_text_inside_a_tool_result_is_never_read_again() -> None:
    """Braces that a tool told stay braces."""
    assert rendered("{{ tool_result.raw }}") == "{{ 7 * 7 }}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{{ mach.city }}", ["{{ mach.city }}", "no variable `mach`", "did you mean match?"]),
        ("{{ tool_result.temp }}", ["tool_result has no key temp", "it has temp_c, city", "did you mean temp_c?"]),
        ("{{ tool_result.city.name }}", ["tool_result.city is a text", "Oslo"]),
        ("{{ tool_result.note.x }}", ["tool_result.note is null"]),
        ("{{ tool_result.items[7] }}", ["tool_result.items is a list of 2"]),
        ("{{ tool_result['x'] ~ 1 }}", ["tool_result has no key x"]),
        ("{{ match.town }}", ["match has no key town; it has city"]),
        ("{{ header.x-case }}", ["no variable `case`", 'header["x-case"]']),
        ("{{ user | uper }}", ["no filter `uper`", "did you mean upper?"]),
        ("{{ user is strin }}", ["no test `strin`", "did you mean string?"]),
        ("{{ user.upper }}", ["function `upper`", "call it"]),
        ("{{ 1 / 0 }}", ["division by zero"]),
        ("{{ }}", ["nothing between the braces"]),
        ("{{ 1 + }}", ["cannot be read"]),
        ("{{ user turn }}", ["should end before 'turn'"]),
        ("Hello {{ user", ["never closed", "{{ '{{' }}"]),
        ("{{ 'open }}", ["never closed"]),
    ],
)
def test_a_mistake_is_told(text: str, words: list[str]) -> None:
    """The message names the expression, what is wrong, and what there is."""
    said = failure(text)
    assert [word for word in words if word not in said] == []


def test_missing_tool_result_is_told() -> None:
    """A request without results says so, not that a variable is undefined."""
    assert "no tool result since the last user message" in failure("{{ tool_result.city }}", told=None)


def test_place_is_told() -> None:
    """Line and column of the braces are in the error."""
    with pytest.raises(TemplateError) as caught:
        compile_text("one\ntwo {{ nobody }}")
    assert (caught.value.line, caught.value.column) == (2, 5)


def test_names_are_known() -> None:
    """A template knows the variables it speaks of, a tree those of its texts."""
    tree = compile_tree({"a": "{{ match.city }}", "b": ["{{ user ~ turn }}", "text", 1]})
    assert names(tree) == {"match", "user", "turn"}


def test_tree_is_filled_in() -> None:
    """Texts of a JSON value are filled in with their types, keys are left alone."""
    tree = compile_tree({"{{ a }}": "{{ tool_result.temp_c }}", "b": ["{{ turn }}", "turn {{ turn }}", 3, None]})
    assert render_tree(tree, context()) == {"{{ a }}": 21.5, "b": [1, "turn 1", 3, None]}


def test_raw_is_left_alone() -> None:
    """In the mode `raw` braces are text."""
    assert compile_text("{{ user }}{% if %}", mode="raw") == "{{ user }}{% if %}"


def test_full_takes_statements() -> None:
    """In the mode `full` all of Jinja is active, namespaces too."""
    counted = "{% set n = namespace(x=1) %}{% for i in [2, 3] %}{% set n.x = n.x * i %}{% endfor %}"
    text = counted + "{# no #}{{ n.x }} {{ user }}\n"
    template = compile_text(text, mode="full")
    assert isinstance(template, Template)
    assert template.render(context()) == "6 the weather\n"


@pytest.mark.parametrize(
    "text", ["{% include 'x' %}", "{% extends 'x' %}", "{{ nobody }}", "{% if %}", "{% for x in %}"]
)
def test_full_is_checked_too(text: str) -> None:
    """What no template can do is an error before any request comes."""
    with pytest.raises(TemplateError):
        compile_text(text, mode="full")


def test_an_unknown_variable_is_told_with_those_of_ours() -> None:
    """Not with the functions that Jinja brings."""
    with pytest.raises(TemplateError) as error:
        compile_text("{{ town }}")
    assert "there are match, request, model, user" in str(error.value)
    assert "cycler" not in str(error.value)
