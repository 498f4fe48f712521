"""What docs/testing.md has people paste runs as it stands, and ends as it says."""

import importlib.util
import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from pasted import paste, run_pytest
from stage import stage

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "testing.md"
TEXT = PAGE.read_text("utf-8")
STAND_IN = ROOT / "tests" / "support" / "openai_stand_in.py"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with the page's files, and something that `import openai` finds."""
    paste(PAGE, tmp_path)
    if importlib.util.find_spec("openai") is None:
        (tmp_path / "lib").mkdir()
        shutil.copy(STAND_IN, tmp_path / "lib" / "openai.py")
    return tmp_path


def outcome(project: Path, *arguments: str) -> str:
    """What pytest says; the command is the one that is installed, or this checkout's."""
    commands = project / "bin"
    commands.mkdir()
    (commands / "mockllm").write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m mockllm "$@"\n')
    (commands / "mockllm").chmod(0o755)
    path = f"{commands}{os.pathsep}{os.environ.get('PATH', '')}"
    return run_pytest(project, *arguments, environ={"PATH": path, "PYTHONPATH": str(project / "lib")})


def test_the_files_run_as_they_stand(project: Path) -> None:
    """All tests of the example pass."""
    said = outcome(project, "-q")
    assert re.search(r"^5 passed in ", said, re.MULTILINE), said


def test_a_complaint_fails_the_test_as_shown(project: Path) -> None:
    """Though the code under test swallowed it; the message names the nearest rule."""
    (project / "tests" / "test_spelling.py").write_text(
        "import pytest\n"
        "from openai import BadRequestError\n"
        "from test_agent import TOOLS, ask, client\n"
        "def test_swallowed(client):\n"
        "    with pytest.raises(BadRequestError):\n"
        "        ask(client, [{'role': 'user', 'content': 'The Weather in Oslo?'}], tools=TOOLS)\n"
    )
    said = outcome(project, "-q", "tests/test_spelling.py").replace(str(project), "/home/you/project")
    (shown,) = re.findall(r"^```text\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
    assert shown in said
    assert re.search(r"^1 passed, 1 error in ", said, re.MULTILINE), said


def test_a_server_that_does_not_start_is_told(project: Path) -> None:
    """With what is wrong with the scenario."""
    (project / "tests" / "scenarios" / "agent.yaml").write_text("rules: [{name: a, replay: x}]")
    said = outcome(project, "-q", "-k", "song")
    assert "mockllm serve did not start" in said
    assert "did you mean `reply`?" in said


EXCHANGE = re.search(r"^Each has what was asked (.*)$", TEXT, re.MULTILINE)


def test_the_journal_has_what_the_page_names(tmp_path: Path) -> None:
    """Each key of an exchange that it tells of."""
    played = stage(tmp_path, "rules: [{name: greet, when: {user: hello}, reply: Hi.}]")
    played.ask("hello", namespace="one")
    (told,) = played.page("GET", "/journal", "namespace=one")["exchanges"]
    assert EXCHANGE is not None
    named = re.findall(r"`(\w+)`", EXCHANGE[1])
    assert len(named) == 11
    assert set(named) <= told.keys()


@pytest.mark.parametrize("dialect", ["fireworks", "gateway"])
@pytest.mark.parametrize(
    ("said", "temperature", "complaint"),
    [("hello", 1, None), ("bye", 1, "unmatched"), ("hurry", 1, "expectation"), ("hello", 9, None)],
)
def test_a_complaint_is_what_the_header_says(
    tmp_path: Path, dialect: str, said: str, temperature: int, complaint: str | None
) -> None:
    """What the service itself would refuse is none."""
    scenario = """
        rules:
          - {name: greet, when: {user: hello}, reply: Hi.}
          - {name: hurry, when: {user: hurry}, expect: {stream: true}, reply: Now.}
    """
    played = stage(tmp_path, scenario)
    got = played.ask(said, dialect=dialect, temperature=temperature)
    (told,) = played.page("GET", "/journal")["exchanges"]
    assert got.headers.get("x-mockllm-error") == told["complaint"] == complaint
