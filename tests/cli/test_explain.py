"""`mockllm explain`: the story of a request, from a file or from a running server."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from mockllm.cli import main
from mockllm.cli.explain import happened

SCENARIO = """\
rules:
  - name: ask for the weather
    when: {user: weather, tools: [get_weather], has_tool_result: false}
    reply: {tool_calls: [{get_weather: {city: Oslo}}]}
  - name: report it
    when: {tool_result: get_weather}
    expect: {temperature: {lte: 0.3}}
    reply: Four degrees.
"""
MODEL = "accounts/fireworks/models/llama-v3p3-70b-instruct"
TOOL = {"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object", "properties": {}}}}


def run(*argv: str) -> tuple[int, str]:
    out = io.StringIO()
    return main(argv, {}, out), out.getvalue()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a scenario."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mockllm.yaml").write_text(SCENARIO)
    return tmp_path


def request(folder: Path, text: str, **fields: Any) -> str:
    body = {"model": MODEL, "messages": [{"role": "user", "content": text}], **fields}
    (folder / "request.json").write_text(json.dumps(body))
    return "request.json"


def test_the_rule_that_answers(folder: Path) -> None:
    """The first line says it, and each rule's look follows."""
    code, text = run("explain", request(folder, "the weather, please", tools=[TOOL]))
    assert code == 0
    assert text == (
        '"ask for the weather" (mockllm.yaml:2) answers\n'
        "  → mockllm.yaml:2 'ask for the weather'\n"
        "  ✗ mockllm.yaml:5 'report it': tool_result.name wanted get_weather, got absent"
        " (the request has no tool result)\n"
        "→ answers   ✗ does not match\n"
    )


def test_the_nearest_miss(folder: Path) -> None:
    """With every field that differs."""
    code, text = run("explain", request(folder, "The Weather, please", tools=[TOOL]))
    assert code == 1
    first = text.splitlines()[0]
    assert first.startswith('no rule matches; nearest "ask for the weather" (mockllm.yaml:2): user wanted')
    assert "write /weather/i" in first
    assert first.endswith("; the request is refused")


def test_an_expectation_that_is_not_met(folder: Path) -> None:
    """The rule matches, and says what it expects."""
    call = {"id": "c", "type": "function", "function": {"name": "get_weather", "arguments": "{}"}}
    story = [
        {"role": "user", "content": "x"},
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": "4"},
    ]
    code, text = run("explain", request(folder, "", messages=story, tools=[TOOL]))
    assert code == 0
    assert text.startswith('"report it" (mockllm.yaml:5) expects otherwise: temperature wanted <= 0.3, got absent')
    assert text.splitlines()[0].endswith("; the request is refused")
    assert text.endswith("→ refuses   ✗ does not match\n")
    assert "expects otherwise: temperature wanted <= 0.3, got absent" in text


def test_limits_are_told_of(folder: Path) -> None:
    """With what is left of them, before the rules; those for others are left out."""
    (folder / "mockllm.yaml").write_text(
        "limits:\n"
        "  - {name: free tier, requests: 60, tokens: 900}\n"
        "  - {when: {model: other}, requests: 1}\n"
        "  - {requests: 5}\n"
        "rules: [{name: a, reply: x}]\n"
    )
    code, text = run("explain", request(folder, "x"))
    assert code == 0
    assert text == (
        '"a" (mockllm.yaml:5) answers\n'
        "  ✓ limit free tier: 60 of 60 requests and 900 of 900 tokens left\n"
        "  ✓ limit mockllm.yaml:4: 5 of 5 requests left\n"
        "  → mockllm.yaml:5 'a'\n"
        "→ answers   ✓ leaves room\n"
    )
    told = json.loads(run("explain", "--json", request(folder, "x"))[1])
    assert told["limits"][1] == {"limit": "limit mockllm.yaml:4", "requests": {"left": 5, "of": 5}, "wait_s": 0.0}


def test_what_the_service_refuses(folder: Path) -> None:
    """Before any rule is tried."""
    code, text = run("explain", request(folder, "x", temperature=9))
    assert code == 1
    assert text.startswith("refused before any rule is tried: temperature: ")
    _, text = run("explain", request(folder, "x", mdel=1))
    assert "mdel: Extra inputs are not permitted (mdel is no field of Fireworks: did you mean model?" in text


def test_what_the_service_refuses_is_told_in_words(folder: Path) -> None:
    """Those of the service, and what to change; never our own code for it."""
    body = {"model": "nobody-knows", "messages": [{"role": "user", "content": "x"}]}
    (folder / "r.json").write_text(json.dumps({"dialect": "gateway", "body": body}))
    code, text = run("explain", "r.json")
    assert code == 1
    assert text.startswith("refused before any rule is tried: Unable to determine provider for model.")
    assert "(add a provider prefix such as openai/" in text
    assert "no_provider" not in text


def test_as_data(folder: Path) -> None:
    """For other tools."""
    code, text = run("explain", "--json", request(folder, "the weather, please", tools=[TOOL]))
    told = json.loads(text)
    assert code == 0
    assert told["answered"] == "ask for the weather"
    assert [rule["matches"] for rule in told["rules"]] == [True, False]
    assert told["rules"][1]["differences"][0]["field"] == "tool_result.name"


def test_a_request_with_headers(folder: Path) -> None:
    """Stands beside its body; the dialect may be another one than the server's."""
    (folder / "mockllm.yaml").write_text(
        "rules: [{name: a, when: {header: {x-case: '1'}, dialect: gateway}, reply: x}]"
    )
    body = {"model": "gpt-4o", "messages": [{"role": "user", "content": "x"}]}
    wrapped = {"dialect": "gateway", "headers": {"X-Case": "1"}, "query": "provider=openai", "body": body}
    (folder / "r.json").write_text(json.dumps(wrapped))
    told = "\"a\" (mockllm.yaml:1) answers\n  → mockllm.yaml:1 'a'\n→ answers\n"
    assert run("explain", "r.json") == (0, told)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ((), "name a file with a request, or say --last"),
        (("gone.json",), "gone.json: cannot be read"),
        (("bad.json",), "bad.json: is no JSON"),
        (("list.json",), "list.json: holds no object"),
        (("--last", "--port", "1"), "no server answers at http://127.0.0.1:1"),
    ],
)
def test_wrong_use_is_told(folder: Path, capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], said: str) -> None:
    """In one line, with status 2."""
    (folder / "bad.json").write_text("{")
    (folder / "list.json").write_text("[]")
    assert run("explain", *argv)[0] == 2
    assert said in capsys.readouterr().err


def test_what_happened_is_told_before_what_would_come_now() -> None:
    """As the log has it: the same request may get something else, since replies take turns."""
    seen = {
        "method": "POST", "path": "/v1/chat/completions", "status": 429, "namespace": "a", "rule": "busy",
        "turn": None, "reply": 2, "refused": None, "note": "dropped after 3 chunks, on purpose", "client_left": True,
    }  # fmt: skip
    assert happened(seen) == (
        'POST /v1/chat/completions 429 [a] "busy" reply 2 dropped after 3 chunks, on purpose;'
        " the client left before the end"
    )
    nothing = {**seen, "status": 0, "namespace": None, "rule": None, "reply": None, "note": None, "client_left": False}
    assert happened({**nothing, "refused": "no rule matches"}) == "POST /v1/chat/completions - no rule matches"
