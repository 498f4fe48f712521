"""A user's own tokenizer.json works like a built-in vocabulary."""

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.catalogue import find
from mockllm.core import Message, Request
from mockllm.errors import VocabularyError
from mockllm.tokens import FileTokenizer, for_file, read_prompt

TEXT = "the cat sat on the mat with 🎉 and 日本語, the cat sat, the mat sat"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny byte-level tokenizer.json, with one special token of chatml's."""
    tokenizers = pytest.importorskip("tokenizers")
    trained = tokenizers.Tokenizer(tokenizers.models.BPE())
    trained.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    trained.decoder = tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=300,
        special_tokens=["<|im_start|>"],
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    trained.train_from_iterator([TEXT], trainer)
    target = tmp_path_factory.mktemp("own") / "tokenizer.json"
    trained.save(str(target))
    return target


@pytest.fixture(scope="module")
def own(path: Path) -> FileTokenizer:
    return for_file(path)


@settings(deadline=None, max_examples=60)
@given(text=st.text("thecatsm 🎉日本\n", max_size=30), cut=st.integers(0, 40))
def test_pieces(own: FileTokenizer, text: str, cut: int) -> None:
    """Texts come back, piece by piece, wherever the ids are cut."""
    ids = own.encode(text)
    pieces = own.pieces(ids)
    assert "".join(pieces) == own.decode(ids) == text
    assert own.pieces(ids[:cut]) == pieces[:cut]


def test_its_merges_are_used(own: FileTokenizer) -> None:
    """A text is split as the file says."""
    assert len(own.encode("the cat sat")) < len("the cat sat") / 2


def test_prompts_can_be_written(own: FileTokenizer) -> None:
    """A prompt has the file's own special id where it has one, else one of ours above all of its ids."""
    request = Request(
        dialect="fireworks", level="contract", model="m", asked_model="m",
        messages=(Message(role="user", content="the 🎉 cat\ud800"),),
    )  # fmt: skip
    prompt = read_prompt(request, own, find("m", "fireworks"))
    assert own.decode(prompt.ids) == "<|im_start|>user\nthe 🎉 cat?<|im_end|>\n<|im_start|>assistant\n"
    assert prompt.ids[0] == own.special("<|im_start|>") == 0
    assert own.special("<|im_end|>") >= 257
    assert own.spell(own.special("<|im_end|>")) == "<|im_end|>"


def test_broken_characters_are_not_held_back_for_ever(own: FileTokenizer) -> None:
    """Bytes that never become a character are spelled in the end, so that what follows is too."""
    half = own.encode("🎉")[0]
    pieces = own.pieces([half] * 20 + own.encode("cat"))
    assert "".join(pieces).endswith("cat")


@pytest.mark.parametrize("content", [None, "{}", "not json"])
def test_unusable_file_is_named(content: str | None, tmp_path: Path) -> None:
    """A file that is missing or no tokenizer is an error that names it."""
    pytest.importorskip("tokenizers")
    target = tmp_path / "mine.json"
    if content is not None:
        target.write_text(content)
    with pytest.raises(VocabularyError, match=r"mine\.json.*tokenizer\.json"):
        for_file(target)


def test_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package the error says which extra to install."""
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(VocabularyError, match=r"extra hf.*mockllm-server\[hf\]"):
        for_file(tmp_path / "tokenizer.json")
