"""Another project's distribution of our name is noticed."""

import sys
from pathlib import Path

import pytest

from mockllm.cli.foreign import foreign


def install(directory: Path, name: str, *files: str) -> None:
    for file in files:  # since Python 3.12 those that do not exist are left out of a distribution's files
        (directory / file).parent.mkdir(exist_ok=True)
        (directory / file).touch()
    info = directory / f"{name.replace('-', '_')}-0.3.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.3\n")
    (info / "RECORD").write_text("".join(f"{file},,\n" for file in files))


@pytest.fixture
def site_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    return tmp_path


def test_without_one_there_is_nothing_to_say(site_packages: Path) -> None:
    """Ours is called mockllm-server."""
    install(site_packages, "mockllm-server", "mockllm/__init__.py")
    assert foreign() is None


def test_one_that_owns_our_face_is_named(site_packages: Path) -> None:
    """With what to do."""
    install(site_packages, "mockllm", "mockllm/__init__.py", "mockllm/server.py")
    said = foreign() or ""
    assert "another project's distribution mockllm 0.3" in said
    assert "pip uninstall mockllm" in said


def test_one_without_our_files_does_no_harm(site_packages: Path) -> None:
    """Whatever it is."""
    install(site_packages, "mockllm", "other/__init__.py")
    assert foreign() is None
