"""Texts in vocabularies that the phrase books cannot be spelt in phrase by phrase."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from asking import passages, question

from mockllm.core import Passage, Reasoning, Tokenizer
from mockllm.generate import Generator
from mockllm.generate.library import book_for
from mockllm.generate.rows import rows
from mockllm.generate.writing import Writing
from mockllm.tokens import for_vocabulary


class Characters:
    """A vocabulary of single characters."""

    name = "characters"

    def encode(self, text: str) -> list[int]:
        return [ord(character) for character in text]

    def decode(self, ids: Sequence[int]) -> str:
        return "".join(map(chr, ids))

    def pieces(self, ids: Sequence[int]) -> list[str]:
        return [chr(token) for token in ids]


class Words(Characters):
    """A vocabulary that knows no word: all are the same token, and blanks are lost."""

    name = "words"

    def encode(self, text: str) -> list[int]:
        return [0] * len(re.findall(r"\w+|[^\w\s]+", text))

    def pieces(self, ids: Sequence[int]) -> list[str]:
        return ["? " for _ in ids]


class Trailing(Characters):
    """A vocabulary in which blanks belong to the word before them, so that phrases cut words from their blanks."""

    name = "trailing"

    def encode(self, text: str) -> list[int]:
        return [int.from_bytes(word.encode(), "big") for word in re.findall(r"\S+\s*|\s+", text)]

    def pieces(self, ids: Sequence[int]) -> list[str]:
        return [token.to_bytes((token.bit_length() + 7) // 8, "big").decode() for token in ids]


class Silence(Characters):
    """A vocabulary without tokens."""

    name = "silence"

    def encode(self, text: str) -> list[int]:
        return []


class Shifted(Characters):
    """A well-behaved vocabulary that is not built in: a built-in one with other ids."""

    name = "shifted"

    def encode(self, text: str) -> list[int]:
        return [token + 1000 for token in for_vocabulary("cl100k").encode(text)]

    def pieces(self, ids: Sequence[int]) -> list[str]:
        return for_vocabulary("cl100k").pieces([token - 1000 for token in ids])


FOREIGN: tuple[Tokenizer, ...] = (Characters(), Words(), Trailing(), Silence(), Shifted())


@pytest.mark.parametrize("tokenizer", FOREIGN, ids=lambda tokenizer: tokenizer.name)
@pytest.mark.parametrize("changes", [{}, {"temperature": 0.0}, {"ignore_eos": True}, {"logit_bias": {46: -100.0}}])
def test_every_vocabulary_is_answered_in(tokenizer: Tokenizer, changes: dict[str, Any]) -> None:
    """With pieces for all tokens, which spell the text, and as many tokens as are wanted, if any."""
    (said,) = passages(question("Explain tides.", **changes), tokenizer=tokenizer, max_tokens=300)
    assert "".join(said.pieces) == said.text
    assert len(said.pieces) == len(said.ids)
    assert said.ended or len(said.ids) >= 300 or not said.ids


def test_a_text_may_be_encoded_when_it_is_done() -> None:
    """In a vocabulary without a book of its own the words are those of another."""
    request = question("Explain tides.")
    assert passages(request, tokenizer=Trailing())[0].text == passages(request)[0].text


def test_a_limit_counts_the_vocabularys_own_tokens() -> None:
    """A text is written as far as it is needed, and begins as the whole one does."""
    whole = passages(question("Explain tides."), tokenizer=Trailing())[0]
    for limit in range(1, 90):
        cut = passages(question("Explain tides."), tokenizer=Trailing(), max_tokens=limit)[0]
        assert list(cut.ids[:limit]) == list(whole.ids[:limit])


@pytest.mark.parametrize("tokenizer", [Characters(), Shifted()], ids=lambda tokenizer: tokenizer.name)
def test_a_well_behaved_vocabulary_has_a_book_of_its_own(tokenizer: Tokenizer) -> None:
    """It need not be a built-in one."""
    assert book_for(tokenizer).tokenizer is tokenizer


@pytest.mark.parametrize("tokenizer", [Words(), Trailing(), Silence()], ids=lambda tokenizer: tokenizer.name)
def test_another_shares_a_built_in_ones(tokenizer: Tokenizer) -> None:
    """Its texts are encoded as wholes."""
    assert book_for(tokenizer).tokenizer is for_vocabulary("cl100k")


@pytest.mark.parametrize("tokenizer", FOREIGN, ids=lambda tokenizer: tokenizer.name)
def test_rows_exist_for_every_token(tokenizer: Tokenizer) -> None:
    """As many as there are, with no more candidates than were asked for."""
    writing = Writing(4, question("Explain tides."), tokenizer)
    found = rows(writing, 0, 2048, 5)
    assert [row.id for row in found] == list(writing.passage(0, 2048).ids)
    assert all(row.logprob <= 0 and len(row.top or ()) <= 5 for row in found)


@pytest.mark.parametrize("tokenizer", FOREIGN, ids=lambda tokenizer: tokenizer.name)
def test_thoughts_exist_in_every_vocabulary(tokenizer: Tokenizer) -> None:
    """With a hard limit in its own tokens; none where there are no tokens."""
    request = question("Explain tides.", model="qwen3-8b", reasoning=Reasoning(effort="high", budget=12))
    said = Generator(4).plan(request, tokenizer, 300).replies[0].reasoning
    if isinstance(tokenizer, Silence):
        assert said is None
    else:
        assert isinstance(said, Passage)
        assert len(said.ids) == len(said.pieces) == 12
        assert "".join(said.pieces) == said.text
