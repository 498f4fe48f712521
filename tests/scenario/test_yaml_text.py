"""What of YAML is read, and how."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockllm.scenario.document import Document
from mockllm.scenario.yaml_text import DEEPEST, MOST_REPEATED, read_yaml


def said(text: str) -> list[str]:
    return [f"{found.place.line}:{found.place.column} {found.level}: {found.text}" for found in read(text).findings]


def read(text: str) -> Document:
    return read_yaml(text, "w.yaml")


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("12:30:45", "12:30:45"),
        ("2020-01-01", "2020-01-01"),
        ("0777", 777),
        ("0o17", 15),
        ("0x1F", 31),
        ("1e3", 1000.0),
        ("-.5", -0.5),
        ("1_000", "1_000"),
        ("+7", 7),
        ("~", None),
        ("", None),
        ("Null", None),
        ("TRUE", True),
        ("false", False),
        ("tRuE", "tRuE"),
        ("007", 7),
        ('"007"', "007"),
        ("!!str 5", "5"),
        ("-", None),
    ],
)
def test_scalars_are_those_of_yaml_1_2(written: str, value: object) -> None:
    """The core schema knows fewer words than version 1.1 did."""
    if written == "-":
        assert read("a:\n  -").value == {"a": [None]}
    else:
        assert read(f"a: {written}\n").value == {"a": value}


def test_keys_are_texts() -> None:
    """A key that looks like a number or a boolean is a text, as in JSON."""
    assert read("on: 1\n404: x\ntrue: y\n").value == {"on": 1, "404": "x", "true": "y"}


def test_a_key_that_stands_twice_is_told_with_both_places() -> None:
    """The second one would win silently."""
    assert said("a: 1\nb: 2\na: 3\n") == ["3:1 error: `a` stands twice in this mapping, for the first time at w.yaml:1"]


def test_mappings_are_merged() -> None:
    """A merge key takes in what the mapping does not have itself, and is no key twice."""
    text = "one: &one {a: 1, b: 2}\ntwo: {<<: *one, b: 3}\nthree:\n  <<: [{c: 1}, {c: 2, d: 4}]\n"
    document = read(text)
    assert document.findings == ()
    assert document.value["two"] == {"a": 1, "b": 3}
    assert document.value["three"] == {"c": 1, "d": 4}
    assert document.place(("two", "a")).line == 1


def test_every_place_is_known() -> None:
    """Line and column of values, of keys, and of what comes nearest to a path that leads nowhere."""
    document = read("rules:\n  - name: x\n    when: {user: hello}\n")
    assert document.place(("rules", 0, "when", "user"))[1:] == (3, 18)
    assert document.place(("rules", 0, "when", "user"), key=True)[1:] == (3, 12)
    assert document.place(("rules", 0))[1:] == (2, 5)
    assert document.place(("rules", 0, "reply"))[1:] == (2, 5)
    assert document.place(("rules", 7))[1:] == (2, 3)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: Note: x", '1:8 error: a colon with a space (": ") cannot stand in a text without quotes; put'),
        ("a: {b: Note: x}", '1:12 error: a colon with a space (": ") cannot stand in a text without quotes; put'),
        ("- name: x\n   when: y", "2:8 error: this line is indented like a part of the value above it"),
        ("rules:\n  - name: x\n  when: y", "3:3 error: this line is no item (-) of the list that begins at 2:3"),
        ("a:\n   b: 1\n  c: 2", "3:3 error: this line is indented like none of the mappings above it"),
        ("a:\n\t- b", "2:1 error: a tab stands where YAML wants spaces"),
        ("a: b\n\tc: d", "2:1 error: a tab stands where YAML wants spaces"),
        ("a: {{ x }}", "1:4 error: without quotes `{{` begins a mapping of YAML; put the whole text in quotes"),
        ("a: {{ x }} y", "1:12 error: without quotes `{{` begins a mapping of YAML; put the whole text in quotes"),
        ("a: [{{ x }}]", "1:5 error: without quotes `{{` begins a mapping of YAML; put the whole text in quotes"),
        ("a: b\n---\nc: d", "2:1 error: a second document (---) begins here"),
        ("model: *120b", "1:8 error: a text that begins with * is an alias of YAML, unless it is in quotes"),
        ("a: @x", "1:4 error: a text that begins with @ has to be in quotes"),
        ("a: [1, 2\nb: 3", "2:2 error: the { or [ that opens at 1:4 is not closed here, and no comma follows"),
        ("rules: [\n", "1:9 error: the { or [ that opens at 1:8 is not closed here, and no comma follows"),
        (
            "a: [{b: [1]}, {c: '['\n",
            "1:22 error: the { or [ that opens at 1:15 is not closed here, and no comma follows",
        ),
        ('a: "x\nb: y', "2:5 error: the quote that opens at 1:4 is never closed"),
        ("a: 'it's'", "1:8 error: this goes on after a text that is complete"),
        ('a: "\\d+"', "1:5 error: in double quotes a backslash begins an escape"),
        ("a: - b", "1:4 error: a list cannot begin in the line of its key"),
        ("a: !foo x", "1:4 error: '!foo' is a tag, of which there are none here"),
        ("a: b\0", "1:5 error: the character '\\x00' cannot stand in a YAML file"),
        ("? [a]\n: b", "1:3 error: a key has to be a text; put it in quotes"),
        ("a: .inf", "1:4 error: '.inf' is no number that JSON has"),
        ("a: 1e999", "1:4 error: '1e999' is no number that JSON has"),
        ("&a [*a]", "1:1 error: what is here contains itself"),
        ("a: {<<: 5}", "1:9 error: `<<` takes in mappings, and this is none"),
    ],
)
def test_what_is_no_yaml_is_told_in_plain_words(text: str, expected: str) -> None:
    """Where it is, what is wrong, and what to do about it."""
    (told,) = said(text)
    assert told.startswith(expected)


@pytest.mark.parametrize(
    "text", ["[" * 5000 + "]" * 5000, "- " * 5000 + "a", "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1)]
)
def test_depth_is_bounded(text: str) -> None:
    """Deep nesting is an error and no crash."""
    (told,) = said(text)
    assert "nested" in told


def test_aliases_are_bounded() -> None:
    """A few lines that stand for millions of values are refused, a text that is used often is not."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 8)]
    (told,) = said("\n".join(lines))
    assert f"repeat more than {MOST_REPEATED} values" in told
    assert said("a: &a x\nb: [*a, *a, *a]") == []


@pytest.mark.parametrize("text", ["", "# only a comment\n", "---\n"])
def test_a_file_can_be_empty(text: str) -> None:
    """Nothing is wrong with it as YAML."""
    document = read(text)
    assert document.value is None
    assert not document.broken


@given(st.text(alphabet="ab:-#{}[]'\"\n\t ,*&!|>?%@0.", max_size=60))
def test_no_text_makes_it_raise(text: str) -> None:
    """Whatever is written, there is a value or a finding."""
    document = read(text)
    assert document.broken <= bool(document.findings)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(min_size=1, max_size=8), inner, max_size=4),
    max_leaves=20,
)


@given(JSON)
def test_json_is_yaml(value: Any) -> None:
    """A value that was written as JSON comes back as it is, and finds nothing wrong."""
    import json

    text = json.dumps(value)  # all but ASCII as escapes; a lone surrogate is no character of YAML
    if "\\ud" in text or "\\u0" in text or '"<<"' in text:
        return
    document = read(text)
    assert document.value == value


def test_places_do_not_depend_on_how_often_they_are_asked_for() -> None:
    """Asking for a place changes nothing."""
    document = read("\n".join(f"k{i}: v" for i in range(50)))
    order = [*range(50)] * 2
    random.Random(1).shuffle(order)  # noqa: S311 - a fixed order
    assert all(document.place((f"k{i}",)).line == i + 1 for i in order)
