"""What judges the fuzzed answers is a good judge: good answers pass, and no falsified one does."""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from agreement import Exchange, problems, told_twice
from fuzzing import app, exchange

Json = dict[str, Any]
Falsify = Callable[[Json], Any]

APP = app()
FIREWORKS = {
    "model": "accounts/fireworks/models/llama-v3p3-70b-instruct",
    "messages": [{"role": "user", "content": "Tell me about the sea."}],
    "max_tokens": 12,
    "n": 2,
    "logprobs": True,
    "top_logprobs": 2,
    "return_token_ids": True,
    "raw_output": True,
    "perf_metrics_in_response": True,
}
GATEWAY = {
    **{key: FIREWORKS[key] for key in ("messages", "max_tokens", "n", "logprobs", "top_logprobs")},
    "model": "openai/gpt-4o",
}
ASKED = {"fireworks": FIREWORKS, "gateway": GATEWAY}


def ask(dialect: str, **changes: Any) -> Exchange:
    body = {key: value for key, value in {**ASKED[dialect], **changes}.items() if value is not None}
    return exchange(APP, dialect, "contract", json.dumps(body).encode())


def falsified(true: Exchange, body: bytes, status: int | None = None) -> Exchange:
    headers = {**true.got.headers}
    if "content-length" in headers:
        headers["content-length"] = str(len(body))
    got = replace(true.got, writes=[body], headers=headers, status=status or true.got.status)
    return replace(true, got=got)


def first_row(answer: Json) -> Json:
    row: Json = answer["choices"][0]["logprobs"]["content"][0]
    return row


def drop(holder: Any, key: Any) -> None:
    del holder[key]


@pytest.mark.parametrize("dialect", ASKED)
@pytest.mark.parametrize("stream", [None, True])
def test_a_true_answer_passes(dialect: str, stream: bool | None) -> None:
    """Whole and streamed."""
    assert list(problems(ask(dialect, stream=stream))) == []


LIES: dict[str, Falsify] = {
    "a total that does not add up": lambda a: a["usage"].update(total_tokens=3),
    "fewer tokens": lambda a: a["usage"].update(
        completion_tokens=a["usage"]["completion_tokens"] - 1, total_tokens=a["usage"]["total_tokens"] - 1
    ),
    "another text": lambda a: a["choices"][0]["message"].update(content="Something else."),
    "a row too few": lambda a: a["choices"][1]["logprobs"]["content"].pop(),
    "a probability above 1": lambda a: first_row(a).update(logprob=0.5),
    "alternatives out of order": lambda a: first_row(a)["top_logprobs"].reverse(),
    "alternatives above 1 together": lambda a: [other.update(logprob=-0.1) for other in first_row(a)["top_logprobs"]],
    "an alternative too many": lambda a: first_row(a)["top_logprobs"].append(
        {**first_row(a)["top_logprobs"][-1], "logprob": -30.0}
    ),
    "bytes of another token": lambda a: first_row(a).update(bytes=[1]),
    "no log probabilities": lambda a: drop(a["choices"][0], "logprobs"),
    "a reason of another kind": lambda a: a["choices"][0].update(finish_reason="tool_calls"),
    "an end by itself at the limit, and a reason nobody knows": lambda a: a["choices"][0].update(finish_reason="end"),
    "a choice too few": lambda a: a["choices"].pop(),
    "an index twice": lambda a: a["choices"][1].update(index=0),
    "another model": lambda a: a.update(model="other"),
    "a key nobody asked for": lambda a: a.update(system_fingerprint="x"),
    "a null": lambda a: a["choices"][0]["message"].update(reasoning_content=None),
    "an id of another form": lambda a: a.update(id="chatcmpl-1"),
}
LIES_OF_FIREWORKS: dict[str, Falsify] = {
    "another token id": lambda a: a["choices"][0]["token_ids"].__setitem__(0, 1),
    "a token id too few": lambda a: a["choices"][0]["token_ids"].pop(),
    "a prompt id too many": lambda a: a["prompt_token_ids"].append(1),
    "an offset that does not fit": lambda a: a["choices"][0]["logprobs"]["content"][1].update(text_offset=0),
    "metrics of another prompt": lambda a: a["perf_metrics"].update({"prompt-tokens": 1}),
    "no metrics": lambda a: drop(a, "perf_metrics"),
    "a raw output of something else": lambda a: a["choices"][0]["raw_output"].update(completion="Something else."),
    "raw ids of something else": lambda a: a["choices"][0]["raw_output"].update(completion_token_ids=[1, 2, 3]),
    "no raw output": lambda a: drop(a["choices"][0], "raw_output"),
}
CASES = [
    *(("fireworks", name, lie) for name, lie in (LIES | LIES_OF_FIREWORKS).items()),
    *(("gateway", name, lie) for name, lie in LIES.items()),
]


@pytest.mark.parametrize(("dialect", "falsify"), [case[::2] for case in CASES], ids=[f"{c[0]}: {c[1]}" for c in CASES])
def test_a_lie_is_noticed(dialect: str, falsify: Falsify) -> None:
    """One wrong thing in an answer that is right otherwise."""
    true = ask(dialect)
    answer = json.loads(true.got.body)
    falsify(answer)
    assert list(problems(falsified(true, json.dumps(answer).encode())))


def test_a_stop_sequence_in_the_text_is_noticed() -> None:
    """As if the request had asked to stop there."""
    true = ask("fireworks")
    stop = json.loads(true.got.body)["choices"][0]["message"]["content"][2:6]
    lied = replace(true, body=json.dumps({**FIREWORKS, "stop": stop}).encode())
    assert list(problems(lied))


STREAM_LIES: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "no end": lambda parts: parts[:-1],
    "the end twice": lambda parts: [*parts, parts[-1]],
    "no finish": lambda parts: [part for part in parts if b'"finish_reason":"' not in part],
    "a piece after the finish": lambda parts: [*parts[:-1], parts[3], parts[-1]],
    "a piece too few": lambda parts: [*parts[:4], *parts[5:]],
    "no role": lambda parts: parts[1:],
    "another id": lambda parts: [parts[0].replace(b"chatcmpl-", b"chatcmpl-0", 1), *parts[1:]],
    "a comment": lambda parts: [b": hello", *parts],
    "torn JSON": lambda parts: [parts[0], parts[1][:-1], *parts[2:]],
}


@pytest.mark.parametrize("dialect", ASKED)
@pytest.mark.parametrize("falsify", STREAM_LIES.values(), ids=STREAM_LIES)
def test_a_lie_in_a_stream_is_noticed(dialect: str, falsify: Callable[[list[bytes]], list[bytes]]) -> None:
    """By itself, or beside the whole answer."""
    true = ask(dialect, stream=True)
    parts = true.got.body.split(b"\n\n")[:-1]
    lied = falsified(true, b"".join(part + b"\n\n" for part in falsify(parts)))
    assert list(problems(lied)) or list(told_twice(lied, ask(dialect)))


def test_a_split_event_is_noticed() -> None:
    """Though the bytes are the same."""
    true = ask("gateway", stream=True)
    body = true.got.body
    assert list(problems(replace(true, got=replace(true.got, writes=[body[:50], body[50:]]))))


REFUSAL_LIES: dict[str, Falsify] = {
    "a place that is not there": lambda entry: entry.update(loc=["body", "messages", 3]),
    "a place outside the body": lambda entry: entry.update(loc=["query", "n"]),
    "another value": lambda entry: entry.update(input=5),
    "missing, though there": lambda entry: entry.update(type="missing"),
    "a fault no schema has": lambda entry: entry.update(type="greater_than", loc=["body", "temperature"], input=1),
    "no message": lambda entry: drop(entry, "msg"),
}


@pytest.mark.parametrize("falsify", REFUSAL_LIES.values(), ids=REFUSAL_LIES)
def test_a_lie_in_a_refusal_is_noticed(falsify: Falsify) -> None:
    """Of a request whose only fault is `n`, and of one without any."""
    for n in (999, 1):
        true = ask("fireworks", n=999, temperature=1)
        entries = json.loads(true.got.body)["detail"]
        entry = deepcopy(entries[0])
        falsify(entry)
        asked = json.dumps({**json.loads(true.body), "n": n}).encode()
        lied = falsified(replace(true, body=asked), json.dumps({"detail": [entry]}).encode())
        assert list(problems(lied))


def test_a_refusal_said_twice_is_noticed() -> None:
    """One entry for one fault."""
    true = ask("fireworks", n=999)
    entries = json.loads(true.got.body)["detail"]
    assert list(problems(falsified(true, json.dumps({"detail": entries * 2}).encode())))


@pytest.mark.parametrize(
    ("dialect", "body", "status"),
    [
        ("fireworks", {"error": "text"}, 400),
        ("fireworks", {"detail": []}, 422),
        ("fireworks", {"detail": "text"}, 500),
        ("gateway", {"error": {"message": "text"}}, 400),
        ("gateway", {"error": "text"}, 418),
        ("gateway", {"error": "temperature must be at most 2, got 3"}, 400),
    ],
)
def test_a_refusal_of_another_form_is_noticed(dialect: str, body: Json, status: int) -> None:
    """Or with a status the document does not know, or of a request that nothing is wrong with."""
    assert list(problems(falsified(ask(dialect), json.dumps(body).encode(), status)))


@pytest.mark.parametrize("dialect", ASKED)
def test_accepting_what_the_schema_refuses_is_noticed(dialect: str) -> None:
    """As if the request had been another."""
    true = ask(dialect)
    assert list(problems(replace(true, body=json.dumps({**ASKED[dialect], "temperature": 3}).encode())))
