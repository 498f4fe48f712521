"""Which functions are called, and when a model stops calling."""

import json
from typing import Any

import pytest
from acting import FINAL, TIME, WEATHER, act, after, asked, called, calls_of, replies, reply, text_of
from asking import question

from mockllm.core import Message, Sampling, Tool
from mockllm.generate.arguments import object_schema, write

PARIS = "What is the weather in Paris in celsius?"
BOTH = "Weather in Paris, time in Tokyo?"
FOUR = '{"city": "Paris", "temp_c": 4, "sky": "cloudy"}'
RESULTS = {"get_weather": FOUR, "get_local_time": "14:05"}


def test_a_function_is_called_with_what_the_message_says() -> None:
    """In JSON with a space behind commas and colons."""
    (call,) = calls_of(reply(asked(PARIS, TIME, WEATHER)))
    assert (call.id, call.name, call.arguments) == (None, "get_weather", '{"city": "Paris", "unit": "celsius"}')


def test_a_call_has_no_text_beside_it() -> None:
    """Nor has a message without calls lost its text."""
    assert text_of(reply(asked(PARIS, WEATHER))) == ""
    assert text_of(reply(asked("Explain how tides work.", WEATHER))) != ""


@pytest.mark.parametrize("text", ["Hello", "Thanks!", "Explain how tides work.", "", None])
def test_auto_answers_in_words_what_no_function_is_for(text: str | None) -> None:
    """Small talk and other subjects."""
    answer = reply(asked(text, WEATHER, TIME))
    assert answer.calls == ()
    assert text_of(answer)


def test_none_answers_in_words_whatever_is_asked() -> None:
    """Even what a function would be for."""
    answer = reply(asked(PARIS, WEATHER, mode="none"))
    assert answer.calls == ()
    assert text_of(answer)


def test_several_are_called_at_once_where_the_message_asks_for_several() -> None:
    """Each takes its values from its part of the message."""
    city = Tool(name="get_time", parameters=WEATHER.parameters)
    calls = calls_of(reply(asked("Weather in Paris, time in Tokyo?", WEATHER, city)))
    assert [(call.name, json.loads(call.arguments)["city"]) for call in calls] == [
        ("get_weather", "Paris"),
        ("get_time", "Tokyo"),
    ]


@pytest.mark.parametrize("mode", ["auto", "required"])
def test_without_parallel_calls_it_is_one_at_a_time(mode: str) -> None:
    """And the other in the next step."""
    run = act(asked(BOTH, WEATHER, TIME, mode=mode, parallel_tool_calls=False), RESULTS, most=2)
    assert [[call.name for call in step] for step in run.steps] == [["get_weather"], ["get_local_time"]]


def test_the_named_function_is_called_once() -> None:
    """Whatever the message says, and even if it was called before."""
    request = asked(BOTH, WEATHER, TIME, mode="named", name="get_local_time")
    assert called(reply(request)) == ["get_local_time"]
    again = after(request, ("get_local_time", '{"zone": "Tokyo", "hours": 3}', "14:05"))
    assert called(reply(again)) == ["get_local_time"]


def test_required_calls_something_for_any_message() -> None:
    """What the message touches, an output function before what it does not, else the first."""
    assert called(reply(asked("Hello", TIME, WEATHER, mode="required"))) == ["get_local_time"]
    assert called(reply(asked("Hello", TIME, WEATHER, FINAL, mode="required"))) == ["final_result"]
    assert called(reply(asked(PARIS, TIME, WEATHER, FINAL, mode="required"))) == ["get_weather"]
    touching = Tool(name="plan_trip", description="Plans a journey to a city")
    assert called(reply(asked("A city!", FINAL, TIME, touching, mode="required"))) == ["plan_trip"]


@pytest.mark.parametrize("name", ["final_result", "final_answer", "submit_report", "output", "response", "respond"])
def test_required_prefers_an_output_function_to_an_unrelated_one(name: str) -> None:
    """Vague words relate nothing; in a first turn a function that is asked for comes before it."""
    ending = Tool(name=name, parameters=FINAL.parameters)
    volume = Tool(name="set_volume", parameters={"type": "object", "properties": {"level": {"type": "integer"}}})
    for text in ("Set the table", "Tell me a joke", "Hello", "Write a poem about the sea"):
        assert called(reply(asked(text, volume, WEATHER, ending, mode="required"))) == [name]
    assert called(reply(asked(PARIS, volume, ending, WEATHER, mode="required"))) == ["get_weather"]


def test_after_its_result_auto_answers_with_it() -> None:
    """The values of the result stand in the text."""
    run = act(asked(PARIS, WEATHER, TIME), RESULTS)
    assert [call.name for call in run.calls] == ["get_weather"]
    assert run.text is not None
    assert "4" in run.text
    assert "cloudy" in run.text


def test_after_a_result_required_goes_on_to_the_output_function() -> None:
    """Which takes its values from the results."""
    run = act(asked(PARIS, WEATHER, FINAL, mode="required"), RESULTS, ends=["final_result"])
    assert [call.name for call in run.calls] == ["get_weather", "final_result"]
    said = json.loads(run.calls[-1].arguments)
    assert (said["city"], said["temperature"]) == ("Paris", 4)
    assert "cloudy" in said["summary"]


def test_when_all_were_called_required_calls_the_output_function_again() -> None:
    """As for a client that found fault with what it said; the arguments are others."""
    request = asked(PARIS, WEATHER, FINAL, mode="required")
    run = act(request, RESULTS, most=4)
    assert [call.name for call in run.calls] == ["get_weather", "final_result", "final_result", "final_result"]
    assert len(set(run.deeds)) == 4


def test_when_all_were_called_required_calls_the_one_called_least() -> None:
    """The first of several."""
    run = act(asked("Hello", Tool(name="f"), Tool(name="g"), mode="required"), {}, most=5)
    assert [call.name for call in run.calls] == ["f", "g", "f", "g", "f"]


def test_arguments_are_others_than_those_of_an_equal_call_before() -> None:
    """A forced call is not repeated as long as there are other values."""
    request = asked(PARIS, WEATHER, mode="named", name="get_weather")
    run = act(request, RESULTS, most=5)
    assert len(set(run.deeds)) == 5


def test_a_pending_call_is_not_made_again() -> None:
    """Its result may come later."""
    request = after(asked(PARIS, WEATHER), ("get_weather", '{"city": "Paris", "unit": "celsius"}', None))
    assert reply(request).calls == ()


def test_a_new_question_may_call_again() -> None:
    """What was called for an earlier message does not count."""
    first = after(asked(PARIS, WEATHER), ("get_weather", '{"city": "Paris"}', FOUR))
    said = (*first.messages, Message(role="assistant", content="Four degrees."))
    again = asked("", WEATHER, messages=(*said, Message(role="user", content="Weather in Rome?")))
    (call,) = calls_of(reply(again))
    assert json.loads(call.arguments)["city"] == "Rome"
    follow_up = asked("", WEATHER, messages=(*said, Message(role="user", content="And in Rome?")))
    (call,) = calls_of(reply(follow_up))
    assert json.loads(call.arguments)["city"] == "Rome"
    thanks = asked("", WEATHER, messages=(*said, Message(role="user", content="Thanks!")))
    assert reply(thanks).calls == ()


def test_after_so_many_steps_auto_answers_in_words() -> None:
    """The generator's `most_steps`; a forced call is made even then."""
    tools = [Tool(name=f"get_{letter}bird") for letter in "abcdef"]
    text = ", ".join(f"{letter}bird" for letter in "abcdef")
    request = asked(text, *tools, parallel_tool_calls=False)
    assert len(act(request, {}).steps) == 6
    assert len(act(request, {}, most_steps=2).steps) == 2
    forced = asked(text, *tools, mode="required", parallel_tool_calls=False)
    assert len(act(forced, {}, most_steps=2, most=5).steps) == 5


def test_a_result_of_nobody_knows_what_ends_the_turn_too() -> None:
    """The history may have been cut."""
    request = asked("", WEATHER, messages=(Message(role="user", content=PARIS), Message(role="tool", content="4")))
    answer = reply(request)
    assert answer.calls == ()
    assert "4" in text_of(answer)


def test_results_are_told_of_where_no_tools_are_offered() -> None:
    """Some clients leave them out in the last step."""
    request = question(
        "",
        messages=(
            Message(role="user", content="What is the weather in Oslo?"),
            Message(role="tool", content="4 degrees", tool_call_id="call_1"),
        ),
    )
    assert "the weather in Oslo" in text_of(reply(request))
    assert "4 degrees" in text_of(reply(request))


def test_once_the_model_told_of_results_they_are_past() -> None:
    """A request that ends with the assistant's words gets others."""
    told = after(asked(PARIS, WEATHER), ("get_weather", "{}", FOUR))
    request = asked("", WEATHER, messages=(*told.messages, Message(role="assistant", content="Cloudy.")))
    assert "cloudy" not in text_of(reply(request))


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        (None, "{}"),
        ({}, "{}"),
        ({"type": "object"}, "{}"),
        ({"type": "object", "properties": {}}, "{}"),
        ({"properties": {}}, "{}"),
    ],
)
def test_a_function_without_parameters_gets_an_empty_object(parameters: Any, expected: str) -> None:
    """However it says so."""
    (call,) = calls_of(reply(asked("Hello", Tool(name="f", parameters=parameters), mode="required")))
    assert call.arguments == expected


def test_arguments_are_an_object_where_the_schema_leaves_it_open() -> None:
    """Without a type, or with several."""
    assert object_schema(Tool(name="f", parameters={"required": ["a"]}))["type"] == "object"
    assert object_schema(Tool(name="f", parameters={"type": ["null", "object"]}))["type"] == "object"
    assert object_schema(Tool(name="f", parameters={"type": "string"}))["type"] == "string"


def test_json_is_written_so_that_it_can_be_sent() -> None:
    """In one line, as readable as it may be, even with half of a surrogate pair."""
    assert write({"a": [1, 2.5, None], "b": "é"}) == '{"a": [1, 2.5, null], "b": "é"}'
    assert write("\ud800") == '"\\ud800"'


OPEN = Tool(
    name="store",
    parameters={
        "type": "object",
        "properties": {"amount": {"type": "integer", "minimum": 0, "maximum": 10**9}, "colour": {"type": "string"}},
        "required": ["amount", "colour"],
    },
)


def city_of(text: str, *earlier: str) -> str:
    tool = Tool(name="get_weather", parameters={**(WEATHER.parameters or {}), "required": ["city"]})
    before = [Message(role="user", content=said) for said in earlier]
    (call,) = calls_of(reply(asked("", tool, messages=(*before, Message(role="user", content=text)))))
    return str(json.loads(call.arguments)["city"])


def test_the_last_message_comes_before_older_ones() -> None:
    """Even where an older one has a better clue; these serve where it has none, the latest first."""
    assert city_of("Weather in Oslo?", "I live in Paris.", "Rome is nice.") == "Oslo"
    assert city_of("What is the weather at Port Ellen?", "I live in Paris.") == "Port Ellen"
    assert city_of("What is the weather?", "I live in Paris.", "I was in Rome.") == "Rome"


def test_the_asking_sentence_comes_before_others() -> None:
    """Which serve where it has nothing."""
    assert city_of("I live in Oslo. What is the weather in Paris?") == "Paris"
    assert city_of("I live in Oslo. What is the weather like?") == "Oslo"


def test_choices_have_arguments_of_their_own() -> None:
    """The first is the only one of a request for one; at temperature 0 all are alike."""
    request = asked("Hello", OPEN, mode="required", n=3)
    said = [calls_of(answer)[0].arguments for answer in replies(request)]
    assert len(set(said)) == 3
    assert calls_of(reply(asked("Hello", OPEN, mode="required")))[0].arguments == said[0]
    cold = [
        calls_of(answer)[0].arguments for answer in replies(asked("Hello", OPEN, mode="required", n=3, temperature=0.0))
    ]
    assert len(set(cold)) == 1


def test_arguments_follow_the_seeds() -> None:
    """The server's, and the request's unless the temperature is 0."""

    def said(server: int = 4, **sampling: Any) -> str:
        request = asked("Hello", OPEN, mode="required", sampling=Sampling(**sampling))
        return calls_of(reply(request, seed=server))[0].arguments

    assert said() == said()
    assert said(seed=9) != said()
    assert said(server=5) != said()
    assert said(temperature=0.9) != said()
    assert said(temperature=0.0, seed=9) == said(temperature=0.0)
    assert said(temperature=0.0, server=5) != said(temperature=0.0)


def test_what_only_cuts_or_decorates_changes_no_call() -> None:
    """Streaming, limits, logprobs, the legacy spelling."""
    plain = reply(asked("Hello", OPEN, mode="required"))
    assert reply(asked("Hello", OPEN, mode="required", stream=True), max_tokens=3) == plain
    assert reply(asked("Hello", OPEN, mode="required", legacy_functions=True, max_tokens=5)) == plain


def test_an_ignored_end_lets_a_report_go_on() -> None:
    """Up to the limit; it begins as the report does."""
    request = after(asked(PARIS, WEATHER), ("get_weather", "{}", FOUR))
    report = text_of(reply(request))
    endless = asked("", WEATHER, messages=request.messages, ignore_eos=True)
    assert text_of(reply(endless)).startswith(report)
    assert len(text_of(reply(endless))) > 2048
