"""What becomes of rules, conversations, defaults and limits of a file."""

from pathlib import Path

import pytest
from scenario_files import found, scenario

from mockllm.pace import Pace


def test_rules_and_conversations_keep_the_order_of_the_file(tmp_path: Path) -> None:
    """They are tried as they stand."""
    text = """\
    conversations:
      - {name: first, when: {user: a}, turns: [x]}
    rules:
      - {name: second, when: {user: b}, reply: x}
    """
    assert [rule.name for rule in scenario(tmp_path, text).rules] == ["first", "second"]


def test_a_rule_without_a_name_is_called_by_its_place(tmp_path: Path) -> None:
    """File and line find it, without folders, which are others on other machines."""
    (rule,) = scenario(tmp_path, "rules:\n  - reply: x\n").rules
    assert rule.name == "w.yaml:2"
    assert rule.place[1:] == (2, 5)


def test_rules_without_names_in_one_line_are_told_apart(tmp_path: Path) -> None:
    """By their columns."""
    first, second = scenario(tmp_path, "rules: [{when: {user: a}, reply: x}, {reply: y}]").rules
    assert (first.name, second.name) == ("w.yaml:1", "w.yaml:1:38")


def test_identities_stay_when_lines_move(tmp_path: Path) -> None:
    """A name is one, and of rules without names their place among all, wherever they stand in files."""
    text = (
        "rules:\n- {when: {user: a}, reply: x}\n- {name: n, when: {user: b}, reply: x}\nconversations:\n- turns: [x]\n"
    )
    (tmp_path / "deeper").mkdir()
    for folder, lines in ((tmp_path, text), (tmp_path / "deeper", f"# more\n\n{text}")):
        assert [rule.identity for rule in scenario(folder, lines).rules] == ["rule 1", "n", "rule 3"]


def test_no_two_identities_are_the_same(tmp_path: Path) -> None:
    """A rule may have the name that another one would be known by."""
    text = "rules: [{name: rule 2, when: {user: a}, reply: x}, {reply: y}]"
    first, second = [rule.identity for rule in scenario(tmp_path, text).rules]
    assert first == "rule 2"
    assert second != first


def test_replies_in_turn(tmp_path: Path) -> None:
    """`times` repeats one, `after` says what follows the last."""
    (rule,) = scenario(tmp_path, "rules:\n  - replies: [{error: 429, times: 2}, Done]\n    after: cycle\n").rules
    assert [script.error is not None for script in rule.replies] == [True, True, False]
    assert rule.after == "cycle"


def test_turns_of_a_conversation(tmp_path: Path) -> None:
    """A text, the keys of a reply, or an expectation with a reply."""
    text = """\
    conversations:
      - name: talk
        from: last_user
        turns:
          - Hello
          - {content: Two, finish_reason: length}
          - {expect: {turn: 3}, reply: {content: Three}}
          - {expect: {turn: 4}, content: Four}
          - {expect: {turn: 5}, replies: [{error: 503, times: 2}, Five]}
    """
    (rule,) = scenario(tmp_path, text).rules
    assert rule.start == "last_user"
    assert [turn.replies[-1].content for turn in rule.turns] == ["Hello", "Two", "Three", "Four", "Five"]
    assert [len(turn.replies) for turn in rule.turns] == [1, 1, 1, 1, 3]
    assert [turn.expect is not None for turn in rule.turns] == [False, False, True, True, True]
    assert [turn.place.line for turn in rule.turns] == [5, 6, 7, 8, 9]


def test_defaults_hold_where_a_rule_says_nothing(tmp_path: Path) -> None:
    """A rule's own keys come before them; conditions add up; headers too."""
    text = """\
    defaults:
      dialect: fireworks
      when: {system: terse, user: any}
      pace: {tps: 10}
      headers: {x-a: "1", x-b: "1"}
      ignore_limits: true
    rules:
      - {name: plain, when: {user: a}, reply: x}
      - {name: own, when: {user: b}, reply: {content: x, pace: instant, headers: {X-A: "2"}, ignore_limits: false}}
    otherwise: y
    """
    made = scenario(tmp_path, text)
    plain, own = made.rules
    assert dict(plain.when.fields) == {"dialect": "fireworks", "system": "terse", "user": "a"}
    assert plain.replies[0].pace == Pace(tps=10)
    assert plain.replies[0].ignore_limits
    assert own.replies[0].pace == Pace()
    assert own.replies[0].headers == {"x-b": "1", "X-A": "2"}
    assert not own.replies[0].ignore_limits
    assert made.otherwise is not None
    assert not made.otherwise.when.fields
    assert made.otherwise.replies[0].pace == Pace(tps=10)


def test_limits(tmp_path: Path) -> None:
    """Of requests or tokens, for each namespace, key or model."""
    (limit,) = scenario(tmp_path, "limits: [{when: {model: m}, requests: 3, by: key}]").limits
    assert (limit.requests, limit.tokens, limit.by) == (3, None, "key")
    assert dict(limit.when.fields) == {"model": "m"}
    assert limit.title == "limit w.yaml:1"
    assert scenario(tmp_path, "limits: [{name: free tier, tokens: 3}]").limits[0].title == "limit free tier"


def test_numbers_of_headers_are_what_is_written(tmp_path: Path) -> None:
    """Not what YAML makes of them."""
    text = """\
    defaults: {when: {header: {x-all: 1e3}}}
    rules:
      - {name: a, when: {header: {x-case: 007, x-version: {any_of: [1.10, 2]}}, query: {n: 1_0}, n: 1.10}, reply: x}
      - {name: b, reply: x}
    """
    first, second = scenario(tmp_path, text).rules
    assert first.when.fields == {
        "header": {"x-case": "007", "x-version": {"any_of": ["1.10", "2"]}}, "query": {"n": "1_0"}, "n": 1.1,
    }  # fmt: skip
    assert second.when.fields == {"header": {"x-all": "1e3"}}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rules: [{reply: a, replies: [b]}]", "1:9 error: this rule needs either `reply` or `replies`, and has both"),
        ("rules: [{reply: a, after: next}]", "1:20 error: `after` belongs to `replies`"),
        ("rules: [{replies: []}]", "1:19 error: `replies` may not be empty"),
        ("rules: [{replies: [a], after: cicle}]", "1:31 error: `after`: 'cicle' is not known; did you mean cycle?"),
        ("rules: {reply: a}", "1:8 error: `rules` has to be a list, and is a mapping"),
        ("rules:", "1:7 error: `rules` is empty"),
        ("rules: [hello]", "1:9 error: this item has to be a mapping, and is 'hello' (a text)"),
        ("- reply: a", "1:1 error: a scenario file is a mapping, as `rules:` begins it, and this is a list; put"),
        ("hello", "1:1 error: a scenario file is a mapping, as `rules:` begins it, and this is 'hello' (a text)"),
        ("", "1:1 warning: there is nothing in this file"),
        ("rules: [{name: 5, reply: a}]", "1:16 error: `name` has to be a text, and is 5 (a number); put it in quotes"),
        ("conversations: [{when: {user: a}}]", "1:17 error: a conversation needs a key `turns`"),
        ("conversations: [{turns: []}]", "1:25 error: `turns` may not be empty"),
        ("conversations: [{turns: [{expect: {turn: 1}}]}]", "1:26 error: this turn needs a `reply`, or the keys of"),
        ("conversations: [{turns: [{reply: a, content: b}]}]", "1:37 error: `content` belongs under `reply`"),
        ("conversations: [{turns: [{replies: [a], content: b}]}]", "1:41 error: `content` belongs under `replies`"),
        ("conversations: [{turns: [{replies: [a], reply: b}]}]", "1:26 error: this turn needs either `reply` or"),
        ("conversations: [{turns: [{expct: {}, reply: a}]}]", "1:27 error: `expct` is no key of a turn; did you mean"),
        ("conversations: [{from: user, turns: [a]}]", "1:24 error: `from`: 'user' is not known; "),
        ("limits: [{by: key}]", "1:10 error: a limit needs `requests` or `tokens`"),
        ("limits: [{requests: 1.5}]", "1:21 error: `requests` has to be a whole number, and is 1.5 (a number)"),
        ("defaults: {dialect: firework}", "1:21 error: there is no dialect 'firework'; did you mean fireworks?"),
        ("defaults: {dialect: gateway, when: {dialect: gateway}}", "1:12 error: `dialect` stands in `when` too"),
        ("defaults: {chunks: [a]}", "1:20 error: a list of chunks belongs to the one content"),
        ("defaults: {content: a}", "1:12 error: `content` is no key of defaults"),
        ("otherwise:", "1:11 error: `otherwise` is empty"),
        ("otherwise: {}", "1:12 error: this reply says nothing"),
        ("include: 5", "1:10 error: `include` has to be the name of a file"),
        ("rules: [{when: {user: {contain: a}}, reply: a}]", "1:24 error: unknown operator `contain`; did you mean"),
    ],
)
def test_what_cannot_be_is_told_once(tmp_path: Path, text: str, expected: str) -> None:
    """One finding, at its place."""
    (told,) = found(tmp_path, text)
    assert told.startswith(expected), told


def test_faults_of_defaults_are_told_once(tmp_path: Path) -> None:
    """And not again for every rule."""
    text = (
        "defaults: {when: {user: '/(/'}}\nrules:\n  - {when: {model: a}, reply: x}\n  - {when: {model: b}, reply: x}\n"
    )
    (told,) = found(tmp_path, text)
    assert told.startswith("1:25 error: the regex /(/ cannot be read")
