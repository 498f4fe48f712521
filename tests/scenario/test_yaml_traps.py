"""Warnings of what YAML reads in another way than it was meant."""

from pathlib import Path

import pytest
from scenario_files import found, loaded


def rule(when: str, reply: str) -> str:
    return f"rules:\n  - when: {when}\n    reply: {reply}\n"


@pytest.mark.parametrize(
    ("reply", "lost"), [("Issue #5 is fixed", "#5 is fixed"), ("We are number # 1", "# 1"), ("a  #b", "#b")]
)
def test_text_that_is_lost_to_a_comment(tmp_path: Path, reply: str, lost: str) -> None:
    """` #` begins a comment; the rest of the text is gone."""
    (told,) = found(tmp_path, rule("{user: a}", reply))
    assert told.startswith(f"3:12 warning: {lost!r} is a comment and no part of the text")


@pytest.mark.parametrize(
    "reply", ["Hello there  # a greeting", "Hello # one word", "'Issue #5'", "Issue#5", '"a" # b', "|\n      Issue #5"]
)
def test_comments_that_are_meant(tmp_path: Path, reply: str) -> None:
    """Two spaces before and one after it make a comment; quotes and blocks have none."""
    assert found(tmp_path, rule("{user: a}", reply)) == []


def test_a_comma_in_a_flow_mapping(tmp_path: Path) -> None:
    """It ends the value, and what follows is a key without one."""
    call = "{tool_calls: [{get_weather: {city: Oslo, Norway}}]}"
    (told,) = found(tmp_path, rule("{user: a}", call))
    assert told.startswith("3:53 warning: the comma before it makes `Norway` a key of its own, without a value;")


def test_a_comma_where_keys_are_known_is_one_error(tmp_path: Path) -> None:
    """What is wrong with the key and why it came to be are told together."""
    (told,) = found(tmp_path, rule("{user: a}", "{content: Oslo, Norway}"))
    assert told.startswith("3:28 error: `Norway` is no key of a reply")
    assert "the comma before it" in told


@pytest.mark.parametrize("word", ["yes", "no", "On", "off"])
def test_words_that_were_booleans_are_told_where_one_is_expected(tmp_path: Path, word: str) -> None:
    """In YAML 1.2 they are texts: an error where only a boolean is right, else a warning."""
    (told,) = found(tmp_path, rule("{user: a}", f"{{content: x, ignore_limits: {word}}}"))
    assert told.startswith("3:40 error: `ignore_limits` has to be true or false")
    assert f"in YAML 1.2 {word} is a text: write " in told
    (told,) = found(tmp_path, rule(f"{{logprobs: {word}}}", "x"))
    assert told.startswith(f"2:22 warning: `{word}` is a text in YAML 1.2")
    (told,) = found(tmp_path, rule(f"{{stream: {word}}}", "x"))
    assert told.startswith("2:20 error: `stream`")


def test_words_among_texts_are_not_told(tmp_path: Path) -> None:
    """A user may well say yes, and quotes say that a text is meant."""
    assert found(tmp_path, rule('{user: "yes", any_message: no, logprobs: "yes"}', "yes")) == []
    assert found(tmp_path, rule("{user: a}", "{json: {ok: 'no'}}")) == []


def test_a_colon_without_a_space(tmp_path: Path) -> None:
    """`user:hello` is a text, and as a key it is none that is known."""
    (told,) = found(tmp_path, rule("{user:hello}", "x"))
    assert told == "2:12 error: write a space after the colon, as in `user: …`"
    (told,) = found(tmp_path, rule("user:hello", "x"))
    assert told == "2:11 error: `when` has to be a mapping, and is 'user:hello' (a text); write a space after a colon"


def test_warnings_do_not_keep_a_file_from_being_played(tmp_path: Path) -> None:
    """Only errors do."""
    assert loaded(tmp_path, rule("{user: a}", "Issue #5")).scenario is not None
    assert loaded(tmp_path, rule("{user: a}", "{contend: Issue}")).scenario is None
