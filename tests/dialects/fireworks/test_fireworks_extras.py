"""What Fireworks adds on request, all of it together: every pair of options agrees, whole and streamed."""

import json
from itertools import combinations

import pytest
from asgi_client import Got, call
from hypothesis import given, settings
from hypothesis import strategies as st
from row_laws import check_lists, check_offsets, check_rows
from story import Json, Story, Told, read_stream, read_whole

from mockllm.server import build
from mockllm.settings import Settings
from mockllm.tokens import for_vocabulary

MODEL = "accounts/fireworks/models/kimi-k2-instruct-0905"
TOKENIZER = for_vocabulary("cl100k")
APP = build(Settings(clock="frozen", speed=None))

OPTIONS: list[Json] = [
    {"echo": True},
    {"echo_last": 3},
    {"n": 3},
    {"stop": [" the", "ar"]},
    {"max_tokens": 7},
    {"max_tokens": 0},
    {"logprobs": 2},
    {"logprobs": True, "top_logprobs": 3},
    {"return_token_ids": True},
    {"raw_output": True},
    {"perf_metrics_in_response": True},
    {"stream_options": {"include_usage": True}},
    {"prediction": "A hello to the harbour"},
    {"temperature": 0},
    {"logit_bias": {"9468": 100}, "max_tokens": 5},
    {"messages": [{"role": "user", "content": "Grüße an 你好 und 🏝️ 𓀀"}]},
    {
        "messages": [{"role": "system", "content": "x " * 30}, {"role": "user", "content": "ä" * 9}],
        "prompt_truncate_len": 20,
    },
]

combined = st.lists(st.sampled_from(OPTIONS), min_size=3, max_size=8).map(
    lambda chosen: {key: value for option in chosen for key, value in option.items()}
)
contents = st.sampled_from(["Say hello to the harbour.", "Explain tides."]) | st.text(min_size=1, max_size=30)


def post(fields: Json, level: str = "contract") -> Got:
    body = {"model": MODEL, "messages": [{"role": "user", "content": "Say hello to the harbour."}], **fields}
    headers = {"content-type": "application/json", "x-mockllm-fidelity": level}
    return call(APP, "/inference/v1/chat/completions", json.dumps(body).encode(), headers=headers)


def whole(fields: Json, level: str = "contract") -> Story:
    return read_whole("fireworks", post(fields, level))


def streamed(fields: Json, level: str = "contract") -> Story:
    return read_stream("fireworks", post({**fields, "stream": True}, level))


def echoed(fields: Json, story: Story) -> list[int]:
    """The ids of the prompt that an answer repeats."""
    ids = list(story.prompt_token_ids or ())
    return ids if fields.get("echo") else ids[len(ids) - fields.get("echo_last", 0) :]


def check(fields: Json, level: str = "contract") -> None:
    """Asks once with everything unasked left out, once as it is, once streamed, and compares."""
    everything = whole({**fields, "return_token_ids": True})
    plain = whole({key: value for key, value in fields.items() if key not in ("echo", "echo_last")}, level)
    story = whole(fields, level)
    echo = "".join(TOKENIZER.pieces(echoed(fields, everything)))
    assert story.usage == plain.usage
    for told, without in zip(story.choices, plain.choices, strict=True):
        assert (told.text, told.finish) == (echo + without.text, without.finish)
        check_choice(fields, story, told, echoed(fields, everything))
    if level == "contract":
        assert story.usage == everything.usage
    got = streamed(fields, level)
    assert got.choices == story.choices
    assert got.usage == story.usage
    assert (got.perf_metrics, got.prompt_token_ids) == (story.perf_metrics, story.prompt_token_ids)


def check_choice(fields: Json, story: Story, told: Told, echo: list[int]) -> None:
    if told.logprobs is not None and "tokens" in told.logprobs:
        check_lists(told.logprobs, told.text, fields.get("top_logprobs") or fields["logprobs"])
    elif told.logprobs is not None:
        check_content(
            told.logprobs["content"], told.text, fields["top_logprobs"], len(echo), whole_prompt="echo" in fields
        )
    if told.raw_output is not None:
        raw = told.raw_output
        assert raw["completion"] == told.text
        assert story.prompt_token_ids in (None, raw["prompt_token_ids"])
        assert raw["completion_token_ids"][: len(echo)] == echo
        assert told.token_ids in (None, raw["completion_token_ids"][len(echo) :])
        if told.logprobs is not None:
            rows = raw["completion_logprobs"]["content"]
            assert [row["token_id"] for row in rows] == raw["completion_token_ids"]
            assert told.logprobs.get("content", rows) == rows


def check_content(rows: list[Json], text: str, top: int, echo: int, *, whole_prompt: bool) -> None:
    check_rows(rows, text, top)
    check_offsets([row["text_offset"] for row in rows], [row["token"] for row in rows])
    assert [row["sampling_logprob"] is None for row in rows] == [place < echo for place in range(len(rows))]
    assert ["top_logprobs" not in row for row in rows] == [whole_prompt and not place for place in range(len(rows))]


@pytest.mark.parametrize(("one", "other"), list(combinations(range(len(OPTIONS)), 2)))
def test_every_pair_agrees(one: int, other: int) -> None:
    """Only an echo changes the text, nothing the usage; the stream tells what the whole answer tells."""
    check(OPTIONS[one] | OPTIONS[other])


@settings(max_examples=60, deadline=None)
@given(fields=combined, content=contents, level=st.sampled_from(["contract", "live", "lenient"]))
def test_any_number_of_them_agrees(fields: Json, content: str, level: str) -> None:
    """At every level, whatever the prompt is."""
    check({"messages": [{"role": "user", "content": content}], **fields}, level)


@pytest.mark.parametrize("fields", [{}, {"n": 2}, {"echo": True}, {"stop": " the"}, {"max_tokens": 5}])
def test_ids_are_those_of_the_text(fields: Json) -> None:
    """As many as the usage says; an echo has none, since the prompt's have their own place."""
    story = whole({**fields, "return_token_ids": True})
    plain = whole({key: value for key, value in fields.items() if key != "echo"})
    assert story.usage
    assert len(story.prompt_token_ids or ()) == story.usage["prompt_tokens"]
    assert sum(len(told.token_ids or ()) for told in story.choices) == story.usage["completion_tokens"]
    for told, without in zip(story.choices, plain.choices, strict=True):
        assert TOKENIZER.decode(told.token_ids or ()).startswith(without.text)


def test_an_echo_of_more_than_the_prompt_is_the_prompt() -> None:
    """`echo_last` has all of it to give."""
    assert whole({"echo_last": 500}).choices == whole({"echo": True}).choices


def test_an_empty_answer_after_an_echo() -> None:
    """`max_tokens: 0` gives the prompt's log probabilities, and nothing else."""
    story = whole({"echo": True, "max_tokens": 0, "logprobs": True})
    assert story.usage
    assert story.usage["completion_tokens"] == 0
    rows = (story.choices[0].logprobs or {})["content"]
    assert len(rows) == story.usage["prompt_tokens"]
    assert (rows[0]["logprob"], rows[0]["sampling_logprob"]) == (0.0, None)


def test_an_answer_without_tokens_has_empty_lists() -> None:
    """What was asked for is there, whole and streamed."""
    fields = {"max_tokens": 0, "logprobs": 2, "return_token_ids": True}
    for story in (whole(fields), streamed(fields)):
        assert story.choices[0].token_ids == []
        assert set(map(len, (story.choices[0].logprobs or {}).values())) == {0}


def test_prompts_that_begin_alike_are_equally_likely() -> None:
    """Rows of an echo depend on what stands before them only."""
    one, other = (
        (whole({"messages": [{"role": "user", "content": text}], "echo": True, "logprobs": 3, "max_tokens": 0}))
        for text in ("Tell me about the harbour of Oslo.", "Tell me about the harbour of Bergen.")
    )
    first, second = one.choices[0].logprobs, other.choices[0].logprobs
    assert first
    assert second
    alike = next(i for i, pair in enumerate(zip(first["tokens"], second["tokens"], strict=False)) if pair[0] != pair[1])
    assert alike > 8
    for name in ("token_logprobs", "top_logprobs", "text_offset"):
        assert first[name][:alike] == second[name][:alike]


def test_the_raw_output_shows_media() -> None:
    """Images and videos by their addresses, in order; without any, null."""
    parts = [
        {"type": "image_url", "image_url": {"url": "https://example.com/a.png", "detail": "low"}},
        {"type": "video_url", "video_url": {"url": "https://example.com/b.mp4"}},
        {"type": "text", "text": "What are they?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
    ]
    raw = (
        whole({"messages": [{"role": "user", "content": parts}], "raw_output": True, "max_tokens": 2})
        .choices[0]
        .raw_output
    )
    assert raw
    assert raw["images"] == ["https://example.com/a.png", "data:image/png;base64,AAAA"]
    assert raw["videos"] == ["https://example.com/b.mp4"]
    assert raw["grammar"] is raw["completion_logprobs"] is None
    raw = whole({"raw_output": True, "max_tokens": 2}).choices[0].raw_output
    assert raw
    assert raw["images"] is raw["videos"] is None
    assert "Say hello to the harbour." in raw["prompt_fragments"]


def test_safe_tokenization_truncates_nothing() -> None:
    """`prompt_truncate_len` has no effect with it (Fireworks reference)."""
    cut, safe = (
        whole({"prompt_truncate_len": 8, "safe_tokenization": safe, "max_tokens": 1}).usage for safe in (False, True)
    )
    assert cut
    assert safe
    assert cut["prompt_tokens"] == 8
    assert safe == whole({"max_tokens": 1}).usage
