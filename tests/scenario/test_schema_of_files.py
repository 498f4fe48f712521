"""The JSON Schema of the scenario file."""

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


@pytest.mark.parametrize(
    "text",
    ["ruls: []", "rules: [{replay: x}]", "rules: [{when: {usr: a}, reply: x}]", "rules: [{reply: 5}]",
     "rules: [{reply: {pace: {ttft: soon}, content: x}}]", "rules: [{reply: {error: rate_limitd}}]",
     "rules: [{reply: {tool_calls: [{a: {}, b: {}}]}}]"],
)  # fmt: skip
def test_bad_files_do_not(text: str) -> None:
    """What `check` refuses for its form, editors underline."""
    assert list(CHECKER.iter_errors(value_of(text)))


ATOMS = st.none() | st.booleans() | st.integers(-2, 500) | st.sampled_from(["a", "", "2s", "slow", "rate_limited", "5"])
VALUES = st.recursive(ATOMS, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(keys(ReplyEntry)), VALUES, min_size=1, max_size=3))
def test_what_is_loaded_fits_the_schema(tmp_path: Path, reply: dict[str, Any]) -> None:
    """The schema refuses nothing that is fine."""
    import json

    value = {"rules": [{"reply": reply}]}
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
