"""`mockllm check`, `mockllm schema` and `mockllm init`."""

import io
import json
import shlex
from pathlib import Path

import pytest
from asgi_client import Client

from mockllm.cli import main
from mockllm.cli.clients import guide
from mockllm.server import build
from mockllm.settings import Settings


def run(*argv: str) -> tuple[int, str]:
    out = io.StringIO()
    return main(argv, {}, out), out.getvalue()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


BAD = "rules:\n  - when: {user: a}\n    replay: hi\n  - reply: Issue #5\n"


def test_findings_are_printed_with_their_places(folder: Path) -> None:
    """Errors and warnings, a summary, and 1."""
    (folder / "w.yaml").write_text(BAD)
    code, text = run("check", "w.yaml")
    assert code == 1
    assert text == (
        "w.yaml:3:5: error: `replay` is no key of a rule; did you mean `reply`?\n"
        "w.yaml:4:12: warning: '#5' is a comment and no part of the text 'Issue'; put the text in quotes if it is,"
        " or write `  # ` with two spaces before and one after it\n"
        "1 rule in 1 file could be read, 1 error and 1 warning\n"
    )


def test_warnings_alone_are_no_failure(folder: Path) -> None:
    """The file can be played."""
    (folder / "w.yaml").write_text("rules:\n  - reply: Issue #5\n")
    code, text = run("check", "w.yaml")
    assert (code, text.splitlines()[-1]) == (0, "1 rule in 1 file, 1 warning")


def test_where_nothing_could_be_read(folder: Path) -> None:
    """No rules are counted that nobody has seen."""
    (folder / "w.yaml").write_text("rules: [{when: {user: a}}, {replay: x}]\n")
    assert run("check", "w.yaml")[1].splitlines()[-1] == "no rule in 1 file could be read, 2 errors"


def test_the_usual_file_needs_no_name(folder: Path) -> None:
    """It is the one that is loaded without asking."""
    (folder / "mockllm.yaml").write_text("rules: [{name: a, when: {user: a}, reply: x}, {reply: y}]\n")
    assert run("check") == (0, "2 rules in 1 file, fine\n")


def test_nothing_to_check(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Is a misuse, with what to do."""
    assert run("check") == (2, "")
    assert "mockllm init writes one" in capsys.readouterr().err


def test_findings_for_tools(folder: Path) -> None:
    """As JSON, with the same exit code."""
    (folder / "w.yaml").write_text(BAD)
    code, text = run("check", "--json", "w.yaml")
    told = json.loads(text)
    assert code == 1
    assert (told["rules"], told["files"]) == (1, ["w.yaml"])
    assert told["findings"][0] == {
        "file": "w.yaml",
        "line": 3,
        "column": 5,
        "level": "error",
        "text": "`replay` is no key of a rule; did you mean `reply`?",
    }


def test_a_name_that_the_library_lacks(folder: Path) -> None:
    """Stands nowhere, in words and as data."""
    code, text = run("check", "@weathr_agent")
    assert (code, text) == (
        1, "@weathr_agent: error: the library has no such scenario; did you mean @weather_agent?\n1 error\n"
    )  # fmt: skip
    finding = json.loads(run("check", "--json", "@weathr_agent")[1])["findings"][0]
    assert (finding["file"], finding["line"], finding["column"]) == ("@weathr_agent", None, None)


def test_a_file_that_is_missing(folder: Path) -> None:
    """Is a finding like any other."""
    assert run("check", "no.yaml") == (1, "no.yaml: error: there is no such file\n1 error\n")


def test_the_schema_is_printed() -> None:
    """As JSON."""
    code, text = run("schema")
    assert code == 0
    assert "rules" in json.loads(text)["properties"]


@pytest.mark.parametrize("argv", [("init",), ("init", "sub/w.yaml"), ("init", "sub")])
def test_the_first_file_is_fine(folder: Path, argv: tuple[str, ...]) -> None:
    """It passes its own check."""
    (folder / "sub").mkdir()
    code, text = run(*argv)
    assert code == 0
    written = text.split(" ", maxsplit=1)[0]
    assert run("check", written) == (0, "4 rules in 1 file, fine\n")


@pytest.mark.parametrize("dialect", ["fireworks", "gateway"])
def test_the_first_file_answers_what_serve_suggests(folder: Path, dialect: str) -> None:
    """The command in the banner, as it stands."""
    assert run("init")[0] == 0
    command = shlex.split(guide("http://127.0.0.1:4242", dialect).splitlines()[-1])
    app = build(Settings(scenario=("mockllm.yaml",), clock="frozen", speed=None, dialect=dialect))
    asking = Client(path=command[1].partition(":4242")[2], pieces=(command[-1].encode(),))
    asking.run(app)
    assert (asking.got.status, asking.got.headers["x-mockllm-rule"]) == (200, "greeting")


def test_nothing_is_written_over_unless_forced(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody's rules may be in it."""
    (folder / "mockllm.yaml").write_text("rules: []\n")
    assert run("init")[0] == 2
    assert "mockllm.yaml is there already; --force writes over it" in capsys.readouterr().err
    assert (folder / "mockllm.yaml").read_text() == "rules: []\n"
    assert run("init", "--force")[0] == 0
    assert "greeting" in (folder / "mockllm.yaml").read_text()


def test_a_file_that_cannot_be_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Is told in one line."""
    assert run("init", "no/such/w.yaml")[0] == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_name_of_the_library_without_its_mark_is_guessed(folder: Path) -> None:
    """A file that is not there may be one of the library's."""
    assert "did you mean @hello?" in run("check", "hello")[1]
