"""The vocabularies that are shipped are the official ones."""

from pathlib import Path
from typing import get_args

import pytest
from tiktoken_ext import openai_public  # type: ignore[import-untyped]  # it ships no types

from mockllm.errors import VocabularyError
from mockllm.tokens import ranks
from mockllm.tokens.ranks import SHA256, RanksName, digest, pack, tokens, unpack

NAMES = get_args(RanksName)


@pytest.mark.parametrize("name", NAMES)
def test_official_file_can_be_rebuilt(name: RanksName) -> None:
    """The official file made from our blob has the digest that tiktoken pins."""
    assert digest(tokens(name)) == SHA256[name]


@pytest.mark.parametrize("name", NAMES)
def test_digests_are_those_of_tiktoken(name: RanksName) -> None:
    """The digest we hold is the one that the installed tiktoken holds for the file of this name."""
    source = Path(openai_public.__file__).read_text("utf-8")
    assert f'encodings/{name}.tiktoken",\n        expected_hash="{SHA256[name]}"' in source


def test_packing_loses_nothing() -> None:
    """Tokens of every length come back from the compact form."""
    some = [bytes([number]) * number for number in range(1, 256)]
    assert unpack(pack(some), len(some)) == some


@pytest.mark.parametrize("damage", [b"", b"no zlib", None])
def test_damaged_blob_is_named(damage: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A blob that is empty, broken or missing is an error that names the file."""
    monkeypatch.setattr(ranks, "DATA", tmp_path)
    if damage is not None:
        (tmp_path / "cl100k_base.bin").write_bytes(damage)
    with pytest.raises(VocabularyError, match=r"cl100k_base\.bin.*install"):
        tokens("cl100k_base")


def test_blob_of_another_size_is_refused() -> None:
    """A blob that has too few tokens is not read as something else."""
    with pytest.raises(ValueError, match="where"):
        unpack(pack([b"a", b"bc"]), 1)
