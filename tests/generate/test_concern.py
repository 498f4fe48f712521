"""A message asks for functions by the words it has in common with them."""

import pytest
from acting import FINAL, TIME, WEATHER

from mockllm.core import Tool
from mockllm.generate.concern import concerns, follows_up, likeliest, pointed_at, touched
from mockllm.generate.profile import ends_a_task, label, split

TOOLS = (
    WEATHER,
    TIME,
    Tool(name="add", description="Add two numbers."),
    Tool(name="multiply"),
    Tool(name="sendEmail", description="Send an e-mail to somebody"),
    Tool(name="search_web", description="Search the internet"),
    Tool(name="list_files", description="List the files of a directory"),
    Tool(name="create_user", description="Creates a user with a name"),
    Tool(name="f", description="Books a table in a restaurant."),
    FINAL,
)


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("What is the weather in Paris in celsius?", ["get_weather"]),
        ("weather?", ["get_weather"]),
        ("Weather in Paris, time in Tokyo?", ["get_weather", "get_local_time"]),
        ("Tell me the local time in Tokyo and the weather in Paris.", ["get_local_time", "get_weather"]),
        ("What is the weather and time in Paris?", ["get_weather", "get_local_time"]),
        ("Weather in Paris and weather in Rome", ["get_weather"]),
        ("Is it raining in Oslo?", ["get_weather"]),
        ("Please call get_local_time.", ["get_local_time"]),
        ("What is 3 plus 4?", ["add"]),
        ("What is 3 times 4?", ["multiply"]),
        ("Add 3 and 4, then send an email about it.", ["add", "sendEmail"]),
        ("Search for restaurants in Rome", ["search_web"]),
        ("List my files", ["list_files"]),
        ("Which file is it?", ["list_files"]),
        ("I would like a table in a nice restaurant", ["f"]),
        ("Hello!", []),
        ("", []),
        ("Thanks a lot!", []),
        ("Say hello to the harbour.", []),
        ("Explain how tides work.", []),
        ("Give me a list of tips for tomatoes.", []),
        ("Create a poem about the sea.", []),
        ("What is the name of this?", []),
        ("你好，灯塔在哪里？", []),
    ],
)
def test_functions_are_found_by_their_words(message: str, names: list[str]) -> None:
    """Names, words of the same meaning, plurals, and two words of a description; not small talk and vague verbs."""
    assert [concern.tool.name for concern in concerns(message, TOOLS)] == names


def test_each_function_gets_its_part_of_the_message() -> None:
    """Parts follow each other and leave nothing out."""
    message = "Hi there. Weather in Paris and in Rome, time in Tokyo?"
    parts = [concern.part for concern in concerns(message, TOOLS)]
    assert parts == ["Hi there. Weather in Paris and in Rome,", " time in Tokyo?"]


def test_a_message_may_come_back_to_a_function() -> None:
    """After another one; at once it is the same part."""
    message = "Weather in Paris, time in Tokyo, weather in Rome and weather in Oslo"
    found = concerns(message, TOOLS)
    assert [(concern.tool.name, concern.part) for concern in found] == [
        ("get_weather", "Weather in Paris,"),
        ("get_local_time", " time in Tokyo,"),
        ("get_weather", " weather in Rome and weather in Oslo"),
    ]


def test_a_function_is_asked_for_from_a_sentence_on() -> None:
    """What stands before it in its own sentence may belong to it."""
    asking = " In Paris, what is the weather? Thanks."
    assert pointed_at(WEATHER, f"I live in Oslo.{asking}") == asking
    for text in ("Weather?", "Hello. Hi.", ""):
        assert pointed_at(WEATHER, text) == text


def test_only_the_best_function_of_a_clause_is_asked_for() -> None:
    """Of two that fit alike the first."""
    tools = (Tool(name="get_forecast"), Tool(name="get_weather"), Tool(name="get_weather_alerts"))
    assert [concern.tool.name for concern in concerns("The forecast for Paris, please", tools)] == ["get_forecast"]
    assert [concern.tool.name for concern in concerns("Are there weather alerts?", tools)] == ["get_weather_alerts"]


def test_a_name_speaks_for_no_other_function() -> None:
    """Functions whose names are alike are told apart by the name that is said."""
    tools = tuple([Tool(name=f"tool_{place}") for place in range(20)])
    assert [concern.tool.name for concern in concerns("Call tool_12 with id 7", tools)] == ["tool_12"]


def test_a_name_made_of_vague_words_counts_in_full() -> None:
    """There is nothing else to know `run` by."""
    assert concerns("Run it", (Tool(name="run"),))
    assert not concerns("Run it", (Tool(name="run_report"),))


def test_numbers_are_no_words() -> None:
    """A function is not asked for by a digit of its name."""
    assert not concerns("Explain tide 12", (Tool(name="get_thing_12"),))


def test_the_likeliest_function_is_the_best_however_bad() -> None:
    """The first where nothing tells them apart."""
    assert likeliest("create something", TOOLS).name == "create_user"
    assert likeliest("Hello", TOOLS).name == "get_weather"
    assert [tool.name for tool in touched("something with users", TOOLS)] == ["create_user"]
    assert touched("create something", TOOLS) == []


def test_output_functions_are_known_by_name() -> None:
    """What brings results is none."""
    ending = ["final_result", "final_result_Fruit", "submitAnswer", "done", "respond_to_user", "finish"]
    others = ["get_results", "search_results", "get_weather", "f", "-", "abandoned", "donation"]
    assert [ends_a_task(Tool(name=name)) for name in ending] == [True] * len(ending)
    assert [ends_a_task(Tool(name=name)) for name in others] == [False] * len(others)


def test_short_messages_that_begin_so_go_on_with_the_topic() -> None:
    """Long ones may ask for anything."""
    assert follows_up("And in Tokyo?")
    assert follows_up("what about tomorrow")
    assert not follows_up("Andrea is here")
    assert not follows_up("And now write me a long story about the sea, please")


def test_words_are_split_and_folded() -> None:
    """Camel and snake case, plurals, acronyms."""
    assert split("getHTTPResponses_for-allCities") == ["get", "http", "response", "for", "all", "city"]
    assert split("news boxes bus glass x") == ["news", "box", "bus", "glass"]
    assert label("get_local_time") == "local time"
    assert label("get") == "get"
    assert label("") == "function"
