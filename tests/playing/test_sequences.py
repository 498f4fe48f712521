"""Replies in turn, conversations, expectations: what depends on what came before."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from stage import Said, called, choice, complaint, result, stage, tool

BUSY = """
    rules:
      - name: busy twice, then fine
        when: {user: busy}
        replies:
          - {error: rate_limited, retry_after: 2s}
          - {error: overloaded}
          - Here at last.
        AFTER
      - {name: behind, when: {user: busy}, reply: Behind.}
    """


def sequence(tmp_path: Path, after: str, asked: int = 5) -> list[str]:
    text = BUSY.replace("AFTER", f"after: {after}" if after else "")
    if after in ("", "cycle", "last", "error"):  # a rule that never gives way hides the one behind it
        text = text.replace("- {name: behind, when: {user: busy}, reply: Behind.}", "")
    played = stage(tmp_path, text)
    got = [played.ask("busy") for _ in range(asked)]
    return [choice(each)["message"]["content"] if each.status == 200 else str(each.status) for each in got]


@pytest.mark.parametrize(
    ("after", "told"),
    [
        ("", ["429", "503", "Here at last.", "Here at last.", "Here at last."]),
        ("last", ["429", "503", "Here at last.", "Here at last.", "Here at last."]),
        ("cycle", ["429", "503", "Here at last.", "429", "503"]),
        ("next", ["429", "503", "Here at last.", "Behind.", "Behind."]),
        ("error", ["429", "503", "Here at last.", "400", "400"]),
    ],
)
def test_replies_come_in_turn(tmp_path: Path, after: str, told: list[str]) -> None:
    """One for each request; `after` says what follows the last."""
    assert sequence(tmp_path, after) == told


def test_each_namespace_counts_for_itself(tmp_path: Path) -> None:
    """Sixteen at once do not disturb each other."""
    played = stage(
        tmp_path,
        BUSY.replace("AFTER", "after: cycle").replace("- {name: behind, when: {user: busy}, reply: Behind.}", ""),
    )

    def run(name: str) -> list[int]:
        return [played.ask("busy", namespace=name).status for _ in range(7)]

    with ThreadPoolExecutor(16) as pool:
        runs = list(pool.map(run, [f"test-{number}" for number in range(16)]))
    assert runs == [[429, 503, 200, 429, 503, 200, 429]] * 16


def test_a_refused_request_consumes_nothing(tmp_path: Path) -> None:
    """Neither one the service refuses, nor one that a rule expects otherwise, nor one ordered to fail."""
    played = stage(
        tmp_path,
        """
        rules:
          - {when: {user: go}, expect: {temperature: {lte: 0.3}}, replies: [first, second]}
        """,
    )
    assert played.ask("go", temperature=7).status == 422
    assert played.ask("go", temperature=1).headers["x-mockllm-error"] == "expectation"
    assert played.ask("go", temperature=0, headers={"x-mockllm-fault": "503"}).status == 503
    assert [played.says("go", temperature=0) for _ in range(2)] == ["first", "second"]


def test_an_expectation_says_what_it_wanted(tmp_path: Path) -> None:
    """The rule, the field, what was wanted and what came; and no client asks again."""
    played = stage(tmp_path, "rules: [{name: cold, expect: {temperature: {lte: 0.3}, tools: [find]}, reply: x}]")
    got = played.ask("go", temperature=1)
    assert (got.status, got.headers["x-should-retry"], got.headers["x-mockllm-rule"]) == (400, "false", "cold")
    assert complaint(got).startswith('mockllm: "cold" (')
    assert "temperature wanted <= 0.3, got 1" in complaint(got)
    assert "tools wanted find, got nothing" in complaint(got)


BOOKING = """
    conversations:
      - name: book a table
        when: {user: table}
        turns:
          - {expect: {tools: [find_table]}, reply: {tool_calls: [{find_table: {people: 2}}]}}
          - {expect: {tool_result: find_table}, reply: "Free at {{ tool_result.time }}. Shall I book?"}
          - Booked for two.
    rules:
      - {name: small talk, reply: Hello.}
    """
FIND = tool("find_table", people={"type": "integer"})


def test_a_conversation_is_told_turn_by_turn(tmp_path: Path) -> None:
    """The turn is read from the request, so asking again brings the same."""
    played = stage(tmp_path, BOOKING)
    story: list[Said] = ["A table, please.", called("find_table", '{"people": 2}'), result('{"time": "19:30"}')]
    for _ in range(2):
        assert (
            choice(played.ask(*story[:1], tools=[FIND]))["message"]["tool_calls"][0]["function"]["name"] == "find_table"
        )
        assert played.says(*story, tools=[FIND]) == "Free at 19:30. Shall I book?"
    story += [{"role": "assistant", "content": "Free at 19:30. Shall I book?"}, "Yes."]
    assert played.says(*story, tools=[FIND]) == "Booked for two."


def test_a_turn_may_fail_before_it_is_given(tmp_path: Path) -> None:
    """Its replies come one for each request for it, the last one from then on, in each namespace."""
    played = stage(
        tmp_path,
        """
        conversations:
          - turns:
              - replies: [{error: overloaded, times: 2}, One.]
              - replies: [{error: 429}, "Two, {{ match.word }}."]
                expect: {user: '/(?P<word>\\w+)!/'}
        """,
    )
    later: list[Said] = ["Go.", {"role": "assistant", "content": "One."}, "On!"]
    for name in ("a", "b"):
        assert [played.ask("Go.", namespace=name).status for _ in range(4)] == [503, 503, 200, 200]
        assert [played.ask(*later, namespace=name).status for _ in range(2)] == [429, 200]
    assert played.says(*later, namespace="a") == "Two, On."


def test_what_was_expected_can_be_spoken_of(tmp_path: Path) -> None:
    """What `when` found comes before what the rule expects, and that before what the turn does."""
    played = stage(
        tmp_path,
        """
        conversations:
          - name: talk
            when: {user: '/(?P<a>first)/'}
            turns: [One., {expect: {user: '/(?P<a>sec)(?P<b>ond)/'}, reply: "{{ match.a }} {{ match.b }}"}]
        rules:
          - when: {user: '/(?P<a>A)/'}
            expect: {model: '/(?P<b>[a-z]+)-(?P<a>.)/'}
            reply: "{{ match.a }} {{ match.b }} {{ match['1'] }} {{ match[1] }}"
        """,
    )
    assert played.says("first", {"role": "assistant", "content": "One."}, "second") == "first ond"
    assert played.says("A") == "A llama A A"


def test_a_conversation_that_goes_wrong_fails(tmp_path: Path) -> None:
    """From its first message on, an expectation that is not met is a failure, and no other rule answers."""
    played = stage(tmp_path, BOOKING)
    got = played.ask("A table, please.")
    assert got.headers["x-mockllm-error"] == "expectation"
    assert "turn 1" in complaint(got)
    assert played.says("Hello") == "Hello."


def test_a_conversation_has_an_end(tmp_path: Path) -> None:
    """A further turn is a complaint that says how many there are."""
    played = stage(tmp_path, "conversations: [{name: short, when: {user: hi}, turns: [Hello.]}]")
    got = played.ask("hi", {"role": "assistant", "content": "Hello."}, "And now?")
    assert (got.status, got.headers["x-mockllm-error"]) == (400, "exhausted")
    assert "has 1 turn" in complaint(got)


def test_a_conversation_may_begin_at_the_last_message(tmp_path: Path) -> None:
    """Where the history holds examples, or was cut."""
    played = stage(tmp_path, "conversations: [{name: late, when: {user: table}, from: last_user, turns: [One., Two.]}]")
    shown: list[Said] = ["Say hi.", {"role": "assistant", "content": "hi"}, "A table."]
    assert played.says(*shown) == "One."
    assert played.says(*shown, {"role": "assistant", "content": "One."}) == "Two."


def test_otherwise_answers_last(tmp_path: Path) -> None:
    """After all rules of all files."""
    played = stage(tmp_path, "{otherwise: Something else., rules: [{when: {user: hi}, reply: Hello.}]}")
    assert [played.says("hi"), played.says("what?")] == ["Hello.", "Something else."]


@pytest.mark.parametrize(
    ("setting", "status"), [({}, 400), ({"on_unmatched": "generate"}, 200), ({"on_unmatched": "error"}, 400)]
)
def test_what_matches_no_rule(tmp_path: Path, setting: dict[str, str], status: int) -> None:
    """Is refused once anything is scripted, unless the generator is to answer."""
    played = stage(tmp_path, "rules: [{name: greet, when: {user: hello}, reply: x}]", **setting)
    got = played.ask("Hello!")
    assert got.status == status
    if status == 400:
        assert got.headers["x-mockllm-error"] == "unmatched"
        assert 'nearest "greet"' in complaint(got)
        assert "write /hello/i" in complaint(got)


def test_the_attempt_is_told_to_templates(tmp_path: Path) -> None:
    """It counts from 1."""
    played = stage(tmp_path, "rules: [{reply: 'attempt {{ attempt }}'}]")
    assert [played.says("x"), played.says("x"), played.says("x", namespace="other")] == [
        "attempt 1",
        "attempt 2",
        "attempt 1",
    ]


def test_a_template_that_fails_says_why(tmp_path: Path) -> None:
    """With the expression, and what there is."""
    played = stage(tmp_path, "rules: [{name: report, reply: 'It is {{ tool_result.temp }}'}]")
    story: list[Said] = ["x", called("get"), result(json.dumps({"temperature": 4}))]
    got = played.ask(*story, tools=[tool("get")])
    assert (got.status, got.headers["x-mockllm-error"]) == (400, "template")
    assert "tool_result.temp" in complaint(got)
    assert "temperature" in complaint(got)


def test_calls_of_tools_nobody_offered(tmp_path: Path) -> None:
    """Are a complaint with the nearest name, unless the script insists."""
    played = stage(
        tmp_path,
        """
        rules:
          - {when: {user: insist}, reply: {tool_calls: [{get_wether: {}}], allow_unknown_tool: true}}
          - {reply: {tool_calls: [{get_wether: {}}]}}
        """,
    )
    got = played.ask("x", tools=[tool("get_weather")])
    assert got.headers["x-mockllm-error"] == "reply"
    assert "get_weather: did you mean that?" in complaint(got)
    assert "offers no tools" in complaint(played.ask("x"))
    assert choice(played.ask("insist"))["finish_reason"] == "tool_calls"
