"""The servers that mockllm is compared with answer what a client would take."""

import json
from pathlib import Path

import pytest
from asgi_client import call

from benchmarks import aimock, servers
from benchmarks.asking import PATH, short, stream
from benchmarks.bare import Bare
from benchmarks.naive import application
from benchmarks.said import Said

TEXT = "The keeper counts the ships."
SAID = Said(content_type="text/event-stream", pieces=(b"data: 1\n\n", b"data: 2\n\n"), text=TEXT, tokens=6)


def test_the_naive_stack_answers() -> None:
    """With its text, and the counts of the prompt and of the text."""
    answer = json.loads(call(application(TEXT), PATH, short(1)).body)
    assert answer["choices"][0]["message"]["content"] == TEXT
    assert answer["usage"] == {"prompt_tokens": 21, "completion_tokens": 6, "total_tokens": 27}


def test_the_naive_stack_streams() -> None:
    """Its text token by token, between a role and a reason to finish."""
    text = call(application(TEXT), PATH, stream(1)).text
    events = [json.loads(line[6:])["choices"][0] for line in text.splitlines() if line.startswith("data: {")]
    assert [event["delta"].get("content") for event in events][1:-1] == [
        "The",
        " keeper",
        " counts",
        " the",
        " ships",
        ".",
    ]
    assert events[-1]["finish_reason"] == "stop"
    assert text.endswith("data: [DONE]\n\n")


@pytest.mark.parametrize("dues_s", [[], [0.0, 0.0]])
def test_the_bare_app_sends_what_it_was_given(dues_s: list[float]) -> None:
    """Piece by piece, be it at once or when they are due."""
    got = call(Bare("text/event-stream", [*SAID.pieces], dues_s), "/", b"{}")
    assert (got.writes, got.complete) == ([*SAID.pieces], True)


def test_commands_carry_what_is_said(tmp_path: Path) -> None:
    """In files: the pieces for the bare app, the text for the naive stack."""
    assert json.loads(Path(servers.bare(SAID, tmp_path)[-1]).read_text())[1] == ["data: 1\n\n", "data: 2\n\n"]
    assert Path(servers.naive(TEXT, tmp_path)[-1]).read_text() == TEXT


def installed(folder: Path) -> Path:
    package = folder / aimock.PACKAGE
    package.mkdir(parents=True)
    (package / "package.json").write_text(json.dumps({"version": "1.2.3", "bin": {"llmock": "./cli.js"}}))
    return package


@pytest.fixture
def node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The only program there is."""
    file = tmp_path / "bin" / "node"
    file.parent.mkdir()
    file.touch(0o755)
    monkeypatch.setenv("PATH", str(file.parent))
    return str(file)


def test_aimock_is_found_where_it_is_installed(tmp_path: Path, node: str) -> None:
    """Its command cuts the text into as many pieces as ours has."""
    package = installed(tmp_path)
    found = aimock.find(tmp_path)
    assert found == aimock.Aimock(node=node, script=package / "cli.js", version="1.2.3")
    command = found.command(SAID, tmp_path)
    assert command[:2] == [node, str(package / "cli.js")]
    assert command[command.index("-c") + 1] == "5"
    fixture = json.loads(Path(command[command.index("-f") + 1]).read_text())
    assert fixture["fixtures"][0]["response"] == {"content": TEXT}


def test_aimock_may_be_missing(tmp_path: Path, node: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless somebody says where it is."""
    monkeypatch.chdir(tmp_path)
    assert aimock.find(None) is None
    with pytest.raises(FileNotFoundError, match=r"aimock cannot run: .*aimock does not exist"):
        aimock.find(tmp_path)


def test_aimock_needs_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The complaint says so."""
    installed(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="there is no node"):
        aimock.find(tmp_path)
