"""What is explained is what comes."""

import io
import json
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from asgi_client import Got, call
from hypothesis import given, settings
from hypothesis import strategies as st
from stage import MODEL, PATHS, Stage, stage, tool

from mockllm.core import Incoming
from mockllm.server.lines import answered
from mockllm.server.log import Log
from mockllm.server.site import Site
from mockllm.server.story import Story, tell

FIND = tool("find", id={"type": "string"})
ONE = {"role": "assistant", "content": "One."}


def explained(played: Stage, body: Mapping[str, Any], headers: Mapping[str, str], namespace: str | None) -> Story:
    """The story of a request that is not made."""
    incoming = Incoming(
        method="POST",
        path="/chat/completions",
        query="",
        headers=headers,
        body=json.dumps(body).encode(),
        level="contract",
        namespace=namespace,
    )
    return tell(played.parts, played.parts.dialects["fireworks"], incoming)


def asked(played: Stage, body: Mapping[str, Any], headers: Mapping[str, str], namespace: str | None) -> Got:
    """The answer to the same request."""
    prefix = f"/t/{namespace}" if namespace else ""
    return call(played.app, prefix + PATHS["fireworks"], json.dumps(body).encode(), headers=headers)


def seen(got: Got, note: str | None) -> dict[str, Any]:
    """What the explanation says of an answer, read from the answer."""
    turn, reply = [got.headers.get(f"x-mockllm-{name}") for name in ("turn", "reply")]
    return {
        "status": got.status,
        "rule": got.headers.get("x-mockllm-rule"),
        "turn": turn and int(turn),
        "reply": reply and int(reply),
        "complaint": got.headers.get("x-mockllm-error"),
        "fault": note,
        "hint": got.headers.get("x-mockllm-hint"),
    }


WHENS: tuple[Mapping[str, Any], ...] = (
    {"user": "alpha", "stream": True},
    {"user": "alpha", "temperature": 1},
    {"user": "alpha"},
    {"tools": ["find"]},
    {"user": "beta"},
)
REPLIES = st.sampled_from(
    [
        "Hello.",
        {"content": "Twice.", "times": 2},
        {"error": "rate_limited"},
        {"error": 418, "times": 2},
        {"content": "{{ tool_result.x }}"},
        {"content": "{{ user }} {{ attempt }} {{ uuid() }}"},
        {"tool_calls": [{"find": {"id": 7}}]},
        {"tool_calls": [{"find": {"id": "{{ user }}"}}]},
        {"tool_calls": ["find"]},
        {"content": "Broken.", "fault": [{"status_only": 503, "rate": 0.5}, {"delay": "1s", "rate": 0.5}]},
        {"content": "Broken.", "fault": {"empty": "body", "rate": 0.5}},
        {"generate": {"tokens": 5}},
    ]
)
LISTS = st.lists(REPLIES, min_size=1, max_size=4)
OPTIONS = st.fixed_dictionaries(
    {"replies": LISTS},
    optional={"after": st.sampled_from(["next", "error", "cycle"]), "expect": st.just({"temperature": {"lte": 1}})},
)
TURNS = st.lists(st.fixed_dictionaries({"replies": LISTS}), min_size=1, max_size=3)
SCENARIOS = st.fixed_dictionaries(
    {
        "rules": st.lists(
            st.tuples(st.sampled_from(WHENS), OPTIONS), min_size=1, max_size=4, unique_by=lambda rule: str(rule[0])
        )
    },
    optional={
        "limits": st.just([{"name": "free", "requests": 4}]),
        "otherwise": st.just("Else."),
        "conversations": st.lists(TURNS, max_size=1),
    },
)
MESSAGES = (["alpha"], ["beta"], ["gamma"], ["talk"], ["talk", ONE, "alpha"], ["talk", ONE])
REQUESTS = st.fixed_dictionaries(
    {"messages": st.sampled_from(MESSAGES)},
    optional={
        "tools": st.just([FIND]),
        "stream": st.booleans(),
        "temperature": st.sampled_from([0, 1, 2, 9]),
        "mdel": st.just(1),
    },
)
ORDERS = [{"x-mockllm-fault": order} for order in ("503", "delay=1s", "?")]
SENT = st.tuples(REQUESTS, st.sampled_from([{}, {}, {}, *ORDERS]), st.sampled_from([None, "a"]))


def written(scenario: dict[str, Any]) -> str:
    """A scenario as a file has it; the rules come in an order in which each can be reached."""
    rules = sorted(scenario["rules"], key=lambda rule: WHENS.index(rule[0]))
    talks = scenario.get("conversations", [])
    return json.dumps(
        {
            **scenario,
            "rules": [{"name": f"r{place}", "when": when, **more} for place, (when, more) in enumerate(rules)],
            "conversations": [{"name": "talk", "when": {"user": "talk"}, "turns": turns} for turns in talks],
        }
    )


@settings(max_examples=80, deadline=None)
@given(scenario=SCENARIOS, sent=st.lists(SENT, min_size=4, max_size=9), on=st.sampled_from(["auto", "error"]))
def test_what_is_explained_comes(scenario: dict[str, Any], sent: list[tuple[Any, Any, Any]], on: str) -> None:
    """Status, rule, turn, reply, complaint, fault and hint, whatever came before; and explaining changes nothing."""
    with TemporaryDirectory() as folder:
        played = stage(Path(folder), written(scenario), on_unmatched=on)
    for fields, more, namespace in sent:
        told = [{"role": "user", "content": each} if isinstance(each, str) else each for each in fields["messages"]]
        body = {"model": MODEL, **fields, "messages": told}
        headers = {"content-type": "application/json", **more}
        story = explained(played, body, headers, namespace)
        assert explained(played, body, headers, namespace).text() == story.text()
        got = asked(played, body, headers, namespace)
        kept = played.page("GET", "/journal")["exchanges"][0]
        if story.come is None:
            assert got.headers.get("x-mockllm-rule") is None
            assert got.status >= 400
        elif story.come.sent is None:
            assert (got.status, kept["rule"]) == (200, None)
        else:
            assert story.come.json() == seen(got, kept["note"]), story.text()
            assert ("the request is refused" in story.outcome) == (kept["refused"] is not None)


SCENARIO = """
    rules:
      - name: hotel
        when: {user: hotel}
        replies:
          - {error: rate_limited, times: 2}
          - {content: Fine., fault: {stall: 2s after 3 chunks}}
          - "{{ tool_result.x }}"
          - {tool_calls: [{find: {id: 7}}]}
        after: error
    conversations:
      - {name: talk, when: {user: talk}, turns: [One., {replies: [{error: 503}, Two.]}]}
    """
HOTEL = [{"role": "user", "content": "hotel"}]


def test_the_outcome_says_what_comes(tmp_path: Path) -> None:
    """Which reply, which error, which fault, and why none."""
    played = stage(tmp_path, SCENARIO)
    body = {"model": MODEL, "messages": HOTEL, "tools": [FIND], "stream": True}
    told = []
    for _ in range(6):
        told.append(explained(played, body, {}, None).outcome.replace(f"{tmp_path}/", ""))
        asked(played, body, {}, None)
    template = told.pop(3)
    assert template.startswith('a template of "hotel" (w.yaml:3) cannot be filled in: {{ tool_result.x }}: ')
    assert template.endswith(" (reply 3 of 4); the request is refused")
    assert told == [
        '"hotel" (w.yaml:3) answers with error rate_limited (429), reply 1 of 4',
        '"hotel" (w.yaml:3) answers with error rate_limited (429), reply 1 of 4',
        '"hotel" (w.yaml:3) answers with reply 2 of 4; stalled for 2 s after 3 chunks, on purpose',
        '"hotel" (w.yaml:3) answers with reply 4 of 4',
        '"hotel" (w.yaml:3) has answered 5 times, and has no reply left; the request is refused',
    ]


def test_no_answer_at_all_is_told_of(tmp_path: Path) -> None:
    """Without waiting for it."""
    played = stage(tmp_path, "rules: [{name: a, reply: {error: timeout}}]")
    outcome = explained(played, {"model": MODEL, "messages": HOTEL}, {}, None).outcome
    assert outcome.endswith("answers with error timeout (no answer)")


def test_turns_are_told_of(tmp_path: Path) -> None:
    """With the reply where a turn has several."""
    played = stage(tmp_path, SCENARIO)
    body = {"model": MODEL, "messages": [{"role": "user", "content": "talk"}, ONE, {"role": "user", "content": "on"}]}
    assert "answers with error 503, turn 2 of 2, reply 1 of 2" in explained(played, body, {}, None).outcome
    got = asked(played, body, {}, None)
    assert (got.headers["x-mockllm-turn"], got.headers["x-mockllm-reply"]) == ("2", "1")


def test_an_order_comes_before_all_rules(tmp_path: Path) -> None:
    """No rule answers then, and the story says so."""
    played = stage(tmp_path, SCENARIO)
    story = explained(played, {"model": MODEL, "messages": HOTEL}, {"x-mockllm-fault": "rate_limited"}, None)
    assert story.outcome == "the request itself orders error rate_limited (429), and no rule is asked"
    assert "→" not in story.text()


def test_a_limit_refuses(tmp_path: Path) -> None:
    """And the legend says that it does."""
    played = stage(tmp_path, "{limits: [{name: free, requests: 1}], rules: [{name: a, reply: x}]}")
    body = {"model": MODEL, "messages": HOTEL}
    asked(played, body, {}, None)
    text = explained(played, body, {}, None).text()
    assert text.startswith("limit free refuses the request\n  → limit free: 0 of 1 requests left, too few")
    assert text.endswith("→ refuses   · would too, but comes later")


def test_the_legend_has_the_signs_that_occur(tmp_path: Path) -> None:
    """And no others."""
    scenario = """
        rules:
          - {name: a, when: {user: x}, replies: [x], after: next}
          - {name: b, when: {user: x}, reply: x}
          - {name: c, reply: y}
        """
    played = stage(tmp_path, scenario)
    body = {"model": MODEL, "messages": [{"role": "user", "content": "x"}]}
    asked(played, body, {}, None)
    signs = "→ answers   ○ would, but gives way   · would too, but comes later"
    assert explained(played, body, {}, None).text().splitlines()[-1] == signs


@pytest.mark.parametrize(
    ("call", "hint"),
    [
        ("{find: {id: 7}}", 'the arguments of find do not fit its schema: at id: 7 is not of type "string"'),
        ("{find: {id: '{{ user }}', n: 7}}", None),
        ("{find: {}}", 'the arguments of find do not fit its schema: "id" is a required property'),
        ("{name: find, arguments: '{\"id\": 7'}", None),
        ("find", None),
    ],
)
def test_arguments_that_do_not_fit_are_told_of(tmp_path: Path, call: str, hint: str | None) -> None:
    """By a hint beside the answer, by the story, and by the journal; those written as a text are meant as they are."""
    played = stage(tmp_path, f"rules: [{{reply: {{tool_calls: [{call}]}}}}]")
    body = {"model": MODEL, "messages": HOTEL, "tools": [FIND]}
    story = explained(played, body, {}, None)
    got = asked(played, body, {}, None)
    assert (got.status, got.headers.get("x-mockllm-hint")) == (200, hint)
    assert (f"\n  hint: {hint}\n" in story.text()) == (hint is not None)
    assert played.page("GET", "/journal")["exchanges"][0]["hint"] == hint


def test_hints_stand_beside_each_other(tmp_path: Path) -> None:
    """The script's own, one of an unknown header, and that of the arguments."""
    call = "{tool_calls: [{find: {id: 7}}], headers: {x-mockllm-hint: mine}}"
    got = stage(tmp_path, f"rules: [{{reply: {call}}}]").ask("x", tools=[FIND], headers={"x-mockllm-falt": "1"})
    mine, arguments, unknown = got.headers["x-mockllm-hint"].split("; ")
    assert mine == "mine"
    assert arguments.startswith("the arguments of find")
    assert unknown.startswith("there is no header x-mockllm-falt")


def test_a_schema_that_cannot_tell_is_no_reason(tmp_path: Path) -> None:
    """A call is answered whatever the tool's schema is."""
    strange = {"type": "function", "function": {"name": "find", "parameters": {"type": "object", "$ref": "#/nowhere"}}}
    played = stage(tmp_path, "rules: [{reply: {tool_calls: [{find: {id: 7}}]}}]")
    got = played.ask("x", tools=[strange], headers={"x-mockllm-fidelity": "lenient"})
    assert (got.status, got.headers.get("x-mockllm-hint")) == (200, None)


@pytest.mark.parametrize(
    ("turn", "reply", "told"),
    [
        (None, None, '"hotel"'),
        (None, 2, '"hotel" reply 2'),
        (2, None, '"hotel" turn 2'),
        (2, 1, '"hotel" turn 2 reply 1'),
    ],
)
def test_the_log_says_which_reply(turn: int | None, reply: int | None, told: str) -> None:
    """The rule's name, and behind it turn and reply."""
    assert answered("hotel", turn, reply) == told


def test_the_log_has_the_hint(tmp_path: Path) -> None:
    """Since clients hide the headers of an answer that came."""
    played = stage(tmp_path, "rules: [{name: seek, reply: {tool_calls: [{find: {id: 7}}]}}]")
    out = io.StringIO()
    log = Log(out)
    site = Site(played.app, engine=played.parts.engine, routes=played.parts.routes, log=log)
    body = {"model": MODEL, "messages": HOTEL, "tools": [FIND]}
    call(site, PATHS["fireworks"], json.dumps(body).encode())
    log.flush()
    told = '200 "seek" (the arguments of find do not fit its schema: at id: 7 is not of type "string")\n'
    assert out.getvalue().endswith(told)
