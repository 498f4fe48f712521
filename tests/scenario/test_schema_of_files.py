"""The JSON Schema of the scenario file."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mockllm import dialects
from mockllm.cli.init import FIRST_FILE
from mockllm.scenario import load
from mockllm.scenario.body_fields import BODY_FIELDS
from mockllm.scenario.reply_models import ReplyEntry
from mockllm.scenario.schema import schema
from mockllm.scenario.shape import keys
from mockllm.scenario.yaml_text import read_yaml

SCHEMA = schema()
CHECKER = jsonschema.Draft202012Validator(SCHEMA)

GOOD = """\
include: [other.yaml]
defaults: {dialect: fireworks, pace: {ttft: 200ms, tps: 60}, when: {system: terse}}
rules:
  - name: one
    when: {user: {contains: hello}, tools: [f], header: {x-case: cut}, body: {$.metadata.case: a}}
    expect: {temperature: {lte: 0.3}}
    reply: {reasoning: x, tool_calls: [f, {f: {a: 1}}, {f: "{"}, {name: f, generate: true}]}
  - replies: [{error: rate_limited, retry_after: 2s, times: 2}, {error: 429}, {error: {status: 500, body: x}}, Done]
    after: cycle
  - reply: {generate: {tokens: 3}, pace: {ttft: {p50: 180ms, p99: 0.9}}, chunks: 5 characters, fault: {drop: true}}
  - reply: {json: {a: 1}, usage: {prompt_tokens: 3}, headers: {a: b, c: 2}}
conversations:
  - {name: talk, from: last_user, turns: [Hello, {expect: {turn: 2}, reply: x}, {content: y}]}
otherwise: {choices: [a, {content: b}]}
limits: [{requests: 3, by: key}]
"""


def value_of(text: str) -> Any:
    return read_yaml(text, "w.yaml").value


def test_the_schema_is_one() -> None:
    """Of the draft it names."""
    assert SCHEMA["$schema"].endswith("2020-12/schema")
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def described(definition: Any, path: str = "") -> Iterator[tuple[str, bool]]:
    for name, inner in definition.get("properties", {}).items():
        yield f"{path}.{name}", bool(inner.get("description"))


def test_every_key_is_described() -> None:
    """For whoever sees it in an editor."""
    definitions = {"": SCHEMA, **SCHEMA["$defs"]}
    told = [entry for name, definition in definitions.items() for entry in described(definition, name)]
    assert len(told) > 60
    assert [name for name, has in told if not has] == []


@pytest.mark.parametrize("text", [GOOD, FIRST_FILE])
def test_good_files_fit(text: str) -> None:
    """All forms of everything."""
    assert [error.message for error in CHECKER.iter_errors(value_of(text))] == []


BROKEN = {
    "ruls: []": "ruls",
    "rules: [{replay: x}]": "replay",
    "rules: [{when: {usr: a}, reply: x}]": "usr",
    "rules: [{reply: 5}]": "rules.0.reply",
    "rules: [{reply: [a, b]}]": "rules.0.reply",
    "rules: [{reply: {pace: {ttft: soon}, content: x}}]": "rules.0.reply.pace.ttft",
    "rules: [{reply: {pace: {tempo: 3}, content: x}}]": "tempo",
    "rules: [{reply: {pace: fast, content: x}}]": "rules.0.reply.pace",
    "rules: [{reply: {error: rate_limitd}}]": "rules.0.reply.error",
    "rules: [{reply: {error: 200}}]": "rules.0.reply.error",
    "rules: [{reply: {error: {message: x}}}]": "status",
    "rules: [{reply: {error: {code: 500, status: 500}}}]": "code",
    "rules: [{reply: {tool_calls: [{a: {}, b: {}}]}}]": "rules.0.reply.tool_calls.0",
    "rules: [{reply: {tool_calls: [{name: a}]}}]": "arguments",
    "rules: [{reply: {tool_calls: [{name: a, arguments: x, generate: true}]}}]": (
        "rules.0.reply.tool_calls.0.arguments"
    ),
    "rules: [{reply: {tool_calls: get_weather}}]": "rules.0.reply.tool_calls",
    "rules: [{when: {user: a}}]": "reply",
    "rules: [{reply: x, replies: [x]}]": "rules.0.reply",
    "rules: [{reply: x, after: next}]": "replies",
    "rules: [{reply: {content: x, error: 503}}]": "rules.0.reply.content",
    "rules: [{reply: {content: x, retry_after: 2}}]": "error",
    "rules: [{reply: {pace: slow}}]": "content",
    "rules: [{reply: {contend: x}}]": "contend",
    "rules: [{reply: {content: x, fault: {dorp: true}}}]": "dorp",
    "rules: [{reply: {content: x, fault: dorp}}]": "rules.0.reply.fault",
    "rules: [{reply: {content: x, fault: drop_after 3 chunks}}]": "rules.0.reply.fault",
    "rules: [{reply: {content: x, fault: [{dorp: true}]}}]": "dorp",
    "rules: [{reply: {content: x, chunks: letters}}]": "rules.0.reply.chunks",
    "rules: [{reply: x, when: {dialect: openai}}]": "rules.0.when.dialect",
    "rules: [{reply: x, when: {dialect: [fireworks, openai]}}]": "rules.0.when.dialect.1",
    "rules: [{reply: x, when: {response_format: json}}]": "rules.0.when.response_format",
    "rules: [{reply: x, when: {step: 0}}]": "rules.0.when.step",
    "rules: [{reply: x, when: {turn: one}}]": "rules.0.when.turn",
    "rules: [{reply: x, when: {user: {or: [a, b]}}}]": "or",
    "rules: [{reply: x, when: {temperature: {above: 1}}}]": "above",
    "rules: [{reply: x, when: {header: {x-a: {above: 1}}}}]": "above",
    "rules: [{reply: x, when: {body: {metadata: a}}}]": "metadata",
    "rules: [{reply: x, when: {has_tool_result: yes}}]": "rules.0.when.has_tool_result",
    "rules: [{reply: x, when: [{user: a}]}]": "rules.0.when",
    "defaults: {dialect: openai}": "defaults.dialect",
    "defaults: {raw: true, template: full}": "defaults.raw",
    "conversations: [{name: a}]": "turns",
    "conversations: [{turns: [{expect: {turn: 1}}]}]": "content",
    "conversations: [{turns: [{reply: x, content: y}]}]": "conversations.0.turns.0.content",
    "conversations: [{turns: [{user: hi, reply: x}]}]": "user",
    "limits: [{by: key}]": "tokens",
}
"""Files in which there is one thing wrong; its key, or where it is."""


@pytest.mark.parametrize("text", BROKEN)
def test_bad_files_do_not(tmp_path: Path, text: str) -> None:
    """What `check` refuses for its form, editors underline, and they name the key."""
    file = tmp_path / "w.yaml"
    file.write_text(text, encoding="utf-8")
    assert load([file]).scenario is None
    errors = list(CHECKER.iter_errors(value_of(text)))
    assert len(errors) <= 2
    assert any(names(error, BROKEN[text]) for error in errors)


def names(error: jsonschema.ValidationError, key: str) -> bool:
    """Whether an error is at a place or names a key; of what is not allowed at all, jsonschema tells no key."""
    place = ".".join(map(str, error.absolute_path))
    if error.validator is None:
        place = f"{place}.{key.rpartition('.')[2]}"
    return place == key or f"'{key}'" in error.message


@pytest.mark.parametrize("chunks", ["word", "words", "token", "tokens", "whole", "5", "5 characters", "1 character"])
def test_ways_to_cut_that_are_read_fit(tmp_path: Path, chunks: str) -> None:
    """Each spelling that files may have."""
    text = f"rules: [{{reply: {{content: x, chunks: {chunks}}}}}]"
    file = tmp_path / "w.yaml"
    file.write_text(text, encoding="utf-8")
    assert load([file]).findings == ()
    assert [error.message for error in CHECKER.iter_errors(value_of(text))] == []


ATOMS = st.none() | st.booleans() | st.integers(-2, 500) | st.sampled_from(["a", "", "2s", "slow", "rate_limited", "5"])
VALUES = st.recursive(ATOMS, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(keys(ReplyEntry)), VALUES, min_size=1, max_size=3))
def test_what_is_loaded_fits_the_schema(tmp_path: Path, reply: dict[str, Any]) -> None:
    """The schema refuses nothing that is fine."""
    value = {"rules": [{"reply": reply}]}
    file = tmp_path / "w.yaml"
    file.write_text(json.dumps(value), encoding="utf-8")
    if load([file]).scenario is not None:
        assert [error.message for error in CHECKER.iter_errors(value)] == []


ENTRIES = st.dictionaries(
    st.sampled_from(["reply", "replies", "after", "expect", "when", "content", "error", "retry_after", "fault"]),
    st.sampled_from(
        ["x", "next", 503, ["x"], {"turn": 0}, {"step": {"gt": 1}}, {"content": "x"}, "2s", "drop", {"drop": True}]
    ),
    max_size=3,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None)
@given(st.sampled_from(["rules", "turns"]), ENTRIES)
def test_entries_that_are_loaded_fit_the_schema(tmp_path: Path, section: str, entry: dict[str, Any]) -> None:
    """Of rules, and of turns."""
    value = {"rules": [entry]} if section == "rules" else {"conversations": [{"turns": [entry]}]}
    file = tmp_path / "w.yaml"
    file.write_text(json.dumps(value), encoding="utf-8")
    if load([file]).scenario is not None:
        assert [error.message for error in CHECKER.iter_errors(value)] == []


def test_the_body_fields_are_those_of_the_dialects() -> None:
    """A field that an API knows can be named in conditions."""
    found: set[str] = set()
    for dialect in dialects.load().values():
        document = dialect.openapi()
        for path, operations in document["paths"].items():
            if path.endswith("/chat/completions") and "post" in operations:
                form = operations["post"]["requestBody"]["content"]["application/json"]["schema"]
                name = form.get("$ref", "").rpartition("/")[2]
                found |= set((document["components"]["schemas"][name] if name else form)["properties"])
    assert sorted(found) == sorted(BODY_FIELDS)
