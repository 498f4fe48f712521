"""Which rule is told of where none matches."""

from pathlib import Path
from typing import Any

import pytest
from stage import complaint, stage

RULES = """
    rules:
      - {name: broken stream, when: {user: broken stream}, reply: a}
      - {name: hotel, when: {user: book a hotel}, reply: a}
      - {name: warm, when: {temperature: 0.5}, reply: a}
      - {name: orders, when: {user: '/order \\d+/'}, reply: a}
      - {name: case, when: {header: {x-case: cut}}, reply: a}
      - {name: streamed, when: {stream: true, user: report}, reply: a}
      - {name: tools, when: {tools: [get_weather]}, reply: a}
    """


def test_nothing_comes_near(tmp_path: Path) -> None:
    """Of seven rules that have nothing to do with the request, none is called near; each is there to be explained."""
    played = stage(tmp_path, RULES)
    got = played.ask("nobody")
    assert got.headers["x-mockllm-error"] == "unmatched"
    told = "mockllm: no rule matches, and none of 7 comes near: `mockllm explain --last` tells of each"
    assert complaint(got) == told
    story = played.page("GET", "/explain")
    assert story["outcome"] == "no rule matches, and none of 7 comes near; the request is refused"
    assert len(story["rules"]) == 7
    assert story["nearest"] is None


@pytest.mark.parametrize(
    ("said", "fields", "name"),
    [
        ("My hotels, please", {}, "hotel"),
        ("an Order", {}, "orders"),
        ("nobody", {"temperature": 0.7}, "warm"),
        ("nobody", {"stream": True}, "streamed"),
        ("is the stream broken?", {}, "broken stream"),
    ],
)
def test_what_is_near(tmp_path: Path, said: str, fields: dict[str, Any], name: str) -> None:
    """A word in common, or nearly; numbers; a condition that holds."""
    assert f'nearest "{name}"' in complaint(stage(tmp_path, RULES).ask(said, **fields))


def test_a_misspelled_header_is_near(tmp_path: Path) -> None:
    """It is what a hint says."""
    got = stage(tmp_path, RULES).ask("nobody", headers={"x-cases": "cut"})
    assert 'nearest "case"' in complaint(got)


def test_a_rule_that_is_alone_is_told_of(tmp_path: Path) -> None:
    """However far it is."""
    got = stage(tmp_path, "rules: [{name: hotel, when: {user: hotel}, reply: x}]").ask("nobody")
    assert 'nearest "hotel"' in complaint(got)


def test_a_rule_that_gives_way_is_told_of(tmp_path: Path) -> None:
    """It matches, and has no reply left."""
    played = stage(tmp_path, "rules: [{name: once, when: {user: hi}, replies: [x], after: next}]")
    assert played.says("hi") == "x"
    assert complaint(played.ask("hi")).startswith('mockllm: no rule matches but "once" (')


def test_among_many_rules_the_nearest_is_found(tmp_path: Path) -> None:
    """By how many conditions lack, and by words in common; only few are looked at closely."""
    many = [f"  - {{name: r{number}, when: {{user: order {number:05}}}, reply: x}}\n" for number in range(300)]
    odd = "  - {name: harbour, when: {user: the harbour master}, reply: x}\n"
    exact = "  - {name: tools, when: {user: zebra, stream: false, model: '*'}, reply: x}\n"
    played = stage(tmp_path, "rules:\n" + "".join([*many[:200], odd, *many[200:]]))
    assert 'nearest "harbour"' in complaint(played.ask("Tell me of The Harbour Master."))
    assert "none of 301 comes near" in complaint(played.ask("Bonjour, monde."))
    played = stage(tmp_path, "rules:\n" + "".join([*many, exact]))
    assert 'nearest "tools"' in complaint(played.ask("Bonjour, monde."))
