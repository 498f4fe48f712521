"""Conditions that no request can meet."""

from pathlib import Path

import pytest
from scenario_files import found


def told(folder: Path, when: str) -> list[str]:
    return found(folder, f"rules:\n  - when: {when}\n    reply: x\n")


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("{dialect: openai}", "2:21 error: there is no dialect 'openai'; there are fireworks and gateway"),
        ("{dialect: Fireworks}", "2:21 error: there is no dialect 'Fireworks'; did you mean fireworks?"),
        ("{dialect: [gateway, openai]}", "2:31 error: there is no dialect 'openai'"),
        ("{dialect: {not: openai}}", "2:27 error: there is no dialect 'openai'"),
        ("{dialect: open*}", "2:21 error: there is no dialect 'open*'"),
        ("{response_format: json}", "2:29 error: there is no format 'json'; did you mean json_object or json_schema?"),
        ("{response_format: json_objekt}", "2:29 error: there is no format 'json_objekt'; did you mean json_object?"),
        ("{step: 0}", "2:18 error: `step` counts from 1, so no request has this"),
        ("{step: {lt: 1}}", "2:23 error: `step` counts from 1"),
        ("{turn: -1}", "2:18 error: `turn` counts from 1"),
        ("{turn: 0}", "2:18 warning: turn 0 is a request without any user message; the first turn is 1"),
        ("{tool_choice: Auto}", "2:25 warning: 'Auto' is taken for the name of a tool; did you mean auto?"),
        ("{tool_choice: any}", "2:25 warning: 'any' is taken for the name of a tool; did you mean required?"),
    ],
)
def test_a_word_that_there_is_not(tmp_path: Path, when: str, expected: str) -> None:
    """Is told with those that there are."""
    (line,) = told(tmp_path, when)
    assert line.startswith(expected)


@pytest.mark.parametrize(
    "when",
    ["{dialect: fireworks}", "{dialect: fire*}", "{dialect: /^f/}", "{dialect: {contains: fire}}",
     "{response_format: [text, json_object, json_schema, grammar]}", "{response_format: json_*}",
     "{turn: 1, step: {gte: 1}}", "{turn: {lte: 1}, step: {lt: 2}}", "{tool_choice: required}",
     "{tool_choice: get_weather}", "{tool_choice: any, tools: [any]}"],
)  # fmt: skip
def test_words_that_there_are(tmp_path: Path, when: str) -> None:
    """Nothing is said of them."""
    assert told(tmp_path, when) == []


def test_limits_and_expectations_too(tmp_path: Path) -> None:
    """Wherever there are conditions."""
    text = "limits: [{requests: 1, when: {dialect: x}}]\nrules: [{reply: x, expect: {step: 0}}]"
    assert [line[:10] for line in found(tmp_path, text)] == ["1:40 error", "2:35 error"]
