"""Loading raises nothing, whatever a file holds."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mockllm.scenario import load
from mockllm.scenario.file_models import ConversationEntry, DefaultsEntry, LimitEntry, RuleEntry, ScenarioFile
from mockllm.scenario.reply_models import CallEntry, ErrorEntry, PaceEntry, Percentiles, TimedReply, UsageEntry
from mockllm.scenario.shape import keys

MODELS = (
    ScenarioFile, DefaultsEntry, RuleEntry, ConversationEntry, LimitEntry, TimedReply, CallEntry, ErrorEntry, PaceEntry,
    Percentiles, UsageEntry,
)  # fmt: skip
KEYS = sorted({key for model in MODELS for key in keys(model)} | {"user", "tools", "header", "contains", "usr"})
ATOMS = (
    st.none() | st.booleans() | st.integers(-3, 500) | st.just(0.5)
    | st.integers(0, 400).flatmap(lambda digits: st.sampled_from([10**digits, -(10**digits)]))
    | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=4)
    | st.sampled_from(["a", "", "{{ turn }}", "{{ match.x }}", "/(?P<x>a)/", "/(/", "429", "2s", "slow", "yes", "token",
                       "rate_limited", "generate", "get_weather", "a:b", "٣", "9" * 400, "content-length"])
)  # fmt: skip
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3),
    max_leaves=12,
)
REPLIES = ATOMS | st.dictionaries(st.sampled_from(keys(TimedReply)), VALUES, max_size=4)
RULES = st.fixed_dictionaries(
    {}, optional={"when": VALUES, "reply": REPLIES, "replies": st.lists(REPLIES, max_size=3), "name": ATOMS}
)
FILES = st.fixed_dictionaries(
    {},
    optional={
        "rules": st.lists(RULES, max_size=3) | VALUES,
        "defaults": st.dictionaries(st.sampled_from(keys(DefaultsEntry)), VALUES, max_size=3) | VALUES,
        "conversations": st.lists(st.fixed_dictionaries({"turns": st.lists(REPLIES, max_size=3)}), max_size=2) | VALUES,
        "otherwise": REPLIES,
        "limits": VALUES,
        "include": VALUES,
    },
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None)
@given(FILES | VALUES, st.booleans())
def test_whatever_a_file_holds_there_are_findings_or_a_scenario(tmp_path: Path, value: Any, as_json: bool) -> None:
    """And every finding has a place in the file."""
    file = tmp_path / "w.yaml"
    text = json.dumps(value, indent=1) if as_json else yaml.safe_dump(value, sort_keys=False)
    file.write_text(text, encoding="utf-8")
    made = load([file])
    assert (made.scenario is None) == bool(made.errors)
    lines = text.split("\n")
    for finding in made.findings:
        assert finding.place.file == str(file)
        assert 1 <= finding.place.line <= len(lines)
        assert 1 <= finding.place.column <= len(lines[finding.place.line - 1]) + 1
        assert finding.text == finding.text.strip()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100, deadline=None)
@given(st.text(alphabet=st.sampled_from("rulesy: -[]{},&*!|>'\"\\\n\t#/%@x85u\x85\u2028\x00é"), max_size=60))
def test_whatever_characters_a_file_has(tmp_path: Path, text: str) -> None:
    """Be it YAML or not."""
    file = tmp_path / "w.yaml"
    file.write_text(text, encoding="utf-8", newline="")
    made = load([file])
    assert (made.scenario is None) == bool(made.errors)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30, deadline=None)
@given(st.lists(st.lists(st.integers(0, 7), max_size=3), min_size=1, max_size=8))
def test_whatever_files_include(tmp_path: Path, files: list[list[int]]) -> None:
    """Each other, themselves, and what is not there."""
    for place, others in enumerate(files):
        names = json.dumps([f"{other}.yaml" for other in others])
        (tmp_path / f"{place}.yaml").write_text(f"include: {names}\nrules: [{{when: {{user: u{place}}}, reply: x}}]\n")
    made = load([tmp_path / f"{place}.yaml" for place in range(len(files))])
    assert (made.scenario is None) == bool(made.errors)
    assert len(set(made.files)) == len(made.files)


def test_the_same_files_are_the_same_findings(tmp_path: Path) -> None:
    """In the same order, whatever the hashes of texts are."""
    text = "".join(
        f"  - {{when: {{usr{i}: a}}, replay: x, rpely: y, reply: {{a: 1, content: 2, error: 3}}}}\n" for i in range(5)
    )
    (tmp_path / "w.yaml").write_text("rules:\n" + text, encoding="utf-8")
    code = f"from mockllm.scenario import load; print(*load([{str(tmp_path)!r}]).findings, sep='\\n')"
    told = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(told) == 1


@pytest.mark.parametrize("module", ["yaml", "jinja2", "regex"])
def test_without_files_nothing_heavy_is_imported(module: str) -> None:
    """A server without scenarios starts as fast as ever."""
    code = f"import sys, mockllm.scenario; print({module!r} in sys.modules)"
    outcome = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert outcome.stdout.strip() == "False"
