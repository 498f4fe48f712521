"""A scenario file that is deleted while the server runs."""

from pathlib import Path

from mockllm.generate import Generator
from mockllm.scenario import Scenarios, load
from mockllm.server.scripts import Scripts, listed


def test_a_file_that_is_gone_is_read_again_once(tmp_path: Path) -> None:
    """And told once, also where it included others, which are still there."""
    main, included = tmp_path / "main.yaml", tmp_path / "included.yaml"
    included.write_text("rules: [{when: {user: b}, reply: x}]")
    main.write_text("include: included.yaml\nrules: [{when: {user: a}, reply: x}]")
    scenarios = Scenarios(0, Generator(0))
    scripts = Scripts([str(main)], lambda: scenarios)
    scripts.begin()
    assert not scripts.changed()
    main.unlink()
    assert scripts.changed()
    scripts.again()
    assert not scripts.changed()


def test_errors_are_told_before_warnings(tmp_path: Path) -> None:
    """Each with what it is, since a list may be cut."""
    (tmp_path / "a.yaml").write_text("rules:\n  - {when: {turn: 0}, reply: x}\n  - {repyl: x}\n")
    _, first, second = listed("broken", load([tmp_path / "a.yaml"])).splitlines()
    assert ": error: `repyl`" in first
    assert ": warning: turn 0" in second
