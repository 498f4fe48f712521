"""`mockllm ask`: one question, without a socket."""

import io
from pathlib import Path

import pytest

from mockllm.cli import main


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs in an empty directory, so that no file of settings is found."""
    monkeypatch.chdir(tmp_path)


def ask(*argv: str) -> tuple[int, str]:
    out = io.StringIO()
    return main(("ask", *argv), {}, out), out.getvalue()


@pytest.mark.parametrize("dialect", ["fireworks", "gateway"])
def test_it_prints_the_answer(dialect: str) -> None:
    """The text alone, with a line break at its end."""
    code, text = ask("Say hello.", "--dialect", dialect)
    assert code == 0
    assert text.strip()
    assert text.endswith("\n")


@pytest.mark.parametrize("dialect", ["fireworks", "gateway"])
def test_a_stream_says_the_same(dialect: str) -> None:
    """It only comes in pieces."""
    assert ask("Say hello.", "--dialect", dialect, "--stream") == ask("Say hello.", "--dialect", dialect)


def test_the_seed_decides() -> None:
    """The same one gives the same text, another one another."""
    assert ask("Say hello.", "--seed", "1") == ask("Say hello.", "--seed", "1")
    assert ask("Say hello.", "--seed", "1") != ask("Say hello.", "--seed", "2")


def test_the_length_can_be_bounded() -> None:
    """In tokens."""
    assert len(ask("Say hello.", "--max-tokens", "3")[1]) < len(ask("Say hello.")[1])


def test_a_refusal_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    """With what the service says, and code 1."""
    assert ask("Say hello.", "--dialect", "gateway", "--model", "nobody") == (1, "")
    assert "Unable to determine provider" in capsys.readouterr().err
