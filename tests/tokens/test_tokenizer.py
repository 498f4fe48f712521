"""Texts become ids and come back, wherever the ids are cut."""

from codecs import getincrementaldecoder
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.catalogue import find
from mockllm.tokens import for_vocabulary, tokenizer_for, warm
from mockllm.tokens.vocabulary import RECIPES

NAMES = st.sampled_from(sorted(RECIPES))
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=80) | st.text("aé日本🎉👩‍👧 \n\t'1", max_size=80)
IDS = st.lists(st.integers(0, 202_000) | st.sampled_from([-1, 10**9, 10**30]), max_size=30)
slow_first_time = settings(deadline=None, max_examples=80)


@slow_first_time
@given(NAMES, TEXTS)
def test_text_comes_back(name: str, text: str) -> None:
    """What is encoded decodes to itself."""
    tokenizer = for_vocabulary(name)
    assert tokenizer.decode(tokenizer.encode(text)) == text


@slow_first_time
@given(NAMES, TEXTS)
def test_pieces_spell_the_text(name: str, text: str) -> None:
    """There is one piece for each id, and together they are the text."""
    tokenizer = for_vocabulary(name)
    ids = tokenizer.encode(text)
    pieces = tokenizer.pieces(ids)
    assert len(pieces) == len(ids)
    assert "".join(pieces) == text


@slow_first_time
@given(NAMES, TEXTS, st.integers(0, 80))
def test_first_ids_have_the_first_pieces(name: str, text: str, cut: int) -> None:
    """Wherever the ids are cut, the pieces before the cut stay what they were."""
    tokenizer = for_vocabulary(name)
    ids = tokenizer.encode(text)
    assert tokenizer.pieces(ids[:cut]) == tokenizer.pieces(ids)[:cut]


@slow_first_time
@given(NAMES, IDS)
def test_any_ids_have_pieces(name: str, ids: list[int]) -> None:
    """Ids in any order, unknown ones among them, are spelled as their bytes would be, but for an incomplete end."""
    tokenizer = for_vocabulary(name)
    pieces = tokenizer.pieces(ids)
    assert len(pieces) == len(ids)
    assert "".join(pieces) == tokenizer.decode(ids)
    whole = b"".join(map(tokenizer.spell_bytes, ids))
    assert tokenizer.decode(ids) == getincrementaldecoder("utf-8")("replace").decode(whole)


def test_character_stands_at_its_last_token() -> None:
    """A character of several tokens is the piece of the last; cut before that, it is left out."""
    tokenizer = for_vocabulary("cl100k")
    ids = tokenizer.encode("a🦜")
    assert len(ids) > 2
    assert tokenizer.pieces(ids) == ["a", *[""] * (len(ids) - 2), "🦜"]
    assert tokenizer.decode(ids[:-1]) == "a"
    assert tokenizer.spell(ids[-1]) == "\ufffd"
    assert b"".join(map(tokenizer.spell_bytes, ids)) == "a🦜".encode()


def test_unknown_id_is_a_replacement_character() -> None:
    """An id that no token has is spelled U+FFFD and disturbs nothing around it."""
    tokenizer = for_vocabulary("cl100k")
    assert tokenizer.pieces([15339, 99_999_999, 1917]) == ["hello", "\ufffd", " world"]


def test_spelling_of_a_special_token_is_ordinary_text() -> None:
    """A text that holds the spelling of a special token doesn't get its id, yet comes back."""
    tokenizer = for_vocabulary("cl100k")
    special = tokenizer.special("<|im_start|>")
    ids = tokenizer.encode("<|im_start|>")
    assert special not in ids
    assert tokenizer.decode(ids) == tokenizer.spell(special) == "<|im_start|>"


def test_lone_surrogate_is_replaced() -> None:
    """A text that isn't Unicode is encoded all the same, with U+FFFD in the place of what is wrong."""
    tokenizer = for_vocabulary("cl100k")
    assert tokenizer.decode(tokenizer.encode("a\ud800b")) == "a\ufffdb"


@pytest.mark.parametrize("name", ["cl100k", "o200k"])
@pytest.mark.parametrize("text", ["x" + " " * 1_100_000 + "y", "\t" * 1_900_001, "\u00a0 " * 600_000])
def test_long_blanks_are_survived(name: str, text: str) -> None:
    """Runs of blanks that tiktoken panics on are encoded, and come back."""
    tokenizer = for_vocabulary(name)
    assert tokenizer.decode(tokenizer.encode(text)) == text


def test_long_texts_without_long_blanks_are_not_cut() -> None:
    """A long text is counted as tiktoken counts it, so long as no run of blanks is dangerous."""
    tokenizer = for_vocabulary("cl100k")
    text = "one two\n" * 120_000
    assert tokenizer.encode(text) == tokenizer.encode("one two\n") * 120_000


def test_threads_share_a_tokenizer() -> None:
    """Eight threads get the ids and pieces that one gets."""
    tokenizer = for_vocabulary("cl100k")
    texts = [f"Text {number}: naïve 日本語 🎉 {'word ' * number}" for number in range(64)]
    with ThreadPoolExecutor(8) as pool:
        ids = list(pool.map(tokenizer.encode, texts))
        pieces = list(pool.map(tokenizer.pieces, ids))
    assert ids == [tokenizer.encode(text) for text in texts]
    assert ["".join(each) for each in pieces] == texts


def test_tokenizer_of_a_card() -> None:
    """A model's tokenizer is that of its vocabulary, and the same one every time."""
    warm("cl100k")
    tokenizer = tokenizer_for(find("accounts/fireworks/models/llama-v3p3-70b-instruct", "fireworks"))
    assert tokenizer.name == "cl100k"
    assert tokenizer is for_vocabulary("cl100k")
