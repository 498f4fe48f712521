"""Each sampling parameter, changed alone, does what its definition says."""

from math import exp, isclose, log, log2
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockllm.core import Sampling
from mockllm.generate.sampler import State, softmax, weights

rows = st.lists(st.floats(-8, 8), min_size=1, max_size=20)
shares = st.floats(0, 1)


def drawn(
    logits: list[float], counts: dict[int, int] | None = None, prompt: frozenset[int] = frozenset(), **fields: Any
) -> list[float]:
    """The probabilities of tokens 0, 1, 2, … after some tokens were said."""
    sampling = Sampling(**fields)
    state = State(sampling, prompt)
    state.counts.update(counts or {})
    return weights(logits, range(len(logits)), state, sampling)


def sure(odds: list[float]) -> bool:
    return isclose(sum(odds), 1) and all(0 <= share <= 1 for share in odds)


def left(odds: list[float]) -> set[int]:
    return {place for place, share in enumerate(odds) if share > 0}


@given(
    logits=rows,
    temperature=st.floats(-1, 5),
    top_k=st.integers(-1, 30),
    top_p=st.floats(-1, 2),
    min_p=st.floats(-1, 2),
    typical_p=shares,
    penalty=st.floats(-1e308, 1e308),
    repetition=st.floats(0, 2),
    mirostat=st.none() | st.floats(0, 100),
)
def test_whatever_is_asked_some_token_can_be_drawn(
    logits: list[float],
    temperature: float,
    top_k: int,
    top_p: float,
    min_p: float,
    typical_p: float,
    penalty: float,
    repetition: float,
    mirostat: float | None,
) -> None:
    """The weights are probabilities and sum to 1, even for values outside the ranges of the references."""
    odds = drawn(
        logits,
        {0: 3, 2: 1},
        temperature=temperature,
        top_k=top_k,
        top_p=top_p,
        min_p=min_p,
        typical_p=typical_p,
        frequency_penalty=penalty,
        presence_penalty=-penalty,
        repetition_penalty=repetition,
        mirostat_target=mirostat,
    )
    assert sure(odds)


@given(logits=rows)
def test_defaults_are_the_softmax(logits: list[float]) -> None:
    """Nothing is filtered, nothing penalized."""
    assert drawn(logits) == pytest.approx(softmax(logits))


@given(logits=rows)
def test_temperature_0_takes_the_likeliest(logits: list[float]) -> None:
    """The first of several."""
    assert left(drawn(logits, temperature=0.0)) == {logits.index(max(logits))}


@given(logits=rows, temperature=st.floats(0.1, 3))
def test_temperature_divides_the_logits(logits: list[float], temperature: float) -> None:
    """So that odds between two tokens become their power of 1/T."""
    odds = drawn(logits, temperature=temperature)
    for place, share in enumerate(odds):
        assert share == pytest.approx(odds[0] * exp((logits[place] - logits[0]) / temperature), rel=1e-6, abs=1e-12)


@given(logits=rows, k=st.integers(1, 25))
def test_top_k_keeps_the_k_likeliest(logits: list[float], k: int) -> None:
    """And their odds among each other."""
    odds, plain = drawn(logits, top_k=k), drawn(logits)
    assert len(left(odds)) == min(k, len(logits))
    assert all(plain[kept] >= plain[cut] for kept in left(odds) for cut in set(range(len(logits))) - left(odds))
    assert sure(odds)


@given(logits=rows, p=shares)
def test_top_p_keeps_the_fewest_that_reach_p(logits: list[float], p: float) -> None:
    """One token fewer would have less than p."""
    odds, plain = drawn(logits, top_p=p), drawn(logits)
    kept = sorted((plain[place] for place in left(odds)), reverse=True)
    assert sum(kept) >= p - 1e-9
    assert sum(kept[:-1]) < p or len(kept) == 1


@given(logits=rows, p=st.floats(0.001, 1))
def test_min_p_keeps_what_is_at_least_that_likely(logits: list[float], p: float) -> None:
    """Or the likeliest alone."""
    odds, plain = drawn(logits, min_p=p), drawn(logits)
    likely = {place for place, share in enumerate(plain) if share >= p}
    assert left(odds) == (likely or {plain.index(max(plain))})


@given(logits=rows, p=st.floats(0, 0.999))
def test_typical_p_keeps_the_least_remarkable(logits: list[float], p: float) -> None:
    """Nothing that was left out is nearer to the expected surprise; together they have at most p, or it is one."""
    odds, plain = drawn(logits, typical_p=p), drawn(logits)
    expected = -sum(share * log(share) for share in plain if share > 0)
    off = [abs(-log(share) - expected) for share in plain]
    kept = left(odds)
    assert len(kept) == 1 or sum(plain[place] for place in kept) <= p + 1e-9
    assert all(off[place] <= off[other] + 1e-9 for place in kept for other in set(range(len(plain))) - kept)


@given(logits=rows, penalty=st.floats(-2, 2), count=st.integers(1, 9))
def test_penalties_lower_the_logits_of_what_was_said(logits: list[float], penalty: float, count: int) -> None:
    """Frequency counts every time, presence once (OpenAI's conventions)."""
    lower = [logits[0] - penalty * count, *logits[1:]]
    assert drawn(logits, {0: count}, frequency_penalty=penalty) == pytest.approx(softmax(lower))
    lower = [logits[0] - penalty, *logits[1:]]
    assert drawn(logits, {0: count}, presence_penalty=penalty) == pytest.approx(softmax(lower))


@given(logits=rows, penalty=st.floats(0.1, 2))
def test_the_repetition_penalty_divides_and_counts_the_prompt(logits: list[float], penalty: float) -> None:
    """Positive logits are divided by it, negative ones multiplied."""
    lower = [logits[0] / penalty if logits[0] > 0 else logits[0] * penalty, *logits[1:]]
    assert drawn(logits, {0: 2}, repetition_penalty=penalty) == pytest.approx(softmax(lower))
    assert drawn(logits, prompt=frozenset({0}), repetition_penalty=penalty) == pytest.approx(softmax(lower))


@given(logits=rows, bias=st.floats(-100, 100))
def test_a_bias_is_added_to_its_tokens_logit(logits: list[float], bias: float) -> None:
    """Before anything else."""
    assert drawn(logits, logit_bias={0: bias, 999: 5.0}) == pytest.approx(softmax([logits[0] + bias, *logits[1:]]))


@given(logits=rows, target=st.floats(1, 20))
def test_mirostat_leaves_out_what_surprises_more_than_its_bound(logits: list[float], target: float) -> None:
    """Which begins at twice the target, in bits."""
    odds, plain = drawn(logits, mirostat_target=target), drawn(logits)
    calm = {place for place, share in enumerate(plain) if share > 0 and -log2(share) <= 2 * log2(target)}
    assert left(odds) == (calm or {plain.index(max(plain))})


def test_mirostats_bound_follows_the_surprise() -> None:
    """Down after a surprise, up after a matter of course, by the learning rate."""
    sampling = Sampling(mirostat_target=4.0, mirostat_lr=0.5)
    state = State(sampling)
    state.drew(1 / 32, sampling)
    assert state.bound == pytest.approx(4 - 0.5 * (5 - 2))
    state.drew(1.0, sampling)
    assert state.bound == pytest.approx(2.5 + 0.5 * 2)


def test_the_texts_end_is_never_penalized() -> None:
    """It has no id that could have been said."""
    sampling = Sampling(frequency_penalty=2.0, repetition_penalty=2.0)
    state = State(sampling)
    state.saw([1, 1, 1])
    assert weights([1.0, 1.0], [None, 1], state, sampling)[0] > 0.9
