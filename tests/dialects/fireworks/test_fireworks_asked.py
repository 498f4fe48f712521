"""How what was asked for is written: byte for byte, and in streams with the token it belongs to."""

import json
from math import inf, log
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from row_laws import check_lists, check_offsets

from mockllm.core import Answer, Candidate, Choice, Extras, Logprobs, Passage, Request, Row, Timing, Usage
from mockllm.dialects.fireworks import dialect
from mockllm.dialects.fireworks.logprobs import number

HEAD = f'{{"id":"chatcmpl-{"0" * 32}","object":"chat.completion","created":1,"model":"m","choices":['
CHUNK = "data: " + HEAD.replace("completion", "completion.chunk")
USAGE = '"usage":{"prompt_tokens":2,"total_tokens":4,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":0}}'


def passage(*pieces: str, start: int = 10, drawn: bool = True) -> Passage:
    """Pieces with ids from `start` on, each with itself and another as candidates."""
    rows = []
    for token, piece in enumerate(pieces, start):
        top = (Candidate(token, piece, -0.5), Candidate(1, "~", -2.0))
        rows.append(Row(token, piece, -0.5, -0.25 if drawn else None, top))
    return Passage(text="".join(pieces), ids=range(start, start + len(pieces)), pieces=pieces, rows=rows)


def choice(*pieces: str, index: int = 0, echo: Passage | None = None) -> Choice:
    content = passage(*pieces)
    return Choice(index=index, passage=content, finish_reason="stop", echo=echo, ids=content.ids, raw=content.text)


def answer(*choices: Choice) -> Answer:
    return Answer(
        id="0" * 32, created=1, model="m", choices=choices, usage=Usage(prompt=2, completion=2),
        timing=Timing(first_token_s=0.25, total_s=1), max_tokens=9, prompt_ids=[7, 8], prompt_fragments=[7, "<p>"],
    )  # fmt: skip


def request(**extras: Any) -> Request:
    return Request(
        dialect="fireworks", level="contract", model="m", asked_model="m", messages=(), extras=Extras(**extras),
        usage_chunk="finish",
    )  # fmt: skip


def frames(asked: Request, given: Answer) -> list[str]:
    return [data.decode() for _, data in dialect.stream(asked, given)[1]]


ROW = (
    '{{"token":"{0}","logprob":-0.5,"sampling_logprob":{3},"bytes":[{4}],"top_logprobs":[{{"token":"{0}","logprob":-0.5,'
    '"token_id":{1},"bytes":[{4}]}},{{"token":"~","logprob":-2.0,"token_id":1,"bytes":[126]}}],"token_id":{1},"text_offset":{2}}}'
)  # fmt: skip
OPENAI = Logprobs(form="openai", top=2)
LEGACY = Logprobs(form="legacy", top=2)
EVERYTHING = {"logprobs": OPENAI, "token_ids": True, "raw_output": True, "perf_metrics": True}
RAW = (
    '"raw_output":{{"prompt_fragments":[7,"<p>"],"prompt_token_ids":[7,8],"completion":"ab","completion_token_ids":[10,11],'
    '"completion_logprobs":{0},"images":null,"videos":null,"grammar":null}}'
)  # fmt: skip
METRICS = (
    '"perf_metrics":{"prompt-tokens":2,"cached-prompt-tokens":0,"server-time-to-first-token":0.250,'
    '"server-processing-time":1.000}'
)
ROWS = ROW.format("a", 10, 0, -0.25, 97), ROW.format("b", 11, 1, -0.25, 98)


def test_everything_in_one_piece() -> None:
    """Keys in the order in which the service declares them (wire/fireworks.md 1.1, 4)."""
    rows = f'{{"content":[{",".join(ROWS)}]}}'
    _, body = dialect.whole(request(**EVERYTHING), answer(choice("a", "b")))
    assert body.decode() == (
        f'{HEAD}{{"index":0,"message":{{"role":"assistant","content":"ab"}},"finish_reason":"stop","logprobs":{rows},'
        f'{RAW.format(rows)},"token_ids":[10,11]}}],{USAGE},{METRICS},"prompt_token_ids":[7,8]}}'
    )


def test_everything_in_a_stream() -> None:
    """Prompt ids come first, rows and ids with their token, raw output and metrics with the finish."""
    rows = f'{{"content":[{",".join(ROWS)}]}}'
    role, first, second, finish, done = frames(request(**EVERYTHING), answer(choice("a", "b")))
    assert role == (
        f'{CHUNK}{{"index":0,"delta":{{"role":"assistant"}},"finish_reason":null}}],"usage":null'
        ',"prompt_token_ids":[7,8]}\n\n'
    )
    assert first == (
        f'{CHUNK}{{"index":0,"delta":{{"content":"a"}},"finish_reason":null,"logprobs":{{"content":[{ROWS[0]}]}},'
        '"token_ids":[10]}],"usage":null}\n\n'
    )
    assert second == (
        f'{CHUNK}{{"index":0,"delta":{{"content":"b"}},"finish_reason":null,"logprobs":{{"content":[{ROWS[1]}]}},'
        '"token_ids":[11]}],"usage":null}\n\n'
    )
    assert finish == (
        f'{CHUNK}{{"index":0,"delta":{{}},"finish_reason":"stop",{RAW.format(rows)}}}],{USAGE},{METRICS}}}\n\n'
    )
    assert done == "data: [DONE]\n\n"


def test_the_older_form() -> None:
    """Five lists, the alternatives by their text."""
    _, body = dialect.whole(request(logprobs=LEGACY), answer(choice("a", "b")))
    assert body.decode() == (
        f'{HEAD}{{"index":0,"message":{{"role":"assistant","content":"ab"}},"finish_reason":"stop","logprobs":{{'
        '"tokens":["a","b"],"token_logprobs":[-0.5,-0.5],"top_logprobs":[{"a":-0.5,"~":-2.0},{"b":-0.5,"~":-2.0}],'
        f'"text_offset":[0,1],"token_ids":[10,11]}}}}],{USAGE}}}'
    )


def test_an_echo_comes_first() -> None:
    """Its tokens were not drawn; of the very first nothing is known; offsets go on after it."""
    echo = passage("P", "é", start=7, drawn=False)
    first = Row(7, "P", 0.0, None, None)
    echo = Passage(text=echo.text, ids=echo.ids, pieces=echo.pieces, rows=[first, *(echo.rows or ())[1:]])
    _, body = dialect.whole(request(logprobs=OPENAI), answer(choice("a", echo=echo)))
    assert body.decode() == (
        f'{HEAD}{{"index":0,"message":{{"role":"assistant","content":"Péa"}},"finish_reason":"stop","logprobs":{{"content":['
        '{"token":"P","logprob":0.0,"sampling_logprob":null,"bytes":[80],"token_id":7,"text_offset":0},'
        f'{ROW.format("é", 8, 1, "null", "195,169")},{ROW.format("a", 10, 2, -0.25, 97)}]}}}}],{USAGE}}}'
    )  # fmt: skip


texts = st.lists(st.sampled_from(["", "a", "bc", "é", "\n"]), max_size=6)


@given(
    contents=st.lists(texts, min_size=1, max_size=3),
    prompt=st.none() | texts,
    form=st.sampled_from([None, OPENAI, LEGACY]),
    ids=st.booleans(),
)
def test_what_has_no_text_goes_with_what_has(
    contents: list[list[str]], prompt: list[str] | None, form: Logprobs | None, ids: bool
) -> None:
    """A token inside a character joins the next chunk, or the finish, so that no row and no id is lost."""
    echo = None if prompt is None else passage(*prompt, start=90)
    given = answer(*[choice(*pieces, index=index, echo=echo) for index, pieces in enumerate(contents)])
    asked = request(logprobs=form, token_ids=ids, echo=-1 if echo else 0)
    whole = json.loads(dialect.whole(asked, given)[1])["choices"]
    steps = list(dialect.stream(asked, given)[1])
    joined: list[dict[str, Any]] = [{"index": index, "content": ""} for index in range(len(contents))]
    for _, data in steps[:-1]:
        for piece in json.loads(data[6:])["choices"]:
            told = joined[piece["index"]]
            told["content"] += piece["delta"].get("content", "")
            if "token_ids" in piece:
                told["token_ids"] = told.get("token_ids", []) + piece["token_ids"]
            for name, values in piece.get("logprobs", {}).items():
                lists = told.setdefault("logprobs", {})
                lists[name] = lists.get(name, []) + values
    for choices in whole:
        choices["content"] = choices.pop("message")["content"]
        assert choices.pop("finish_reason") == "stop"
    assert joined == whole


@given(contents=st.lists(texts, min_size=1, max_size=3), prompt=st.none() | texts)
def test_an_echo_takes_no_time(contents: list[list[str]], prompt: list[str] | None) -> None:
    """The frames take the time of the longest answer; none is sent before the first token is there."""
    echo = None if prompt is None else passage(*prompt, start=90)
    given = answer(*[choice(*pieces, index=index, echo=echo) for index, pieces in enumerate(contents)])
    ticks = [tick for tick, _ in dialect.stream(request(echo=-1, logprobs=OPENAI), given)[1]]
    assert min(ticks) >= 0
    assert sum(ticks) == max(map(len, contents))
    assert ticks[0] == int(bool(contents[0]))
    echoed = sum(1 for piece in prompt or () if piece) * len(contents)
    assert not any(ticks[len(contents) : len(contents) + echoed])


def test_candidates_are_told_apart_by_their_text() -> None:
    """Where a token is cut it is spelled so among its candidates too, and what else is spelled so is left out."""
    row = Row(5, "x", -3.0, -3.0, (Candidate(6, "x", -0.5), Candidate(7, "", -1.5), Candidate(8, "", -2.0)))
    cut = Row(5, "x", -3.0, -3.0, (Candidate(5, "xyz", -3.0), Candidate(7, "y", -4.0)))
    rows = [row, cut]
    content = Passage(text="xx", ids=[5, 5], pieces=["x", "x"], rows=rows)
    given = answer(Choice(index=0, passage=content, finish_reason="stop", ids=content.ids, raw="xx"))
    lists = json.loads(dialect.whole(request(logprobs=LEGACY), given)[1])["choices"][0]["logprobs"]
    assert lists["top_logprobs"] == [{"": -1.5, "x": -3.0}, {"x": -3.0, "y": -4.0}]
    check_lists(lists, "xx", 3)
    content_rows = json.loads(dialect.whole(request(logprobs=OPENAI), given)[1])["choices"][0]["logprobs"]["content"]
    assert [[other["token"] for other in row["top_logprobs"]] for row in content_rows] == [["", ""], ["x", "y"]]
    check_offsets([row["text_offset"] for row in content_rows], ["x", "x"])


@pytest.mark.parametrize(
    ("logprob", "written"),
    [
        (-0.12345649, "-0.123456"),
        (-1e-9, "0.0"),
        (1e-13, "0.0"),
        (-0.0, "0.0"),
        (-inf, "-9999.0"),
        (log(0.5), "-0.693147"),
    ],
)
def test_numbers_are_rounded_and_never_above_0(logprob: float, written: str) -> None:
    """Six decimals, no negative zero, and an end to how unlikely a token can be."""
    assert number(logprob) == written
