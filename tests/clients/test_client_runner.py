"""The runner of the client suites: what it finds, counts and chooses, without installing or serving anything."""

import json
import sys
from pathlib import Path

import node
import pytest
from environments import fingerprint
from interpreters import Interpreter, choose, read_version, runs_as
from run import main
from suite import Outcome, Suite, discover, environment, read_outcome

HERE = Interpreter(path=Path(sys.executable), version=sys.version_info[:2])


def write_suite(home: Path, name: str, **texts: str) -> Path:
    """A suite's folder with these files, whose names lack `.txt`."""
    folder = home / name
    folder.mkdir()
    for stem, text in {"requirements": "nothing", **texts}.items():
        (folder / f"{stem}.txt").write_text(text, "utf-8")
    return folder


def write_package(home: Path, name: str, **dependencies: str) -> Suite:
    """A suite for node."""
    folder = home / name
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps({"dependencies": dependencies}), "utf-8")
    (folder / "package-lock.json").write_text("{}", "utf-8")
    return Suite(name=name, requirements=folder / "package.json", tests=folder)


def write_program(path: Path) -> None:
    """A program that exists and may be started."""
    path.write_text("#!/bin/sh\n", "utf-8")
    path.chmod(0o755)


def test_every_folder_with_requirements_is_a_suite(tmp_path: Path) -> None:
    """Other folders, such as the one with what suites share, are not."""
    write_suite(tmp_path, "b")
    write_suite(tmp_path, "a", python="3.12\n")
    (tmp_path / "common").mkdir()
    assert [(suite.name, suite.minimum) for suite in discover(tmp_path)] == [("a", (3, 12)), ("b", None)]


def test_a_folder_with_a_package_file_is_a_suite_for_node(tmp_path: Path) -> None:
    """In its place between the others."""
    for name in ("a", "c"):
        write_suite(tmp_path, name)
    write_package(tmp_path, "b")
    assert [(suite.name, suite.node) for suite in discover(tmp_path)] == [("a", False), ("b", True), ("c", False)]


def test_a_suite_may_run_another_one_s_tests(tmp_path: Path) -> None:
    """So that two versions of a library are held to the same."""
    new, old = write_suite(tmp_path, "new"), write_suite(tmp_path, "old", tests="../new\n")
    assert [suite.tests for suite in discover(tmp_path)] == [new, new.resolve()]
    assert old.exists()


@pytest.mark.parametrize(
    ("returncode", "closing", "passed", "failed"),
    [
        (0, "12 passed in 0.31s", 12, 0),
        (1, "2 failed, 10 passed, 1 error in 0.31s", 10, 3),
        (1, "10 passed, 2 errors in 0.31s", 10, 2),
        (4, "ERROR: usage", 0, 1),
        (5, "no tests ran in 0.01s", 0, 1),
        (-11, "", 0, 1),
    ],
)
def test_the_outcome_is_read_off_the_closing_line(returncode: int, closing: str, passed: int, failed: int) -> None:
    """And a run that ends badly never counts as fine."""
    said = f"3 failed things are mentioned here\n{closing}\nsomething said at the very end\n"
    assert read_outcome(returncode, said) == Outcome(passed=passed, failed=failed, output=said)


@pytest.mark.parametrize(
    ("returncode", "closing", "passed", "failed"),
    [
        (0, "ℹ tests 12\nℹ suites 3\nℹ pass 12\nℹ fail 0\nℹ cancelled 0", 12, 0),
        (1, "ℹ tests 12\nℹ suites 3\nℹ pass 9\nℹ fail 2\nℹ cancelled 1\nℹ skipped 0\n\n✖ failing tests:", 9, 3),
        (1, "ℹ pass 12\nℹ fail 0", 12, 1),
        (0, "ℹ pass 0\nℹ fail 0", 0, 1),
        (9, "node: bad option", 0, 1),
        (-11, "", 0, 1),
    ],
)
def test_what_node_counted_is_read_off_its_closing_lines(
    returncode: int, closing: str, passed: int, failed: int
) -> None:
    """And a run that ends badly, or has no tests, never counts as fine."""
    said = f"ℹ fail 7\nℹ pass 7\nℹ cancelled 0\n{closing}\n" if "ℹ" in closing else closing
    assert node.read_outcome(returncode, said) == Outcome(passed=passed, failed=failed, output=said)


def test_without_node_or_npm_a_suite_for_node_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which is said plainly, and concerns no other suite."""
    suite, other = (
        write_package(tmp_path, "a"),
        Suite(name="b", requirements=tmp_path / "requirements.txt", tests=tmp_path),
    )
    monkeypatch.setenv("PATH", str(tmp_path))
    assert node.absence(suite) == "node is not installed: suite a not run"
    write_program(tmp_path / "node")
    assert node.absence(suite) == "npm is not installed: suite a not run"
    write_program(tmp_path / "npm")
    assert node.absence(suite) is None
    assert node.absence(other) is None


def test_packages_are_installed_anew_when_what_they_depend_on_changes(tmp_path: Path) -> None:
    """Packages, lock file, node, and the folder they stand in."""
    suite = write_package(tmp_path, "a", ai="6.0.0")
    prints = [node.fingerprint(suite, *of) for of in (("20.1.0", tmp_path), ("22.1.0", tmp_path), ("20.1.0", Path()))]
    (suite.tests / "package-lock.json").write_text("{ }", "utf-8")
    prints.append(node.fingerprint(suite, "20.1.0", tmp_path))
    assert len(set(prints)) == 4


def test_lock_files_say_what_package_files_ask_for() -> None:
    """To the version: npm goes round in circles when a package file asks for one that does not exist."""
    for suite in discover():
        if suite.node:
            lock = json.loads((suite.requirements.parent / "package-lock.json").read_text("utf-8"))["packages"]
            assert node.requirements(suite) == [
                f"{name}@{lock[f'node_modules/{name}']['version']}" for name in lock[""]["dependencies"]
            ]


def test_suites_see_no_key_proxy_or_address_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the servers' addresses and names without power."""
    for name in ("OPENAI_BASE_URL", "FIREWORKS_BASE_URL", "https_proxy", "HTTP_PROXY", "PYTEST_ADDOPTS"):
        monkeypatch.setenv(name, "x")
    monkeypatch.setenv("OPENAI_API_KEY", "real")
    seen = environment({"MOCKLLM_BASE": "http://127.0.0.1:1"})
    assert seen["MOCKLLM_BASE"] == "http://127.0.0.1:1"
    assert seen["OPENAI_API_KEY"] == "sk-nobody"
    assert not {"OPENAI_BASE_URL", "FIREWORKS_BASE_URL", "https_proxy", "HTTP_PROXY", "PYTEST_ADDOPTS"} & set(seen)


def test_the_running_interpreter_is_taken_if_it_is_new_enough() -> None:
    """Without a minimum too."""
    assert choose(None) == choose((3, 11)) == HERE


def test_without_an_interpreter_new_enough_the_running_one_says_so() -> None:
    """No Python is of version 99."""
    assert choose((99, 0)) == Interpreter(path=HERE.path, version=HERE.version, old=True)


def test_a_shim_that_does_not_run_is_passed_over(tmp_path: Path) -> None:
    """It exists, it may be started, and that is all; nor does one count that is of another version."""
    shim = tmp_path / "python3.14"
    shim.write_text("#!/bin/sh\necho 'pyenv: not found' >&2\nexit 127\n", "utf-8")
    shim.chmod(0o755)
    assert not runs_as(shim, (3, 14))
    assert not runs_as(HERE.path, (3, 1))
    assert runs_as(HERE.path, HERE.version)


def test_a_version_is_read_with_or_without_its_last_part() -> None:
    """The last part does not matter."""
    assert read_version("3.12\n") == read_version("3.12.4") == (3, 12)


def test_an_environment_is_made_anew_when_what_it_depends_on_changes(tmp_path: Path) -> None:
    """Requirements, interpreter, and the folder it stands in."""
    requirements = write_suite(tmp_path, "a") / "requirements.txt"
    suite = Suite(name="a", requirements=requirements, tests=tmp_path)
    older = Interpreter(path=HERE.path, version=(3, 1))
    prints = [fingerprint(suite, HERE, tmp_path), fingerprint(suite, older, tmp_path), fingerprint(suite, HERE, Path())]
    requirements.write_text("something", "utf-8")
    prints.append(fingerprint(suite, HERE, tmp_path))
    assert len(set(prints)) == 4
    assert fingerprint(suite, HERE, tmp_path) == prints[3]


def test_the_list_names_every_suite_and_starts_nothing() -> None:
    """One line each."""
    said: list[str] = []
    assert main(["--list"], said.append) == 0
    assert [line.split()[0] for line in said] == [suite.name for suite in discover()]


def test_an_unknown_suite_is_a_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2, and the names there are."""
    with pytest.raises(SystemExit) as left:
        main(["--only", "nobody"], print)
    assert left.value.code == 2
    assert "openai3" in capsys.readouterr().err
