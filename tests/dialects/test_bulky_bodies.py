"""Bodies with thousands of parts and faults are read as small ones are: nothing is lost, invented or broken."""

import json
from typing import Any

import pytest
from asgi_client import Got, call

from mockllm.server import build
from mockllm.settings import Settings

APP = build(Settings(clock="frozen", speed=None))
FIREWORKS = "/inference/v1/chat/completions"
GATEWAY = "/chat/completions"
HI = {"role": "user", "content": "hi"}
COMMAS = "1," * 140_000
"""So many commas that a body counts as bulky, though it has few parts."""


def ask(path: str, body: dict[str, Any], level: str = "contract") -> Got:
    model = "openai/gpt-4o" if path == GATEWAY else "accounts/fireworks/models/gpt-oss-120b"
    headers = {"content-type": "application/json", "x-mockllm-fidelity": level}
    return call(APP, path, json.dumps({"model": model, "messages": [HI], **body}).encode(), headers=headers)


def prompt_tokens(got: Got) -> int:
    assert got.status == 200, got.text[:500]
    tokens: int = json.loads(got.body)["usage"]["prompt_tokens"]
    return tokens


@pytest.mark.parametrize("spoilt", [{"temperature": "hot"}, {"n": []}, {"seed": "x"}, {"logit_bias": {"1": "x"}}])
def test_a_field_behind_a_thousand_faults_is_still_known_to_be_spoilt(spoilt: dict[str, Any]) -> None:
    """What is left out of a report must not pass for sound."""
    body = {"messages": [HI, *[5] * 1001], **spoilt}
    assert ask(GATEWAY, body, "lenient").status == 200
    assert ask(FIREWORKS, body, "lenient").status == 200
    last = json.loads(ask(FIREWORKS, body).body)["detail"][-1]["loc"]
    assert last[1] == next(iter(spoilt))


@pytest.mark.parametrize(
    "spoilt", [{"thinking": {"type": "enabled", "budget_tokens": "x"}}, {"reasoning_effort": ["low"]}]
)
def test_rules_do_not_read_what_failed_behind_a_thousand_faults(spoilt: dict[str, Any]) -> None:
    """They rely on fields that are sound."""
    assert ask(FIREWORKS, {"messages": [HI, *[5] * 1001], **spoilt}).status == 422


def test_a_spoilt_entry_past_the_beginning_is_found() -> None:
    """Leniently its field is left out, too."""
    bias = {str(token): 1 for token in range(30_000)} | {"20000": "boom"}
    assert ask(GATEWAY, {"n": 0, "logit_bias": bias}, "lenient").status == 200
    assert ask(FIREWORKS, {"n": 0, "logit_bias": bias}, "lenient").status == 200


def test_no_message_is_lost_leniently() -> None:
    """Whatever else is wrong in a bulky body."""
    body = {"messages": [HI] * 101, "user": COMMAS}
    assert prompt_tokens(ask(FIREWORKS, {**body, "store": True}, "lenient")) == prompt_tokens(ask(FIREWORKS, body))


def test_sound_messages_behind_spoilt_ones_are_answered_leniently() -> None:
    """As in a small body."""
    body = {"messages": [*[{"role": "user", "content": 5}] * 60, HI]}
    small = ask(FIREWORKS, body, "lenient")
    assert small.status == ask(FIREWORKS, {**body, "user": COMMAS}, "lenient").status == 200


def test_no_fault_is_invented() -> None:
    """A tool that stands past the beginning of a bulky body is there all the same."""
    tools = [{"type": "function", "function": {"name": f"f{number}"}} for number in range(70)]
    body = {"tools": tools, "tool_choice": {"type": "function", "function": {"name": "f60"}}, "n": 0, "user": COMMAS}
    assert json.loads(ask(GATEWAY, body).body)["error"] == "n must be at least 1, got 0"


def test_many_faults_beside_many_broken_rules() -> None:
    """Each is reported, in reasonable time."""
    messages = [*[{"role": "x"}] * 9000, *[{"role": "x", "name": 5}] * 999]
    assert ask(FIREWORKS, {"messages": messages}).status == 422
