"""Rows of a text that the generator did not write obey the same laws."""

from math import exp

from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.core import Row
from mockllm.generate.score import score
from mockllm.tokens import for_vocabulary

TOKENIZER = for_vocabulary("cl100k")
TEXT = "It is four degrees in Oslo, and the harbour is quiet. 🌊"


def scored(text: str, *, top: int = 5, seed: int = 0, model: str = "m", before: tuple[int, ...] = ()) -> list[Row]:
    return score(seed, model, TOKENIZER, before, TOKENIZER.encode(text), top)


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=60), st.integers(0, 20))
def test_rows_spell_the_text_and_are_probabilities(text: str, top: int) -> None:
    """A row for each token, nothing above certainty, candidates in order and together no more than one."""
    rows = scored(text, top=top)
    assert "".join(row.piece for row in rows) == TOKENIZER.decode(TOKENIZER.encode(text))
    for row in rows:
        candidates = row.top or ()
        assert row.logprob < 0
        assert row.sampling_logprob == row.logprob
        assert len(candidates) <= top
        assert sorted(candidates, key=lambda candidate: -candidate.logprob) == list(candidates)
        assert sum(exp(candidate.logprob) for candidate in candidates) <= 1 + 1e-9
        assert len({candidate.id for candidate in candidates}) == len(candidates)
        assert all(candidate.logprob == row.logprob for candidate in candidates if candidate.id == row.id)


def test_equal_beginnings_have_equal_rows() -> None:
    """Whatever follows."""
    whole, start = scored(TEXT), scored("It is four degrees in")
    assert whole[: len(start)] == start
    assert len(start) > 3


def test_seed_model_and_what_came_before_make_other_rows() -> None:
    """Each alone."""
    plain = scored(TEXT)
    for other in (scored(TEXT, seed=1), scored(TEXT, model="n"), scored(TEXT, before=(1,))):
        assert [row.logprob for row in other] != [row.logprob for row in plain]


def test_what_a_model_said_is_likelier_than_anything_else() -> None:
    """A prompt may surprise; an answer comes after one, and each of its tokens heads its candidates."""
    ids = TOKENIZER.encode(TEXT * 5)
    assert all(row.top and row.top[0].id == row.id for row in score(0, "m", TOKENIZER, (1, 2), ids, 5))
    assert any(row.top and row.top[0].id != row.id for row in score(0, "m", TOKENIZER, (), ids, 5))


def test_a_text_goes_on_where_its_prompt_ended() -> None:
    """Rows do not depend on where a text is said to begin, only on what it is made of."""
    ids = TOKENIZER.encode(TEXT)
    assert score(0, "m", TOKENIZER, (), ids, 3) == scored(TEXT, top=3)
