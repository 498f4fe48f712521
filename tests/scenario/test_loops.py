"""Rules that would call a tool for ever."""

from pathlib import Path

import pytest
from scenario_files import found

ASK = "name: ask, when: {user: loop}, reply: {tool_calls: [{find_order: {id: 1}}]}"
TELL = "name: tell, when: {tool_result: find_order}, reply: done"


def told(folder: Path, *rules: str) -> list[str]:
    return found(folder, "rules:\n" + "".join(f"  - {{{rule}}}\n" for rule in rules))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (ASK, TELL),
        (ASK, "name: tell, when: {has_tool_result: true}, reply: done"),
        (ASK, "name: tell, when: {tool_result: {name: find_*, contains: id}}, reply: done"),
        (ASK, "name: tell, when: {tool_result: find_order, step: 2}, reply: done"),
        (ASK.replace("loop}", "loop, tools: find_order, turn: 1}"), TELL),
        ("name: ask, when: {user: loop}, replies: [{error: 503}, {tool_calls: [find_order]}]", TELL),
        ("name: ask, when: {user: loop}, replies: [{tool_calls: [find_order]}], after: cycle", TELL),
    ],
)
def test_a_rule_that_takes_the_results_of_its_own_calls(tmp_path: Path, first: str, second: str) -> None:
    """Is told, with what to do."""
    (line,) = told(tmp_path, first, second)
    assert line == (
        "2:5 warning: this calls find_order again after its result, so 'tell' at w.yaml:3 is never reached in a loop;"
        " add `has_tool_result: false` to its `when`, or put 'tell' first"
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (TELL, ASK),
        (ASK.replace("loop}", "loop, has_tool_result: false}"), TELL),
        (ASK.replace("loop}", "loop, step: 1}"), TELL),
        (ASK.replace("loop}", "loop, tool_result: {exists: false}}"), TELL),
        (ASK.replace("loop}", "loop, tool_result: other}"), TELL),
        (ASK, "name: tell, when: {tool_result: other}, reply: done"),
        (ASK, "name: tell, when: {user: other, tool_result: find_order}, reply: done"),
        (ASK, "name: tell, when: {user: other}, reply: done"),
        ("name: ask, when: {user: loop}, replies: [{tool_calls: [find_order]}, Found.]", TELL),
        ("name: ask, when: {user: loop}, replies: [{tool_calls: [find_order]}], after: next", TELL),
        ("name: ask, when: {user: loop}, reply: {tool_calls: ['{{ user }}']}", TELL),
    ],
)
def test_rules_that_end_are_not_told(tmp_path: Path, first: str, second: str) -> None:
    """The result comes to another rule, or nothing sure is known."""
    assert told(tmp_path, first, second) == []


def test_a_rule_before_them_may_end_it(tmp_path: Path) -> None:
    """It takes the result first."""
    last = "name: last, when: {user: loop, tool_result: find_order}, reply: x"
    assert [line for line in told(tmp_path, TELL, ASK, last) if "again after" in line] == []


def test_many_rules_are_looked_at_quickly(tmp_path: Path) -> None:
    """Each caller finds its tool's rules by name; what is told is one for each."""
    rules = [f"when: {{user: loop {n}}}, reply: {{tool_calls: [t{n}]}}" for n in range(300)]
    rules += [f"when: {{tool_result: t{n}}}, reply: x" for n in range(300)]
    assert len(told(tmp_path, *rules)) == 300
