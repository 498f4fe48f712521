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
    said = capsys.readouterr().err
    assert "Unable to determine provider" in said
    assert "\nmockllm: hint: add a provider prefix" in said


def test_an_answer_without_text_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """As when a model's reasoning takes all the tokens."""
    model = "accounts/fireworks/models/qwen3-8b"
    for stream in ((), ("--stream",)):
        assert ask("Say hello.", "--model", model, "--max-tokens", "1", *stream) == (0, "\n")
        assert "no text; it ended with finish_reason 'length'" in capsys.readouterr().err


def test_a_dash_reads_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the line break at its end."""
    monkeypatch.setattr("sys.stdin", io.StringIO("Say hello.\n"))
    assert ask("-") == ask("Say hello.")


def test_an_empty_input_is_wrong_use(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """As an empty prompt is."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert ask("-") == (2, "")
    assert capsys.readouterr().err == "mockllm: the prompt, read from the standard input, is empty\n"


def test_input_that_is_no_text_is_wrong_use(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the encoding that it is not in."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe"), encoding="utf-8"))
    assert ask("-") == (2, "")
    assert capsys.readouterr().err == "mockllm: the standard input is no text in utf-8\n"
