"""Log probabilities are those the text was drawn by, and obey what log probabilities must obey."""

from math import exp, isclose, isfinite
from typing import Any

import pytest
from asking import passages, question
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.core import Candidate, Passage, Row
from mockllm.generate.rows import rows
from mockllm.generate.writing import Writing
from mockllm.tokens import for_vocabulary

TOKENIZER = for_vocabulary("cl100k")
PROMPTS = ("Say hello to the harbour.", "Explain tides.", "Write a Python function.", "List the parts of a ship.", "")
SAMPLINGS: tuple[dict[str, Any], ...] = (
    {},
    {"temperature": 0.0},
    {"temperature": 0.5},
    {"temperature": 2.0},
    {"top_k": 2},
    {"top_p": 0.5},
    {"min_p": 0.2, "typical_p": 0.5},
    {"frequency_penalty": 1.0, "repetition_penalty": 1.2},
    {"mirostat_target": 3.0},
    {"logit_bias": {279: -100.0, 1917: 18.0}},
    {"logit_bias": {1917: 100.0}},
)


def rowed(prompt: str, *, top: int = 5, max_tokens: int = 200, **sampling: Any) -> tuple[Passage, list[Row]]:
    request = question(prompt, **sampling)
    found = rows(Writing(4, request, TOKENIZER), 0, max_tokens, top)
    return passages(request, max_tokens=max_tokens)[0], found


def tops(row: Row) -> tuple[Candidate, ...]:
    """A drawn token's candidates."""
    assert row.top is not None
    return row.top


def sampled(row: Row) -> float:
    """The log probability a token was drawn with."""
    assert row.sampling_logprob is not None
    return row.sampling_logprob


@settings(max_examples=60, deadline=None)
@given(
    prompt=st.sampled_from(PROMPTS),
    sampling=st.sampled_from(SAMPLINGS),
    seed=st.integers(0, 9),
    top=st.integers(0, 20),
    max_tokens=st.integers(1, 150),
)
def test_rows_obey_the_laws(prompt: str, sampling: dict[str, Any], seed: int, top: int, max_tokens: int) -> None:
    """One for each token, none above 0, the likeliest first, sums of at most 1, no token twice."""
    passage, found = rowed(prompt, top=top, max_tokens=max_tokens, seed=seed, **sampling)
    assert [row.id for row in found] == list(passage.ids[:max_tokens])
    for row in found:
        assert row.logprob <= 0
        assert sampled(row) <= 1e-12
        assert len(tops(row)) == top
        likely = [candidate.logprob for candidate in tops(row)]
        assert likely == sorted(likely, reverse=True)
        assert sum(map(exp, likely)) <= 1 + 1e-9
        assert len({candidate.id for candidate in tops(row)}) == top
        assert all(TOKENIZER.pieces([candidate.id]) == [candidate.piece] for candidate in tops(row))


@settings(max_examples=30, deadline=None)
@given(prompt=st.sampled_from(PROMPTS), sampling=st.sampled_from(SAMPLINGS), seed=st.integers(0, 9))
def test_a_token_has_one_log_probability(prompt: str, sampling: dict[str, Any], seed: int) -> None:
    """Where it is among the candidates, it has theirs; where it isn't, it is less likely than all of them."""
    for row in rowed(prompt, seed=seed, **sampling)[1]:
        known = {candidate.id: candidate.logprob for candidate in tops(row)}
        if row.id in known:
            assert known[row.id] == row.logprob
        else:
            assert row.logprob <= min(known.values())


@pytest.mark.parametrize("prompt", PROMPTS)
def test_the_greedy_text_takes_the_top_candidate(prompt: str) -> None:
    """At temperature 0 every token is the likeliest, and certain once drawn."""
    for row in rowed(prompt, temperature=0.0)[1]:
        assert row.logprob == tops(row)[0].logprob
        assert sampled(row) == 0


@settings(max_examples=40, deadline=None)
@given(
    prompt=st.sampled_from(PROMPTS),
    one=st.sampled_from(SAMPLINGS),
    other=st.sampled_from(SAMPLINGS),
    seeds=st.tuples(st.integers(0, 9), st.integers(0, 9)),
)
def test_equal_beginnings_have_equal_candidates(
    prompt: str, one: dict[str, Any], other: dict[str, Any], seeds: tuple[int, int]
) -> None:
    """The model is one, whatever is drawn from it: as far as two texts agree, and at the token where they part."""
    first, second = rowed(prompt, seed=seeds[0], **one)[1], rowed(prompt, seed=seeds[1], **other)[1]
    for left, right in zip(first, second, strict=False):
        assert left.top == right.top
        if left.id != right.id:
            break
        assert left.logprob == right.logprob


def test_fewer_candidates_are_the_first_of_more() -> None:
    """`top` only says how many are listed."""
    few, many = rowed("Explain tides.", top=3)[1], rowed("Explain tides.", top=20)[1]
    assert [tops(row) for row in few] == [tops(row)[:3] for row in many]
    assert [row.logprob for row in few] == [row.logprob for row in many]


def test_at_temperature_1_sampling_changes_little() -> None:
    """Only the common words that were never in question make a difference."""
    for row in rowed("Explain tides.")[1]:
        assert isclose(row.logprob, sampled(row), abs_tol=0.03)


def test_heat_and_filters_show_in_the_sampling_log_probability() -> None:
    """A filter that leaves one token makes it certain; heat makes nearly certain tokens less so."""
    assert all(sampled(row) == 0 for row in rowed("Explain tides.", top_k=1)[1])
    assert all(
        sampled(row) <= row.logprob + 0.03 for row in rowed("Explain tides.", temperature=2.0)[1] if row.logprob > -0.1
    )


def test_a_token_that_had_to_come_was_drawn_though_a_filter_leaves_it_out() -> None:
    """Hot and typical, what is likeliest is too likely; with one token to come it is drawn all the same."""
    found = rowed("Explain tides.", temperature=2.0, typical_p=0.3)[1]
    assert all(isfinite(sampled(row)) for row in found)
    assert any(sampled(row) == 0 for row in found)


def test_a_forced_token_is_unlikely_for_the_model_and_certain_when_sampled() -> None:
    """The bias acts on the drawing, not on what the model thinks."""
    for row in rowed("Explain tides.", logit_bias={1917: 100.0}, max_tokens=5)[1]:
        assert sampled(row) == 0


@pytest.mark.parametrize("vocabulary", ["cl100k", "cl100k_digits", "o200k"])
def test_rows_exist_in_every_vocabulary(vocabulary: str) -> None:
    """With twenty candidates."""
    tokenizer = for_vocabulary(vocabulary)
    assert all(len(tops(row)) == 20 for row in rows(Writing(4, question("Explain tides."), tokenizer), 0, 2048, 20))
