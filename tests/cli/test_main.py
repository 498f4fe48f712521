"""The command line: exit codes, and one clear line for what is wrong."""

import io
from collections.abc import Mapping
from pathlib import Path

import pytest

from mockllm import __version__
from mockllm.cli import main
from mockllm.settings import SETTINGS


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs in an empty directory, so that no file of settings is found."""
    monkeypatch.chdir(tmp_path)


def run(*argv: str, environ: Mapping[str, str] | None = None) -> tuple[int, str]:
    out = io.StringIO()
    return main(argv, environ or {}, out), out.getvalue()


def test_the_version_is_printed() -> None:
    """And nothing else."""
    assert run("--version") == (0, f"mockllm {__version__}\n")


@pytest.mark.parametrize("command", ["serve", "ask"])
def test_each_command_prints_it_too(command: str) -> None:
    """And does nothing else."""
    assert run(command, "--version") == (0, f"mockllm {__version__}\n")


def test_help_names_the_commands() -> None:
    """Both of them."""
    code, text = run("--help")
    assert code == 0
    assert "serve" in text
    assert "ask" in text


def test_serve_has_an_option_for_each_setting() -> None:
    """But for those that are said not to have one."""
    code, text = run("serve", "--help")
    assert code == 0
    for setting in SETTINGS.values():
        assert (f"{setting.flag} " in text) == setting.option, setting.name


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ((), "no command given; try mockllm serve, or mockllm --help"),
        (("serv",), "there is no command 'serv'; did you mean serve?"),
        (("dance",), "there is no command 'dance'; there are serve, ask, check, explain, schema and init"),
        (("serve", "--prot", "1"), "--prot: there is no such option; did you mean --port?"),
        (("serve", "--xyzzy"), "--xyzzy: there is no such option"),
        (("serve", "--port", "x"), "--port: 'x' is no whole number from 0 to 65535"),
        (("serve", "--fidelity", "liv"), "--fidelity: 'liv' is none of contract, live, lenient; did you mean live?"),
        (
            ("serve", "--dialect", "firework"),
            "--dialect: 'firework' is none of fireworks, gateway; did you mean fireworks?",
        ),
        (("serve", "--host", "no such host"), "--host: 'no such host' is no address of this machine"),
        (("ask",), "Missing argument 'PROMPT'."),
        (("ask", "hi", "--port", "1"), "--port: there is no such option"),
        (("ask", "hi", "--max-tokens", "0"), "--max-tokens: '0' is no whole number of at least 1"),
        (("ask", "hi", "--max-tokens", "many"), "--max-tokens: 'many' is no whole number of at least 1"),
        (("ask", ""), "the prompt is empty"),
        (("serve", "--api-key="), "--api-key: '' is empty"),
    ],
)
def test_wrong_use_is_one_line_and_2(argv: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """On the error output."""
    code, text = run(*argv)
    line = capsys.readouterr().err
    assert (code, text, line.count("\n")) == (2, "", 1)
    assert line.startswith(f"mockllm: {said}")


def test_a_wrong_variable_is_one_line_and_2(capsys: pytest.CaptureFixture[str]) -> None:
    """As a wrong option is."""
    assert run("ask", "hi", environ={"MOCKLLM_CLOCK": "stopped"}) == (2, "")
    line = "mockllm: environment variable MOCKLLM_CLOCK: 'stopped' is none of system, frozen\n"
    assert capsys.readouterr().err == line


def test_a_wrong_file_is_one_line_and_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file of the working directory is read."""
    (tmp_path / "mockllm.toml").write_text("seed = true\n")
    assert run("ask", "hi") == (2, "")
    assert capsys.readouterr().err.startswith("mockllm: mockllm.toml: seed: True is neither")


def test_a_tokenizer_that_is_missing_is_one_line_and_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the file's key."""
    pytest.importorskip("tokenizers")
    (tmp_path / "mockllm.toml").write_text('[tokenizers]\n"acme/*" = "no.json"\n')
    assert run("ask", "hi") == (2, "")
    assert capsys.readouterr().err == (
        "mockllm: tokenizers: acme/*: no.json: there is no such file; wanted a tokenizer.json\n"
    )


def test_a_foreign_distribution_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """On the error output, and the command goes on."""
    monkeypatch.setattr("mockllm.cli.foreign.foreign", lambda: "another project's mockllm is here")
    code, text = run("ask", "hi")
    assert (code, bool(text)) == (0, True)
    assert capsys.readouterr().err == "mockllm: another project's mockllm is here\n"
