"""An answer that is filled in from an earlier one is the answer that would have been written."""

from pathlib import Path
from typing import Any

import pytest
from asgi_client import Got
from hypothesis import given, settings
from hypothesis import strategies as st
from stage import MODELS, OK, Stage, stage

from mockllm.core import ID

SCENARIO = f"""\
rules:
  - {{when: {{user: plain}}, reply: "Nothing but words, and \\"quotes\\"."}}
  - {{when: {{user: mark}}, reply: "It holds {ID}."}}
  - {{when: {{user: refuse}}, reply: {{refusal: "No, é."}}}}
  - {{when: {{user: think}}, reply: {{reasoning: First one thing., content: Then another.}}}}
  - {{when: {{user: told}}, reply: {{content: Said., id: own-id, model: other, usage: {{prompt_tokens: 7}}}}}}
  - {{when: {{user: heads}}, reply: {{content: Said., headers: {{x-a: b, x-request-id: mine}}}}}}
  - {{when: {{user: turn}}, replies: [One., Two., Three.]}}
  - {{when: {{user: fill}}, reply: "{{{{ user }}}}"}}
  - {{when: {{user: slow}}, reply: {{content: Word by word., pace: {{ttft: 1s, tps: 10}}}}}}
  - {{when: {{user: cut}}, reply: {{content: A tale of many words., chunks: word}}}}
  - {{when: {{user: spoilt}}, reply: {{content: A tale of many words., fault: truncate}}}}
  - {{when: {{user: open}}, reply: {{generate: {{tokens: 4}}}}}}
limits: [{{name: busy, when: {{user: counted}}, requests: 1000}}]
otherwise: By and by.
"""

KINDS = (
    "plain", "mark", "refuse", "think", "told", "heads", "turn", "fill", "slow", "cut", "spoilt", "counted", "open",
    "none",
)  # fmt: skip

COUNTING = ("turn", "counted")
"""Kinds whose answers tell how many there were."""

FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "stream": st.booleans(),
        "max_tokens": st.sampled_from([1, 3, 500]),
        "stop": st.sampled_from(["words", ["and", "é"]]),
        "temperature": st.sampled_from([0, 0.0, 1, 1.0]),
        "n": st.sampled_from([1, 2]),
        "user": st.sampled_from(["a", "b"]),
        "stream_options": st.sampled_from([{"include_usage": True}, {"include_usage": False}]),
        "logprobs": st.sampled_from([True, False]),
        "seed": st.sampled_from([1, 2]),
    },
)

Question = tuple[str, str, dict[str, Any], str]


def asked(server: Stage, question: Question) -> Got:
    dialect, words, fields, level = question
    return server.ask(words, dialect=dialect, headers={"x-mockllm-fidelity": level}, **fields)


def seen(got: Got) -> tuple[int, list[tuple[str, str]], bytes]:
    return got.status, sorted(got.headers.items()), got.body


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("forms")


QUESTIONS = st.lists(
    st.tuples(
        st.sampled_from(sorted(MODELS)),
        st.sampled_from(["one", "two", "boat", "much longer words"]),
        FIELDS,
        st.sampled_from(["contract", "live"]),
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=40)
@given(st.sampled_from(KINDS), QUESTIONS)
def test_an_answer_does_not_depend_on_earlier_ones(folder: Path, kind: str, questions: list[Question]) -> None:
    """Whoever asks, and however often, gets what a server that is new to it answers."""
    server, answered = stage(folder, SCENARIO), 0
    for dialect, word, fields, level in [*questions * 3, questions[0]]:
        question = (dialect, f"{kind} {word}", fields, level)
        fresh = stage(folder, SCENARIO)
        for _ in range(answered if kind in COUNTING else 0):
            asked(fresh, (dialect, kind, {}, "contract"))
        got = asked(server, question)
        assert seen(got) == seen(asked(fresh, question))
        answered += got.status == OK


def test_forms_are_used(tmp_path: Path) -> None:
    """From the third on, answers that differ in nothing but their id are filled in."""
    server = stage(tmp_path, SCENARIO)
    engine, dialect = server.parts.engine, server.parts.dialect
    found = []
    for word in ("one", "two", "six"):
        body = server.ask(f"plain {word}").body
        entry = next(server.parts.journal.latest())
        request = engine.read(dialect, entry.incoming)
        outgoing = engine.answer(dialect, request, entry.incoming)  # type: ignore[arg-type]  # it was let through
        found.append(outgoing.form is not None)
        assert outgoing.body == body
    assert found == [False, True, True]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"logprobs": 1}, {"logprobs": True}),
        ({"n": 1}, {"n": 2}),
        ({"stop": "and"}, {"stop": "words"}),
        ({}, {"max_tokens": 1}),
        ({"temperature": 0.0}, {"temperature": -0.0}),
    ],
)
def test_who_asks_otherwise_is_answered_otherwise(tmp_path: Path, one: Any, other: Any) -> None:
    """Whoever asks otherwise is answered as if nobody had asked before."""
    server = stage(tmp_path, SCENARIO)
    for _ in range(4):
        server.ask("plain", **one)
    assert seen(server.ask("plain", **other)) == seen(stage(tmp_path, SCENARIO).ask("plain", **other))


def test_scripts_that_are_read_again_have_new_answers(tmp_path: Path) -> None:
    """A form goes with the rule that it was made of."""
    server = stage(tmp_path, "rules: [{name: a, when: {user: boat}, reply: Old.}]")
    assert [server.says("boat") for _ in range(4)] == ["Old."] * 4
    (tmp_path / "w.yaml").write_text("rules: [{name: a, when: {user: boat}, reply: New.}]")
    server.parts.scripts.again()
    assert [server.says("boat") for _ in range(4)] == ["New."] * 4


def test_a_hint_for_one_client_is_not_told_to_others(tmp_path: Path) -> None:
    """What is added to one answer is no part of its form."""
    server = stage(tmp_path, SCENARIO)
    for _ in range(3):
        assert "x-mockllm-hint" not in server.ask("plain").headers
    assert "x-mockllm-hint" in server.ask("plain", headers={"x-mockllm-nonsense": "1"}).headers
    assert "x-mockllm-hint" not in server.ask("plain").headers


def test_a_long_answer_is_not_remembered(tmp_path: Path) -> None:
    """To learn it would hold others up."""
    server = stage(tmp_path, f"rules: [{{when: {{user: plain}}, reply: {'word ' * 500}}}]")
    for _ in range(4):
        body = server.ask("plain").body
    engine, dialect = server.parts.engine, server.parts.dialect
    incoming = next(server.parts.journal.latest()).incoming
    outgoing = engine.answer(dialect, engine.read(dialect, incoming), incoming)  # type: ignore[arg-type]  # as above
    assert outgoing.form is None
    assert outgoing.body == body
