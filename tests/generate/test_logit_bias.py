"""Biases of tokens that are banned, forced, outside the books, or end a text."""

import pytest
from asking import passage, passages, question

from mockllm.tokens import for_vocabulary

TOKENIZER = for_vocabulary("cl100k")
END = 100_257
"""`<|endoftext|>`."""


def token(text: str) -> int:
    (found,) = TOKENIZER.encode(text)
    return found


@pytest.mark.parametrize("text", [" the", ".", ".\n\n", " harbour", ",", " of", "Hello", " is", " and", " a", "\n"])
@pytest.mark.parametrize(
    "prompt", ["Say hello to the harbour.", "Explain the tides of the sea.", "List the parts of a ship."]
)
def test_a_banned_token_is_never_said(text: str, prompt: str) -> None:
    """However common it is."""
    for seed in range(5):
        said = passage(prompt, seed=seed, logit_bias={token(text): -100.0})
        assert token(text) not in said.ids
        assert len(said.ids) >= 20


def test_a_ban_is_kept_at_temperature_0() -> None:
    """Each token of the greedy text can be banned, one at a time."""
    greedy = passage("Explain tides.", temperature=0.0)
    for banned in dict.fromkeys(greedy.ids[:30]):
        assert banned not in passage("Explain tides.", temperature=0.0, logit_bias={banned: -100.0}).ids


def test_banning_most_of_the_vocabulary_still_ends() -> None:
    """When nothing is left to say the bans are given up, and no request hangs."""
    assert passage("Explain tides.", logit_bias=dict.fromkeys(range(100_256), -100.0)).ids


@pytest.mark.parametrize("text", [" harbour", " moon", " the", "!"])
@pytest.mark.parametrize("sampling", [{}, {"temperature": 0.0}, {"top_p": 0.9}])
def test_a_forced_token_is_repeated_to_the_limit(text: str, sampling: dict[str, float]) -> None:
    """+100, whether the books know the token or not."""
    said = passages(question("Explain tides.", logit_bias={token(text): 100.0}, **sampling), max_tokens=25)[0]
    assert said.text == text * 25
    assert list(said.ids) == [token(text)] * 25
    assert not said.ended


def test_two_forced_tokens_share_the_text() -> None:
    """As their logits say: evenly."""
    bias = {token(" moon"): 100.0, token(" lamp"): 100.0}
    said = passages(question("Explain tides.", logit_bias=bias), max_tokens=200)[0]
    assert set(said.ids) == set(bias)
    assert 60 <= list(said.ids).count(token(" moon")) <= 140


def test_a_forced_token_gives_way_to_a_growing_penalty() -> None:
    """A frequency penalty of 2 wears a bias of 100 down."""
    said = passages(
        question("Explain tides.", logit_bias={token(" moon"): 100.0}, frequency_penalty=2.0), max_tokens=90
    )[0]
    assert list(said.ids[:30]) == [token(" moon")] * 30
    assert len(set(said.ids)) > 10


def test_a_lifted_token_turns_up_among_others() -> None:
    """A bias that puts it on a level with the books' own words."""
    said = [passage("Explain tides.", logit_bias={token(" moon"): 18.0}, seed=seed).ids for seed in range(9)]
    assert any(token(" moon") in ids for ids in said)
    assert all(set(ids) - {token(" moon")} for ids in said)


def test_parts_of_characters_may_be_forced() -> None:
    """The pieces spell the text as far as characters are complete."""
    first, *_ = TOKENIZER.encode("🦓")
    said = passages(question("Explain tides.", logit_bias={first: 100.0}), max_tokens=5)[0]
    assert list(said.ids) == [first] * 5
    assert "".join(said.pieces) == said.text


def test_forcing_the_end_ends_at_once() -> None:
    """The token that ends a text is never said."""
    said = passage("Explain tides.", logit_bias={END: 100.0})
    assert said.ended
    assert said.text == ""


def test_banning_the_end_makes_a_text_endless() -> None:
    """As `ignore_eos` does."""
    said = passage("Explain tides.", logit_bias={END: -100.0})
    assert not said.ended
    assert len(said.ids) >= 2048


def test_an_ignored_end_cannot_be_forced() -> None:
    """`ignore_eos` wins."""
    assert len(passage("Explain tides.", logit_bias={END: 100.0}, ignore_eos=True).ids) >= 2048


def test_ids_the_vocabulary_lacks_do_no_harm() -> None:
    """Nor do values out of range."""
    assert passage("Explain tides.", logit_bias={10**9: -100.0, 5: 1e300, -1: 0.5, 10**30: -1e300}).ids
