"""The examples of docs/extras.md show what really comes back."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from asgi_client import call

from mockllm.server import build
from mockllm.settings import Settings

PAGE = (Path(__file__).parent.parent.parent / "docs" / "extras.md").read_text()
EXAMPLES = re.findall(r"^```console\n\$ (curl [^\n]*)\n```\n\n```json\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
APP = build(Settings(clock="frozen", speed=None))


def answers(command: str) -> list[Any]:
    """The bodies that a curl line brings: one, or the chunks of a stream."""
    words = shlex.split(command)
    path = words[1].removeprefix("http://127.0.0.1:4242")
    got = call(APP, path, words[words.index("-d") + 1].encode(), headers={"content-type": "application/json"})
    assert got.status == 200, got.text
    if got.headers["content-type"].startswith("application/json"):
        return [json.loads(got.body)]
    return [json.loads(event[6:]) for event in got.text.split("\n\n") if event.startswith("data: {")]


def shows(part: Any, whole: Any) -> bool:
    """Whether a part has the keys and the order of the whole, lists of its lengths, and values of its types.

    An object of nothing but log probabilities goes by tokens, and a list of integers is as long as a token or a
    prompt, which is the generator's affair.
    """
    if isinstance(part, dict):
        if isinstance(whole, dict) and {type(value) for value in (*part.values(), *whole.values())} == {float}:
            return True
        if not isinstance(whole, dict) or not part.keys() <= whole.keys():
            return False
        order = [key for key in whole if key in part]
        return order == list(part) and all(shows(part[key], whole[key]) for key in part)
    if isinstance(part, list):
        if isinstance(whole, list) and {type(value) for value in (*part, *whole)} == {int}:
            return True
        return isinstance(whole, list) and len(part) == len(whole) and all(map(shows, part, whole))
    return type(part) is type(whole)


@pytest.mark.parametrize(("command", "part"), EXAMPLES, ids=[str(place) for place in range(len(EXAMPLES))])
def test_an_example_shows_what_comes_back(command: str, part: str) -> None:
    """Keys, their order, and the kinds of values; words and numbers are the generator's affair."""
    assert any(shows(json.loads(part), answer) for answer in answers(command))


def test_every_extra_has_an_example() -> None:
    """So that a change of the page's form doesn't leave it untested."""
    commands = " ".join(command for command, _ in EXAMPLES)
    for field in (
        '"logprobs": 1', '"logprobs": true', "openai/gpt-4o", "echo_last", "return_token_ids", "raw_output",
        "perf_metrics_in_response", "prediction",
    ):  # fmt: skip
        assert field in commands
    assert len(EXAMPLES) == PAGE.count("```json") == PAGE.count("```console")
