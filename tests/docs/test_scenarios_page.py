"""The page about scenario files names every key, and its examples are fine."""

import re
import shlex
from pathlib import Path

import pytest
from pydantic import BaseModel

from mockllm.cli.commands import COMMANDS
from mockllm.core import FAILURES
from mockllm.pace import NAMED
from mockllm.scenario import load
from mockllm.scenario.file_models import ConversationEntry, DefaultsEntry, LimitEntry, RuleEntry, ScenarioFile
from mockllm.scenario.reply_models import (
    CallEntry,
    ErrorEntry,
    GenerateEntry,
    MannerEntry,
    PaceEntry,
    Percentiles,
    ReplyEntry,
    TimedReply,
    TurnEntry,
    UsageEntry,
)
from mockllm.scenario.shape import keys

PAGE = (Path(__file__).parent.parent.parent / "docs" / "scenarios.md").read_text()
SECTIONS = dict(re.findall(r"^(#{2,3} [^\n]+)\n(.*?)(?=^#{2,3} |\Z)", PAGE, re.DOTALL | re.MULTILINE))
EXAMPLES = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def named(*titles: str) -> set[str]:
    """The names in the first column of the tables below some headings."""
    rows = [row for title in titles for row in re.findall(r"^\| (`.*?) \|", SECTIONS[title], re.MULTILINE)]
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


REPLY = ("### What is said", "### How it is given", "## Errors")


@pytest.mark.parametrize(
    ("titles", "model"),
    [
        (("## The file",), ScenarioFile),
        (("## Rules",), RuleEntry),
        (("## Conversations",), ConversationEntry),
        (("## Defaults",), DefaultsEntry),
        (("## Limits",), LimitEntry),
        (("### Pace",), PaceEntry),
        (("### Calls of tools",), CallEntry),
        (REPLY, ReplyEntry),
    ],
)
def test_the_tables_have_every_key(titles: tuple[str, ...], model: type[BaseModel]) -> None:
    """And no other, but for those of a mapping that is told in the same section."""
    beside = {
        ReplyEntry: set(keys(ErrorEntry)),
        ConversationEntry: {"expect", "reply", "replies"},
    }.get(model, set())
    assert named(*titles) - beside == set(keys(model)) - beside


@pytest.mark.parametrize(
    ("title", "model"),
    [
        ("## Errors", ErrorEntry),
        ("### Pace", Percentiles),
        ("### What is said", UsageEntry),
        ("### What is said", GenerateEntry),
        ("### How it is given", MannerEntry),
    ],
)
def test_small_mappings_are_told(title: str, model: type[BaseModel]) -> None:
    """Each of their keys is on the page, in its section."""
    told = SECTIONS[title] + SECTIONS["### What is said"]
    assert [key for key in keys(model) if not re.search(rf"\b{key}\b", told)] == []


def test_what_comes_beside_the_keys_of_a_reply_is_told() -> None:
    """`times` among replies; `expect`, `reply` and `replies` of a turn."""
    assert set(keys(TimedReply)) - set(keys(ReplyEntry)) == {"times"}
    assert "`times`" in SECTIONS["## Rules"]
    assert set(keys(TurnEntry)) - set(keys(ReplyEntry)) == {"expect", "reply", "replies"} <= named("## Conversations")


def test_all_errors_and_paces_are_named() -> None:
    """By the names that files may use."""
    assert [name for name in FAILURES if f"`{name}`" not in SECTIONS["## Errors"]] == []
    assert [name for name in NAMED if f"`{name}`" not in SECTIONS["### Pace"]] == []


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_are_fine(tmp_path: Path, example: str) -> None:
    """Each is a file in which nothing is found."""
    file = tmp_path / "w.yaml"
    file.write_text(example, encoding="utf-8")
    assert [str(finding) for finding in load([file]).findings] == []


def test_the_commands_are_ours() -> None:
    """With the commands that there are."""
    (block,) = re.findall(r"^```sh\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    words = [shlex.split(line, comments=True) for line in block.splitlines()]
    assert {name for name, *_ in words} == {"mockllm"}
    assert all(command in COMMANDS.commands for _, command, *_ in words)


TRAPS = [row.split(" | ") for row in re.findall(r"^\| (`.*) \|$", SECTIONS["## YAML, and its traps"], re.MULTILINE)]


@pytest.mark.parametrize(("written", "said"), [(row[0], row[-1]) for row in TRAPS])
def test_the_traps_are_told_as_the_page_says(tmp_path: Path, written: str, said: str) -> None:
    """A warning or an error for each."""
    text = written.strip("`")
    if text.startswith("reply"):
        whole = f"rules:\n  - {text}\n"
    elif "city" in text:
        inner = text if text.startswith("{") else f"\n            {text}"
        whole = f"rules:\n  - reply:\n      tool_calls:\n        - f: {inner}\n"
    else:
        whole = f"rules:\n  - reply: x\n    when:\n      {text}\n"
    file = tmp_path / "w.yaml"
    file.write_text(whole, encoding="utf-8")
    (finding,) = load([file]).findings
    assert finding.level in said
