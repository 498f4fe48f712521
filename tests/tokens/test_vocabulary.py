"""Vocabularies give the ids that tiktoken gives, and leave tiktoken and the process as they were."""

import subprocess
import sys
from typing import Any

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from tiktoken_ext import openai_public  # type: ignore[import-untyped]  # it ships no types

from mockllm.errors import VocabularyError
from mockllm.tokens.ranks import ranks
from mockllm.tokens.vocabulary import RECIPES, encoding

OFFICIAL = {"cl100k": "cl100k_base", "o200k": "o200k_base", "o200k_harmony": "o200k_harmony"}


def official(name: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """tiktoken's own recipe, with our ranks in the place of a download."""
    monkeypatch.setattr(openai_public, "load_tiktoken_bpe", lambda *_, **__: ranks(RECIPES[name].ranks))
    recipe: dict[str, Any] = openai_public.ENCODING_CONSTRUCTORS[OFFICIAL[name]]()
    return recipe


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("cl100k", [15339, 1917]),
        ("cl100k_digits", [15339, 1917]),
        ("o200k", [24912, 2375]),
        ("o200k_harmony", [24912, 2375]),
    ],
)
def test_known_ids(name: str, ids: list[int]) -> None:
    """A known text has its known ids."""
    assert encoding(name).encode_ordinary("hello world") == ids


@pytest.mark.parametrize("name", OFFICIAL)
def test_pattern_and_specials_are_official(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Text is split as tiktoken splits it, and its special tokens have the same ids here, ours being added.

    tiktoken gives one id of harmony two names; the second one is missing here, so that every id has one spelling.
    """
    recipe = official(name, monkeypatch)
    assert RECIPES[name].pattern == recipe["pat_str"]
    recipe["special_tokens"].pop("<|reserved_200018|>", None)
    assert recipe["special_tokens"].items() <= RECIPES[name].specials.items()


@pytest.mark.parametrize("name", RECIPES)
def test_specials_have_ids_of_their_own(name: str) -> None:
    """No special token shares its id with another one or with an ordinary token."""
    ids = sorted(RECIPES[name].specials.values())
    assert len(set(ids)) == len(ids)
    assert ids[0] >= len(ranks(RECIPES[name].ranks))


@pytest.fixture(scope="module")
def tiktokens_own() -> tiktoken.Encoding:
    """cl100k as tiktoken itself would build it."""
    with pytest.MonkeyPatch.context() as patch:
        return tiktoken.Encoding(**official("cl100k", patch))


@settings(deadline=None, max_examples=60)
@given(text=st.text(max_size=200))
def test_ids_equal_tiktokens(tiktokens_own: tiktoken.Encoding, text: str) -> None:
    """Any text has the ids that tiktoken's own recipe gives it."""
    assert encoding("cl100k").encode_ordinary(text) == tiktokens_own.encode_ordinary(text)


def test_digits_are_single() -> None:
    """The vocabulary for Qwen differs from cl100k in digits, which it never joins, and in nothing else."""
    assert len(encoding("cl100k_digits").encode_ordinary("20250101")) == 8
    text = "Numbers apart, both are alike: it's 'quoted'\n\n  and indented."
    assert encoding("cl100k_digits").encode_ordinary(text) == encoding("cl100k").encode_ordinary(text)


def test_unknown_vocabulary_is_named() -> None:
    """A name nobody knows is an error that lists those there are."""
    with pytest.raises(VocabularyError, match=r"'p50k'.*cl100k, cl100k_digits, o200k"):
        encoding("p50k")


def test_nothing_of_the_process_is_touched(pytestconfig: pytest.Config) -> None:
    """Loading a vocabulary sets no variable, asks no registry and opens no connection; importing loads nothing."""
    code = """
import os, socket, sys, threading
before = dict(os.environ)
from mockllm import tokens
assert "tiktoken" not in sys.modules
def refuse(*_): raise AssertionError("a connection")
socket.socket.connect = refuse
from mockllm.tokens.vocabulary import encoding
found = []
threads = [threading.Thread(target=lambda: found.append(encoding("cl100k"))) for _ in range(8)]
[thread.start() for thread in threads]; [thread.join() for thread in threads]
assert len(found) == 8 and len(set(map(id, found))) == 1
from tiktoken import registry
assert not registry.ENCODINGS and "tiktoken_ext.openai_public" not in sys.modules and dict(os.environ) == before
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=pytestconfig.rootpath)
    assert done.returncode == 0, done.stderr
