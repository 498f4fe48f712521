"""What is wrong with conditions as they were written."""

import pytest
from conditions import problem, problems

CASES = [
    ({"usr": "x"}, "usr: unknown field `usr`; did you mean `user`?"),
    ({"temprature": 1}, "temprature: unknown field `temprature`; did you mean `temperature`?"),
    ({"any_of": []}, "any_of: `any_of` stands below a field, as in {user: {any_of: …}}"),
    ({"turn": "two"}, "turn: `turn` is a number, not 'two': turn: 2"),
    ({"turn": True}, "turn: `turn` is a number, not True: turn: 2"),
    ({"stream": "yes"}, "stream: `stream` is true or false, not 'yes'"),
    ({"user": 7}, 'user: `user` is a text, not 7: write "7"'),
    ({"header": {"x-n": True}}, 'header.x-n: `header.x-n` is a text, not True: write "true"'),
    ({"turn": "1"}, "turn: `turn` is a number, not '1': turn: 1"),
    ({"user": "/a(b/"}, "user: the regex /a(b/ cannot be read: missing ) at position 3"),
    ({"user": ""}, "user: an empty text is in every text; write {equals: ''} for one that is empty"),
    ({"user": None}, "user: nothing is given; write {user: {exists: false}} for a request without user"),
    ({"tools": []}, "tools: the list is empty; write {tools: {exists: false}} for a request without tools"),
    ({"user": {"contians": "x"}}, "user.contians: unknown operator `contians`; did you mean `contains`?"),
    ({"temperature": {"lte": "x"}}, "temperature.lte: `lte` needs a number, not 'x'"),
    ({"turn": {"exists": True}},
     "turn.exists: every request has `turn`; what was sent can be asked for with `body`"),
    ({"body": {"a.b": 1}}, "body.a.b: a JSONPath begins with $: write $.a.b"),
    ({"header": "x"}, "header: `header` is a mapping of names to conditions: header: {x-case: …}"),
    ({"user": "//"}, "user: the regex is empty; `{exists: true}` takes everything that is there"),
    ({"user": {"not": {"any_of": "x"}}}, "user.not.any_of: `any_of` needs a list of conditions"),
    ({"user": ["a", 1]}, 'user.1: `user` is a text, not 1: write "1"'),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "told"), CASES, ids=[told[:30] for _, told in CASES])
def test_told(fields: dict[str, object], told: str) -> None:
    """Where it is, what is wrong, and what would be right."""
    assert problem(fields, body_fields=["temperature", "stop"]) == told


@pytest.mark.parametrize(("fields", "begins"), [
    ({"user": "/(/"}, "user: the regex /(/ cannot be read: missing )"),
    ({"user": "/etc/hosts"}, "user: '/etc/hosts' reads as a regex with the unknown flag 'h'"),
    ({"user": {"gt": 1}}, "user.gt: `gt` cannot be asked of `user`, which is a text"),
    ({"user": {"contains": ["a"]}}, "user.contains: `contains` takes one text"),
    ({"body": {"$.a[": 1}}, "body.$.a[: the JSONPath $.a[ cannot be read: "),
    ({"store_": 1}, "store_: unknown field `store_`; "),
])  # fmt: skip
def test_told_in_the_words_of_others(fields: dict[str, object], begins: str) -> None:
    """Where the end of the message is a library's."""
    assert problem(fields, body_fields=["temperature"]).startswith(begins)


def test_all_problems_are_told_at_once() -> None:
    """Nobody wants to mend them one by one."""
    assert [each.path for each in problems({"turn": "x", "user": {"gt": 1}, "stream": 1})] == [
        ("turn",), ("user", "gt"), ("stream",),
    ]  # fmt: skip


def test_conditions_are_a_mapping() -> None:
    """A text in their place is told."""
    assert "a mapping of fields" in problem("user")


def test_a_slash_at_the_beginning_is_no_regex() -> None:
    """Commands and paths of files are texts."""
    from conditions import holds, subject

    assert holds(subject("call /help now"), user="/help")
    assert holds(subject("read /etc/hosts.txt"), user="/etc/hosts.txt")
