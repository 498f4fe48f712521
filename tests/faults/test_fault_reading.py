"""How faults are written: under `fault:`, in a header, behind a model's name; and what a wrong one is told."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockllm.core import Failure
from mockllm.faults import Mishap, Problem, from_text, names, read, suffix
from mockllm.faults.kinds import FAULTS


def problem(value: Any) -> str:
    """The only thing that is wrong, and where."""
    found = read(value)
    assert isinstance(found, list), found
    [(path, message)] = found
    return f"{'.'.join(map(str, path))}: {message}"


@pytest.mark.parametrize("name", names())
def test_every_fault_can_be_written_three_ways(name: str) -> None:
    """As a mapping, as a text, and as the only one of a list: they are the same."""
    example = FAULTS[name].example
    mapping = read({name: True if example == "true" else example})
    assert isinstance(mapping, Mishap)
    assert mapping == read(f"{name}={example}") == read([{name: True if example == "true" else example}])
    assert mapping.kind == name
    assert mapping.parts[0].fault.note


@pytest.mark.parametrize("name", names())
def test_a_name_alone_stands_for_the_fault_where_it_needs_no_value(name: str) -> None:
    """Otherwise an example shows what is missing."""
    found = read(name)
    if FAULTS[name].bare:
        assert isinstance(found, Mishap)
    else:
        assert found == [Problem((), f"{name} needs a value, such as {FAULTS[name].example}")]


@pytest.mark.parametrize(
    ("value", "same"),
    [
        ({"stall": {"after": "3 chunks", "for": "5s"}}, "stall=5s after 3 chunks"),
        ({"stall": 5}, {"stall": {"for": "5s"}}),
        ({"hang": {"after": "2 chunks"}}, "hang=2 chunks"),
        ({"truncate": {"after": "120 bytes"}}, {"truncate": "120 bytes"}),
        ({"drop": "after_headers"}, "drop"),
        ({"drop": True}, {"drop_after": "0 chunks"}),
        ({"empty": "content"}, "empty"),
        ({"invalid": "any"}, "invalid"),
        ({"drop_after": "1 chunk", "how": "reset"}, "drop_after=1chunks; how=reset"),
        ({"delay": "200ms", "rate": 0.5}, "delay=0.2; rate=0.5"),
    ],
)
def test_some_can_be_written_in_several_ways(value: Any, same: Any) -> None:
    """Shorter and longer."""
    one, other = read(value), read(same)
    assert isinstance(one, Mishap)
    assert isinstance(other, Mishap)
    assert [part.fault for part in one.parts] == [part.fault for part in other.parts]
    assert one.rate == other.rate


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, ": None has to be a fault's name, a mapping of names and values, or a list of those"),
        (True, ": True has to be a fault's name, a mapping of names and values, or a list of those"),
        ({"dellay": "2s"}, "dellay: unknown fault 'dellay'; there are "),
        ("drop_afetr=3 chunks", "; did you mean drop_after?"),
        ({"error_after": "9 bytes"}, "error_after: '9 bytes' may be inside a chunk; write so many chunks"),
        ({"drop_after": 3}, "drop_after: 3 says no place; write 3 chunks or 3 bytes"),
        ({"drop_after": "3 tokens"}, "drop_after: '3 tokens' says no place; write 3 chunks or 3 bytes"),
        ({"drop_after": "999999 chunks"}, "is more than 100000 chunks"),
        ({"delay": "5m"}, "delay: '5m' is no duration; write it in seconds or ms, like 0.2, 200ms or 2s"),
        ("delay=٣", "is no duration; write it in seconds or ms"),
        ("delay=٣s", "is no duration; write it in seconds or ms"),
        ("delay=1_0", "is no duration; write it in seconds or ms"),
        ("drop; rate=٠.٥", "is no number from 0 to 1"),
        ({"delay": 0}, "delay: 0 is not more than 0 and at most 3600 s"),
        ({"delay": 4000}, "delay: 4000 is not more than 0 and at most 3600 s"),
        ({"stall": {"after": "3 chunks"}}, "stall: `for` is missing, which says how long"),
        ({"stall": {"for": "5s", "at": 3}}, "stall.at: unknown key 'at'; known are for, after"),
        ({"stall": {"for": "5s", "after": 3}}, "stall.after: 3 says no place; write 3 chunks or 3 bytes"),
        ({"hang": {}}, "hang: `after` is missing, which says where"),
        ({"crlf": False}, "crlf: False says nothing here; write true, or leave the fault out"),
        ({"split": "utf-8"}, "split: 'utf-8' is none of utf8, data, bytes; did you mean utf8?"),
        ({"split": ["utf8"]}, "split: ['utf8'] is none of utf8, data, bytes"),
        ({"content_type": "html"}, "content_type: 'html' is no content type, such as text/html"),
        ({"content_type": "text/html\r\nx-a: b"}, "is no content type, such as text/html"),
        ({"comments": "two\nlines"}, "comments: 'two\\nlines' is no line of at most 200 characters"),
        ({"status_only": 999}, "status_only: 999 is no status from 200 to 599"),
        ({"drop": True, "rate": 2}, "rate: 2 is no number from 0 to 1"),
        ({"delay": "1s", "how": "reset"}, "how: `how` says how a connection ends, and goes with drop or drop_after"),
        ({"drop": True, "how": "rst"}, "how: 'rst' is none of close, reset"),
        ({"rate": 0.5}, ": there is no fault here; there are "),
        ([{"crlf": True}, {"delay": "x"}], "1.delay: 'x' is no duration"),
        ("429", ": 429 is an error, no fault; write `error: 429` in place of `fault`"),
        ({"rate_limited": True}, "rate_limited: rate_limited is an error, no fault; write `error: rate_limited`"),
        ({"drop": True, "hang": True}, ": drop and hang cannot happen together; choose one"),
        ({"split": "utf8", "coalesce": True}, ": split and coalesce cannot happen together"),
        ([{"split": "utf8"}, {"split": "data"}], ": split is there twice; choose one"),
        (["crlf", "crlf"], ": the same fault is there twice"),
        ([{"crlf": True, "delay": "1s", "rate": 0.5}], "0.rate: a rate goes with one fault here"),
    ],
)
def test_a_wrong_one_is_told_what_would_be_right(value: Any, said: str) -> None:
    """And where it stands."""
    assert said in problem(value)


def test_all_that_is_wrong_is_said_at_once() -> None:
    """In the order in which it is written."""
    found = read({"delay": "x", "drop": "now", "nothing": True})
    assert isinstance(found, list)
    assert [path for path, _ in found] == [("delay",), ("drop",), ("nothing",)]


def test_an_empty_list_has_no_fault() -> None:
    """So that somebody who thinks there is one learns that there is none."""
    assert isinstance(read([]), list)
    assert isinstance(read({}), list)
    assert isinstance(read(""), list)


def test_faults_that_happen_only_at_times_may_exclude_each_other() -> None:
    """Since they may never meet."""
    found = read([{"drop": True, "rate": 0.1}, {"hang": True, "rate": 0.2}])
    assert isinstance(found, Mishap)
    assert [(part.name, part.rate) for part in found.parts] == [("drop", 0.1), ("hang", 0.2)]
    assert found.rate == 1.0


@pytest.mark.parametrize(
    ("text", "failure"),
    [
        ("429", Failure(status=429)),
        ("rate_limited; retry_after=2s", Failure(name="rate_limited", retry_after_s=2.0)),
        ("503; message=try later", Failure(status=503, message="try later")),
        ("timeout", Failure(name="timeout")),
        ("invalid", Failure(name="invalid")),
    ],
)
def test_a_text_can_name_an_error(text: str, failure: Failure) -> None:
    """By number or name, with what belongs to it."""
    assert from_text(text) == failure


def test_an_error_can_have_faults_too() -> None:
    """It comes late, for example."""
    found = from_text("503; delay=2s")
    assert isinstance(found, Failure)
    assert [spoiler.rate for spoiler in found.manner.spoilers] == [1.0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "unknown fault ''; there are "),
        ("drop; drop", "'drop' is there twice"),
        ("200", "200 is an error, no fault"),
        ("429; rate=0.5", "rate: an error in a header or a model's name has none"),
        ("429; retry_after=soon", "retry_after: 'soon' is no duration"),
        ("drop; retry_after=2s", "retry_after: it goes with an error"),
        ("429; nonsense", "unknown fault 'nonsense'"),
        ("x" * 2000, "it has more than 1000 characters"),
    ],
)
def test_a_wrong_text_is_told_so(text: str, said: str) -> None:
    """In a text, since a header has one line to answer with."""
    found = from_text(text)
    assert isinstance(found, str)
    assert said in found


@pytest.mark.parametrize(
    ("model", "parts"),
    [
        ("gpt-4:mock-429", ("gpt-4", "429")),
        ("accounts/x/models/y:mock-rate_limited", ("accounts/x/models/y", "rate_limited")),
        ("llama:8b:mock-drop", ("llama:8b", "drop")),
        ("gpt-4", ("gpt-4", None)),
        ("gpt-4:mocking", ("gpt-4:mocking", None)),
    ],
)
def test_a_models_name_can_end_with_a_fault(model: str, parts: tuple[str, str | None]) -> None:
    """Whatever else is in it."""
    assert suffix(model) == parts


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(names()),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.text(max_size=3) | st.sampled_from([*names(), "rate", "how", "after", "for"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)


@given(json_values)
def test_whatever_stands_there_gets_an_answer(value: Any) -> None:
    """A mishap, or problems whose places are there."""
    found = read(value)
    assert isinstance(found, Mishap) or (found and all(isinstance(each, Problem) for each in found))


@given(st.text(max_size=30) | st.lists(st.sampled_from([*names(), "=", ";", "3 chunks", "429", "rate"])).map("".join))
def test_whatever_a_header_says_gets_an_answer(text: str) -> None:
    """No text is too strange."""
    assert isinstance(from_text(text), (Mishap, Failure, str))


@pytest.mark.parametrize("text", ["drop_after 3 chunks", "drop_after: 3 chunks", "crlf; drop_after 3 chunks"])
def test_a_value_without_its_sign(text: str) -> None:
    """Is told how it is written, in a scenario and in a header."""
    said = "a fault and its value are written drop_after=3 chunks, or as a mapping, {drop_after: 3 chunks}"
    found = read(text)
    assert isinstance(found, list)
    assert [problem.message for problem in found] == [said]
    assert said in str(from_text(text))
