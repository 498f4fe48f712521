"""What every dialect must keep that reports log probabilities, in OpenAI's form: run against each one that is found."""

import json
from typing import Any

import pytest
from asgi_client import Got, call
from hypothesis import given, settings
from hypothesis import strategies as st
from row_laws import check_rows
from story import Json, Story, read_stream, read_whole

from mockllm import dialects
from mockllm.core import Dialect
from mockllm.server import build
from mockllm.settings import Settings

APP = build(Settings(clock="frozen", speed=None))
FIELD: dict[str, Any] = {"logprobs": True}

prompts = st.sampled_from(["Say hello to the harbour.", "Explain tides.", "Grüße an 你好 und 🏝️", "List five ships."])
words = st.one_of(prompts, st.text(min_size=1, max_size=40))
limits = st.fixed_dictionaries(
    {},
    optional={
        "n": st.integers(1, 3),
        "max_tokens": st.integers(0, 30),
        "stop": st.lists(st.sampled_from([" the", "a", "\n", ".", "ow", " harbour"]), min_size=1, max_size=4),
        "seed": st.integers(0, 5),
        "temperature": st.sampled_from([0, 0.4, 1, 2]),
        "logit_bias": st.sampled_from([{"279": -100}, {"1917": 100}, {"1917": 20}]),
    },
)
levels = st.sampled_from(["contract", "live", "lenient"])


def ask(dialect: Dialect, prompt: str, level: str = "contract", **fields: Any) -> Got:
    body = {**dialect.question(prompt, stream=bool(fields.get("stream"))), **fields}
    headers = {"content-type": "application/json", "x-mockllm-fidelity": level}
    return call(APP, f"{dialect.roots[0]}/chat/completions", json.dumps(body).encode(), headers=headers)


def whole(dialect: Dialect, prompt: str, level: str = "contract", **fields: Any) -> Story:
    return read_whole(dialect.name, ask(dialect, prompt, level, **fields))


def rows(story: Story, choice: int = 0) -> list[Json]:
    found = story.choices[choice].logprobs
    assert found is not None
    return found["content"]


def offers(dialect: Dialect) -> bool:
    got = ask(dialect, "Hi", **FIELD)
    return got.status == 200 and b'"logprobs"' in got.body


OFFERING = {name: dialect for name, dialect in dialects.load().items() if offers(dialect)}

each = pytest.mark.parametrize("dialect", OFFERING.values(), ids=OFFERING)


def test_our_own_dialects_offer_them() -> None:
    """So that none is left untested."""
    assert {"fireworks", "gateway"} <= OFFERING.keys()


@each
@settings(max_examples=60, deadline=None)
@given(prompt=words, fields=limits, top=st.none() | st.integers(0, 5), level=levels)
def test_rows_can_be_log_probabilities(
    dialect: Dialect, prompt: str, fields: dict[str, Any], top: int | None, level: str
) -> None:
    """They spell the text, one for each token; numbers are at most 0, fall, and sum up to 1 at most."""
    wanted = {} if top is None else {"top_logprobs": top}
    story = whole(dialect, prompt, level, **fields, **FIELD, **wanted)
    for place, told in enumerate(story.choices):
        check_rows(rows(story, place), told.text, top or 0)
        # "Up to" so many (both references): parts of characters are spelt alike, and clients know tokens by spelling.
        whole_tokens = rows(story, place)[:-1] if told.text.isascii() else []
        assert {len(row["top_logprobs"]) for row in whole_tokens} <= {top or 0}
    assert story.usage
    assert sum(len(rows(story, place)) for place in range(len(story.choices))) == story.usage["completion_tokens"]


@each
@settings(max_examples=60, deadline=None)
@given(prompt=words, fields=limits, top=st.integers(0, 5), level=levels)
def test_a_stream_tells_the_same(dialect: Dialect, prompt: str, fields: dict[str, Any], top: int, level: str) -> None:
    """The rows of its chunks are those of the whole answer, in order."""
    asked = {**fields, **FIELD, "top_logprobs": top}
    streamed = read_stream(dialect.name, ask(dialect, prompt, level, stream=True, **asked))
    assert streamed.choices == whole(dialect, prompt, level, **asked).choices


@each
@settings(max_examples=30, deadline=None)
@given(prompt=words, fields=limits, level=levels)
def test_telling_changes_nothing(dialect: Dialect, prompt: str, fields: dict[str, Any], level: str) -> None:
    """Texts, reasons and usage are those of the answer without log probabilities."""
    told, untold = whole(dialect, prompt, level, **fields, **FIELD), whole(dialect, prompt, level, **fields)
    assert told.usage == untold.usage
    assert [(choice.text, choice.finish) for choice in told.choices] == [
        (choice.text, choice.finish) for choice in untold.choices
    ]
    assert {choice.logprobs for choice in untold.choices} == {None}


@each
@settings(max_examples=20, deadline=None)
@given(prompt=words, top=st.integers(1, 5))
def test_the_greedy_text_takes_the_likeliest(dialect: Dialect, prompt: str, top: int) -> None:
    """At temperature 0 each token is the first of its candidates."""
    for row in rows(whole(dialect, prompt, temperature=0, top_logprobs=top, max_tokens=60, **FIELD)):
        first = row["top_logprobs"][0]
        assert (row["token"], row["logprob"]) == (first["token"], first["logprob"])


@each
def test_texts_that_begin_alike_have_rows_alike(dialect: Dialect) -> None:
    """A cut leaves the rows before it as they were, however many candidates each shows."""
    long = rows(whole(dialect, "Explain tides.", top_logprobs=5, **FIELD))
    short = rows(whole(dialect, "Explain tides.", top_logprobs=2, max_tokens=9, **FIELD))
    assert len(short) == 9
    assert short == [{**row, "top_logprobs": row["top_logprobs"][:2]} for row in long[:9]]


@each
def test_choices_have_rows_of_their_own(dialect: Dialect) -> None:
    """With several, each tells of its own tokens."""
    story = whole(dialect, "Explain tides.", n=3, max_tokens=20, temperature=1.5, **FIELD)
    assert len({json.dumps(rows(story, place)) for place in range(3)}) == 3
