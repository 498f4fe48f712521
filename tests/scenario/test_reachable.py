"""Rules that no request reaches."""

from pathlib import Path

import pytest
from scenario_files import found


def told(folder: Path, *rules: str, section: str = "rules") -> list[str]:
    return found(folder, f"{section}:\n" + "".join(f"  - {{{rule}}}\n" for rule in rules))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("reply: a", "when: {user: b}, reply: b"),
        ("when: {user: weather}, reply: a", "when: {user: the weather today}, reply: b"),
        ("when: {user: a}, reply: a", "when: {user: a, model: m}, reply: b"),
        ("when: {model: '*'}, reply: a", "when: {model: m}, reply: b"),
        ("when: {user: a}, replies: [a], after: cycle", "when: {user: a}, reply: b"),
        ("when: {user: a}, reply: a", "when: {user: a}, replies: [b], after: next"),
    ],
)
def test_a_rule_behind_one_that_takes_all_of_its_requests(tmp_path: Path, first: str, second: str) -> None:
    """Is an error with both places."""
    (line,) = told(tmp_path, f"name: one, {first}", f"name: two, {second}")
    assert line.startswith("3:5 error: no request reaches the rule 'two': 'one' at w.yaml:2 stands before it")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("when: {user: b}, reply: a", "reply: b"),
        ("when: {user: a, model: m}, reply: a", "when: {user: a}, reply: b"),
        ("when: {user: a}, replies: [a], after: next", "when: {user: a}, reply: b"),
        ("when: {user: the weather}, reply: a", "when: {user: weather}, reply: b"),
        ("when: {user: weather}, reply: a", "when: {system: the weather}, reply: b"),
    ],
)
def test_a_rule_that_has_requests_left(tmp_path: Path, first: str, second: str) -> None:
    """The narrower one stands first, or the first gives way."""
    assert told(tmp_path, f"name: one, {first}", f"name: two, {second}") == []


def test_conversations_shadow_conversations(tmp_path: Path) -> None:
    """Of which both look at the same message."""
    first = "name: one, when: {user: a}, turns: [x]"
    (line,) = told(tmp_path, first, "name: two, when: {user: ab}, turns: [x]", section="conversations")
    assert "'one' at w.yaml:2" in line
    other = "name: two, from: last_user, when: {user: ab}, turns: [x]"
    assert told(tmp_path, first, other, section="conversations") == []


def test_rules_with_conditions_do_not_shadow_conversations(tmp_path: Path) -> None:
    """They look at other messages; a rule for everything does."""
    talk = "conversations: [{name: talk, when: {user: a}, turns: [x]}]\n"
    assert found(tmp_path, "rules: [{name: one, when: {user: a}, reply: x}]\n" + talk) == []
    (line,) = found(tmp_path, "rules: [{name: one, reply: x}]\n" + talk)
    assert line.startswith("2:17 error: no request reaches the rule 'talk'")


def test_a_rule_with_bad_conditions_shadows_nothing(tmp_path: Path) -> None:
    """What it would take is not known."""
    (line,) = told(tmp_path, "when: {user: '/(/'}, reply: a", "when: {user: b}, reply: b")
    assert "cannot be read" in line
