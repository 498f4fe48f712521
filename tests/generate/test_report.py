"""Results of functions are told in sentences that hold their values."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.generate.report import facts_of, report
from mockllm.generate.topics import Topic
from mockllm.generate.turn import Result

OSLO = Topic("the", "weather in Oslo")


def told(*results: Any, topics: tuple[Topic, ...] = (OSLO,), number: float = 0.0) -> str:
    """The report of results of `get_weather`; a text stands for itself."""
    found = [result if isinstance(result, str) else json.dumps(result) for result in results]
    return report([Result(tool="get_weather", text=text) for text in found], topics, lambda: number)


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ("4 degrees", "As for the weather in Oslo: 4 degrees."),
        ("It is 4 degrees.", "As for the weather in Oslo: It is 4 degrees."),
        (4, "As for the weather in Oslo: 4."),
        (4.5, "As for the weather in Oslo: 4.5."),
        (False, "As for the weather in Oslo: false."),
        ({"temp_c": 4}, "As for the weather in Oslo: temp c is 4."),
        (
            {"temp_c": 4, "sky": "grey", "ok": True},
            "As for the weather in Oslo: temp c is 4, sky is grey and ok is true.",
        ),
        ({"wind": {"speed": 3, "from": None}}, "As for the weather in Oslo: wind speed is 3 and wind from is empty."),
        ({"days": ["Mon", "Tue"]}, "As for the weather in Oslo: days: Mon and Tue."),
        ([{"t": 1}, {"t": 2}], "As for the weather in Oslo: there are 2 results: (t 1) and (t 2)."),
        (["a"], "As for the weather in Oslo: there is 1 result: a."),
        ({}, "The weather call came back empty, so there is nothing to report on the weather in Oslo."),
        ("", "The weather call came back empty, so there is nothing to report on the weather in Oslo."),
        ([], "The weather call came back empty, so there is nothing to report on the weather in Oslo."),
        ({"error": "no such city"}, "The weather call did not work: no such city."),
        ({"error": {"code": 7, "message": "Gone."}}, "The weather call did not work: Gone."),
        ({"error": True, "message": "slow"}, "The weather call did not work: slow."),
        ({"error": None, "t": 4}, "As for the weather in Oslo: error is empty and t is 4."),
        ("Error: no such city", "The weather call did not work: Error: no such city."),
        ("Traceback (most recent call last)", "The weather call did not work: Traceback (most recent call last)."),
        ("no errors here", "As for the weather in Oslo: no errors here."),
    ],
)
def test_one_result_is_told_in_one_sentence(result: Any, said: str) -> None:
    """Values as they are, the fields of objects by name, failures as such."""
    assert told(result) == said


def test_several_results_are_told_one_after_the_other() -> None:
    """Each with what it is about."""
    results = [
        Result(tool="get_weather", text='{"t": 4}'),
        Result(tool="get_local_time", text="14:05"),
        Result(tool="send", text="Error"),
        Result(tool="", text="null"),
    ]
    assert report(results, (), lambda: 0.99) == (
        "From weather: t is 4. From local time: 14:05. The send call did not work: Error. "
        "The function call came back empty."
    )


def test_the_lead_is_drawn() -> None:
    """And does without a topic where there is none."""
    assert len({told("4", number=number) for number in (0.0, 0.5, 0.9)}) == 3
    assert told("4 degrees", topics=()) == "Here is what I found: 4 degrees."


def test_facts_are_what_results_say_alone() -> None:
    """For whoever needs them in a field."""
    assert facts_of([Result(tool="f", text='{"t": 4}'), Result(tool="g", text="warm")]) == "t is 4. warm."


def test_long_results_are_shortened() -> None:
    """Whatever is long about them."""
    for result in ("word " * 100_000, ["x" * 1000] * 1000, {f"k{n}": "y" * 1000 for n in range(1000)}, "[" * 100_000):
        assert len(told(result)) < 4000
    assert told("x" * 1_000_000).endswith("…")


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(results=st.lists(st.text() | anything.map(json.dumps), min_size=1, max_size=3))
def test_whatever_comes_back_is_told(results: list[str]) -> None:
    """In text that can be sent, one line for each."""
    said = told(*results)
    assert said
    assert said.encode()
    assert "\n" not in said
