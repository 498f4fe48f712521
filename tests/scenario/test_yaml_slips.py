"""Slips that YAML's reader stumbles over later, or tells of in its own words."""

import pytest

from mockllm.scenario.file_models import RuleEntry
from mockllm.scenario.wording import unknown_key
from mockllm.scenario.yaml_text import read_yaml


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "a: {user: color #fff}\nb: c\n",
            "1:17: error: a # behind a space begins a comment, so that what opens at 1:4",
        ),
        ("a: [x, color #fff]", "1:14: error: a # behind a space begins a comment, so that what opens at 1:4"),
        ("a: {user: 'don't'}", "1:16: error: the text in quotes ends before this; an apostrophe within '…' is written"),
        (
            "a: {user: what is {x}}",
            "1:11: error: a text with { in it has to be in quotes between braces: 'what is {x}'",
        ),
        ("a: {b: c}}", "1:10: error: this } closes nothing that is open; leave it out, or put the text that it ends"),
        (
            "a: {$.messages[0].content: x}",
            "1:5: error: a text with [ in it has to be in quotes between braces: '$.messa",
        ),
        ("r:\n  - when: {}\n    reply:hi\n", "3:5: error: write a space after the colon: `reply: …`"),
        ("r:\n  - reply:hi\n    when: {}\n", "2:5: error: write a space after the colon: `reply: …`"),
        ("r:\n  - a: b\n    reply:hi\n  - a: b\n", "3:5: error: write a space after the colon: `reply: …`"),
        ("r:\n  - a: b\n  -name: b\n    c: d\n", "3:3: error: write a space after the hyphen that begins an item of"),
        ("r:\n  -name: b\n   reply: z\n", "2:3: error: write a space after the hyphen that begins an item of a list:"),
    ],
)
def test_a_slip_is_told_where_it_is(text: str, expected: str) -> None:
    """With what to do."""
    (finding,) = read_yaml(text, "w.yaml").findings
    assert str(finding).startswith(f"w.yaml:{expected}")


@pytest.mark.parametrize(
    ("text", "whole"), [("{user: color #fff}", "'color #fff'"), ("{a: b, user: x #1, c: d}", "'x #1'")]
)
def test_the_text_with_the_sign_is_shown(text: str, whole: str) -> None:
    """As it would be right."""
    (finding,) = read_yaml(f"a: {text}", "w.yaml").findings
    assert finding.text.endswith(f"as in {whole}")


@pytest.mark.parametrize("text", ["a: {b: c  # d\n  }", "a: 'it''s'", "a: http://x/#y", "-a: b"])
def test_what_is_yaml_is_no_slip(text: str) -> None:
    """Comments between braces, too."""
    assert read_yaml(text, "w.yaml").findings == ()


def test_a_list_without_spaces_is_told_as_one() -> None:
    """It is a mapping with strange keys."""
    assert unknown_key(RuleEntry, "-name").endswith("write a space after the hyphen that begins an item of a list:"
                                                    " `- name: …`")  # fmt: skip
