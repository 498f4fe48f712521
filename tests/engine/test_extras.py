"""What an answer carries only when asked: an echo of the prompt, and how a prediction did."""

from collections.abc import Sequence

import pytest

from mockllm.core import Extras, Logprobs, Message, Request
from mockllm.engine.extras import echo, matched
from mockllm.generate import Generator
from mockllm.tokens import Prompt, for_vocabulary

TOKENIZER = for_vocabulary("cl100k")
IDS = TOKENIZER.encode("Tell me about the harbour 🌊 at night.")
PROMPT = Prompt(ids=IDS, cached=0)


def asked(**extras: object) -> Request:
    return Request(
        dialect="fireworks",
        level="contract",
        model="m",
        asked_model="m",
        messages=(Message(role="user", content="x"),),
        extras=Extras(**extras),  # type: ignore[arg-type] # whatever a test wants
    )


def test_nothing_is_echoed_unasked() -> None:
    """Nor computed."""
    assert echo(asked(), TOKENIZER, PROMPT, Generator(0)) is None


@pytest.mark.parametrize("last", [-1, 3, 1, 1000])
def test_the_end_of_the_prompt_is_echoed(last: int) -> None:
    """All of it, or its last tokens; their rows are those of the whole prompt."""
    got = echo(asked(echo=last, logprobs=Logprobs(form="openai", top=2)), TOKENIZER, PROMPT, Generator(0))
    everything = echo(asked(echo=-1, logprobs=Logprobs(form="openai", top=2)), TOKENIZER, PROMPT, Generator(0))
    assert got is not None
    assert everything is not None
    kept = len(IDS) if last < 0 else min(last, len(IDS))
    assert list(got.ids) == IDS[-kept:]
    assert "".join(got.pieces) == got.text
    assert got.rows is not None
    assert everything.rows is not None
    assert [row.logprob for row in got.rows] == [row.logprob for row in everything.rows[-kept:]]


def test_of_the_first_token_nothing_is_known_and_none_was_drawn() -> None:
    """wire/fireworks.md 4."""
    got = echo(asked(echo=-1, logprobs=Logprobs(form="openai", top=2)), TOKENIZER, PROMPT, Generator(0))
    assert got is not None
    assert got.rows is not None
    assert (got.rows[0].logprob, got.rows[0].top) == (0.0, None)
    assert all(row.top for row in got.rows[1:])
    assert all(row.sampling_logprob is None for row in got.rows)


@pytest.mark.parametrize(
    ("predicted", "made", "hits"),
    [
        ([1, 2, 3], [1, 2, 3], 3),
        ([1, 2, 3], [1, 9, 3], 2),
        ([1, 2, 3], [9, 1, 2, 3], 3),
        ([1, 2], [2, 1], 1),
        ([], [1], 0),
        ([1, 1], [1], 1),
        ([5] * 100, [5] * 3, 3),
    ],
)
def test_a_prediction_is_matched_in_order(predicted: Sequence[int], made: Sequence[int], hits: int) -> None:
    """A token that came otherwise does not spoil what follows."""
    assert matched(predicted, made) == hits
