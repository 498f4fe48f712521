"""Texts and names that were meant otherwise than they are read."""

import pytest
from conditions import difference, sent, subject, when

from mockllm.matching import Subject

CASES = [
    ({"user": r"order (\d+)"}, subject("order 5"), r"as a regex it would match: write /order (\d+)/"),
    ({"user": r"/nrr \d+"}, subject("nrr 5"), r"as a regex it would match: write /nrr \d+/"),
    ({"user": r"nrr \d+/i"}, subject("NRR 5"), r"as a regex it would match: write /nrr \d+/i"),
    ({"user": "/hello"}, subject("hello"), "as a regex it would match: write /hello/"),
    ({"user": "^start"}, subject("start it"), "as a regex it would match: write /^start/"),
    ({"user": "^start"}, subject("Start it"), "as a regex it would match: write /^start/i"),
    ({"user": "weather in (.*)"}, subject("The weather in Oslo"), "as a regex it would match: write /weather in (.*)/"),
    ({"user": {"equals": r"order \d"}}, subject("order 5"), r"as a regex it would match: write /order \d/"),
    ({"user": "hello*"}, subject("hello you"), 'as a pattern it would match: write {glob: "hello*"}'),
    ({"user": "hello*you"}, subject("Oh, hello to you!"), 'as a pattern it would match: write {glob: "*hello*you*"}'),
    ({"model": "^gpt"}, subject("x"), "as a regex it would match: write /^gpt/"),
    ({"model": "gpt-.*"}, subject("x"), "as a regex it would match: write /gpt-.*/"),
    ({"reasoning_effort": "l[ow]+"}, sent({"reasoning_effort": "low"}), "as a regex it would match: write /l[ow]+/"),
    ({"dialect": "Fireworks"}, subject("x"), "differs only in case: write fireworks"),
    ({"model": "GPT-OSS-120b"}, subject("x"), "differs only in case: write gpt-oss-120b"),
    ({"model": "GPT-*"}, subject("x"), "differs only in case: write gpt-*"),
    ({"tools": "Get_Weather"}, subject("x", tools=["get_weather"]), "differs only in case: write get_weather"),
    ({"reasoning_effort": "Low"}, sent({"reasoning_effort": "low"}), "differs only in case: write low"),
]


@pytest.mark.parametrize(("fields", "request_", "hint"), CASES, ids=[hint[-20:] for _, _, hint in CASES])
def test_what_was_meant(fields: dict[str, object], request_: Subject, hint: str) -> None:
    """Is told as it would have to be written."""
    assert difference(when(**fields), request_).hint == hint


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("How are you?", "How are you"),
        ("the end.", "the end!"),
        ("[", "("),
        ("(a", "a"),
        (r"order (\d+)", "order five"),
        ("hello*", "good bye"),
        ("(a+)+$", "a" * 50 + "b"),
        ("(a|a)*" * 20 + r"\d", "a" * 5000),
        ("x" * 300 + "|a", "a"),
    ],
)
def test_nothing_is_guessed(text: str, said: str) -> None:
    """Where it would not match, is no pattern at all, takes too long, or is just punctuation."""
    assert difference(when(user=text), subject(said)).hint is None
