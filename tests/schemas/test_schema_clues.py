"""Values that are taken from a prompt."""

from typing import Any

import pytest

from mockllm.schemas import Schema, clues_of, read
from mockllm.seeds import chances

TEXT = {"type": "string"}
NUMBER = {"type": "number"}
INTEGER = {"type": "integer"}

CASES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("What is the weather in Paris?", {"city": TEXT}, {"city": "Paris"}),
    ("weather in oslo please", {"city": TEXT}, {"city": "Oslo"}),
    ("What's it like in San Francisco today?", {"location": TEXT}, {"location": "San Francisco"}),
    (
        "Book a flight from Oslo to New York on March 5, 2026 for 3 people",
        {"destination": TEXT, "origin": TEXT, "date": TEXT, "passengers": INTEGER},
        {"origin": "Oslo", "destination": "New York", "date": "2026-03-05", "passengers": 3},
    ),
    (
        "Ada Lovelace, 36 years old, lives in Lisbon, Portugal; write to ada@example.org",
        {"name": TEXT, "age": INTEGER, "city": TEXT, "country": TEXT, "email": {"type": "string", "format": "email"}},
        {"name": "Ada Lovelace", "age": 36, "city": "Lisbon", "country": "Portugal", "email": "ada@example.org"},
    ),
    (
        "Ben Carter lives in Kyoto",
        {"first_name": TEXT, "last_name": TEXT},
        {"first_name": "Ben", "last_name": "Carter"},
    ),
    ("Multiply 17 by 23.5", {"a": NUMBER, "b": NUMBER}, {"a": 17, "b": 23.5}),
    ("What is 2 + 3?", {"x": INTEGER, "y": INTEGER}, {"x": 2, "y": 3}),
    (
        "Set ticket_id 4711 to in progress",
        {"ticket_id": INTEGER, "status": {"enum": ["open", "in_progress"]}},
        {"ticket_id": 4711, "status": "in_progress"},
    ),
    ("in fahrenheit, please", {"unit": {"enum": ["celsius", "fahrenheit"]}}, {"unit": "fahrenheit"}),
    ("user_id = u_123", {"user_id": TEXT}, {"user_id": "u_123"}),
    (
        'Send "See you at noon" with subject "Lunch" to bob@example.com',
        {"subject": TEXT, "body": TEXT, "to": TEXT},
        {"subject": "Lunch", "body": "See you at noon", "to": "bob@example.com"},
    ),
    ("Search for the best pizza in town.", {"query": TEXT}, {"query": "the best pizza in town"}),
    (
        "Read https://example.com/a?b=1.",
        {"url": {"type": "string", "format": "uri"}},
        {"url": "https://example.com/a?b=1"},
    ),
    ("Is AAPL rising?", {"ticker": TEXT}, {"ticker": "AAPL"}),
    ("It is a gift", {"is_gift": {"type": "boolean"}}, {"is_gift": True}),
    ("It is not a gift", {"is_gift": {"type": "boolean"}}, {"is_gift": False}),
    ("Find hotels under $120", {"budget": NUMBER, "stars": INTEGER}, {"budget": 120}),
    ("Order 3 Desk Lamps", {"quantity": INTEGER, "price": NUMBER}, {"quantity": 3}),
    ("When are the tides at Port Ellen?", {"harbour": TEXT}, {"harbour": "Port Ellen"}),
    ("I am Ada. Tides at Port Ellen, please", {"harbour": TEXT}, {"harbour": "Port Ellen"}),
    ("Tides at Port Ellen for the 'Hector'", {"vessel": TEXT, "harbour": TEXT}, {"vessel": "Hector"}),
    ("Tides in Oslo", {"harbour": TEXT, "city": TEXT}, {"harbour": "Oslo", "city": "Oslo"}),
    ("From Leith to Tobermory", {"one": TEXT, "other": TEXT}, {"one": "Leith", "other": "Tobermory"}),
    ("Read the file /srv/notes.txt, please.", {"path": TEXT}, {"path": "/srv/notes.txt"}),
    ("What is in src/main.py?", {"file_path": TEXT}, {"file_path": "src/main.py"}),
    ("Move b.txt to a.txt", {"destination": TEXT, "source": TEXT}, {"source": "b.txt", "destination": "a.txt"}),
    ("Copy to ./out/x.csv the file ~/x.csv", {"source": TEXT, "target": TEXT}, {"source": "~/x.csv"}),
    ("Find files like *.py in /src", {"path": TEXT, "pattern": TEXT}, {"path": "/src", "pattern": "*.py"}),
    (
        "Read a.md and b.md",
        {"paths": {"type": "array", "items": TEXT, "minItems": 2, "maxItems": 2}},
        {"paths": ["a.md", "b.md"]},
    ),
    ("Flights from Oslo to Rome", {"source": TEXT, "destination": TEXT}, {"destination": "Rome"}),
    ("List the issues of octocat/hello-world.", {"owner": TEXT, "repo": TEXT}, {"owner": "octocat"}),
    ("List the issues of octocat/hello-world.", {"repo": TEXT}, {"repo": "hello-world"}),
    ("Clone https://github.com/octocat/hello-world", {"repository": TEXT}, {"repository": "octocat/hello-world"}),
    ('An issue titled "Crash on start"', {"name": TEXT, "title": TEXT}, {"title": "Crash on start"}),
    ("Pay 12.50 EUR to Ada", {"amount": TEXT, "currency": TEXT}, {"amount": "12.5", "currency": "EUR"}),
    ("Pay €30", {"amount": NUMBER, "currency": TEXT}, {"amount": 30, "currency": "EUR"}),
    ("Pay 12.50 EUR to Ada", {"author": TEXT}, {"author": "Ada"}),
    ("Remind me on 2026-02-30 or on 2026-02-28", {"date": TEXT}, {"date": "2026-02-28"}),
]


def instance(schema: Any, prompt: str, seed: int = 0) -> Any:
    found = read(schema)
    assert isinstance(found, Schema), found
    return found.instance(chances(seed), clues_of(prompt))


def all_of(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


@pytest.mark.parametrize(("prompt", "properties", "expected"), CASES, ids=[case[0][:30] for case in CASES])
def test_values_come_from_the_prompt(prompt: str, properties: dict[str, Any], expected: dict[str, Any]) -> None:
    """Whatever the seed, what the prompt says is taken."""
    for seed in range(4):
        value = instance(all_of(properties), prompt, seed)
        assert {name: value[name] for name in expected} == expected


def test_values_that_dont_fit_are_left() -> None:
    """The schema comes before the prompt."""
    schema = all_of({"age": {"type": "integer", "maximum": 30}, "city": {"type": "string", "maxLength": 4}})
    value = instance(schema, "She is 36 years old and lives in Lisbon")
    assert value["age"] <= 30
    assert value["city"] != "Lisbon"


def test_a_lone_number_is_no_price() -> None:
    """Three lamps don't cost three."""
    values = {
        instance(all_of({"price": {"type": "number", "minimum": 10}}), "Order 30 lamps", seed)["price"]
        for seed in range(5)
    }
    assert values != {30}


def test_a_branch_is_chosen_that_the_prompt_names() -> None:
    """A dog gets the branch for dogs."""
    schema = {
        "anyOf": [all_of({"kind": {"const": kind}, "age": {"type": "integer"}}) for kind in ("cat", "dog", "bird")]
    }
    assert {instance(schema, "I have a dog", seed)["kind"] for seed in range(6)} == {"dog"}


def test_each_clue_is_taken_once() -> None:
    """Two names for two people."""
    schema = {"type": "array", "items": all_of({"name": TEXT}), "minItems": 2, "maxItems": 2}
    names = [one["name"] for one in instance(schema, "Invite Clara Meyer and David Ito")]
    assert names == ["Clara Meyer", "David Ito"]


def test_an_object_without_a_schema_has_the_keys_that_are_asked_for() -> None:
    """The prompt may name them."""
    value = instance({"type": "object"}, "Answer in JSON with the keys name, capital and population.")
    assert list(value) == ["name", "capital", "population"]


def test_any_text_can_be_read() -> None:
    """Neither odd characters nor length matter."""
    for prompt in (
        "",
        "\ud800",
        "\x00",
        "a" * 300_000,
        "key " * 20_000,
        '"' * 5000,
        " " * 50_000,
        "1" * 5000,
        "A " * 9000,
    ):
        assert instance({"type": "string"}, prompt) is not None


@pytest.mark.parametrize(
    ("schema", "texts", "expected"),
    [
        (TEXT, ("Port Ellen at noon", "I live in Oslo"), "Port Ellen"),
        (TEXT, ("", "I live in Oslo"), "Oslo"),
        (TEXT, ("nothing", "Hm", "I live in Oslo"), "Oslo"),
        ({"enum": ["red", "blue"]}, ("blue", "red"), "blue"),
        ({"enum": ["red", "blue"]}, ("green", "red"), "red"),
        (INTEGER, ("for 3 people", "for 4 people"), 3),
        (INTEGER, ("for you", "for 4 people", "for 5 people"), 4),
        ({"type": "string", "format": "email"}, ("me@x.org", "you@y.org"), "me@x.org"),
        ({"type": "string", "format": "email"}, ("me", "you@y.org"), "you@y.org"),
        ({"type": "boolean"}, ("a gift", "no gift"), True),
        ({"type": "boolean"}, ("something", "no gift"), False),
    ],
)
def test_older_texts_serve_what_the_newer_do_not_give(schema: Any, texts: tuple[str, ...], expected: Any) -> None:
    """However good their clues are."""
    found = read(all_of({"gift": schema}))
    assert isinstance(found, Schema)
    for seed in range(4):
        assert found.instance(chances(seed), clues_of(*texts)) == {"gift": expected}


def test_keys_may_stand_in_an_older_text() -> None:
    """As long as the newer has none."""
    found = read({"type": "object"})
    assert isinstance(found, Schema)
    assert list(found.instance(chances(0), clues_of("in JSON", "with the keys name and age"))) == ["name", "age"]


def test_clues_are_a_function_of_the_text() -> None:
    """Equal texts have equal clues."""
    assert clues_of("Oslo, 3 days") == clues_of("Oslo, 3 days") != clues_of("Oslo, 4 days")
