"""Odd files, encodings and outputs get one line that says what is wrong, never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ENVIRONMENT = {
    "PATH": os.environ.get("PATH", ""),
    "PYTHONPATH": str(Path(__file__).parent.parent.parent),
    "PYTHONUTF8": "0",
    "LANG": "C.UTF-8",
}
"""Without the development mode of the tests, which has things of its own to say."""
ASK = [sys.executable, "-m", "mockllm", "ask", "Tell me about the caf\u00e9 M\u00fcller."]


def run(directory: Path, *options: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    env = {**ENVIRONMENT, **environment}
    return subprocess.run([*ASK, *options], cwd=directory, env=env, capture_output=True, timeout=60, check=False)


def refused(done: subprocess.CompletedProcess[bytes], *words: str) -> None:
    assert done.returncode == 2, done.stderr
    lines = done.stderr.decode("utf-8", "replace").splitlines()
    assert len(lines) == 1
    assert all(word in lines[0] for word in words)


@pytest.mark.parametrize("text", ['tool = "mockllm"', "[[tool]]\nmockllm = 1"])
def test_a_file_of_another_form_has_no_settings(tmp_path: Path, text: str) -> None:
    """As it belongs to somebody else."""
    (tmp_path / "pyproject.toml").write_text(text)
    assert run(tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("seed = " + "1" * 5000, "mockllm.toml"),
        ("a = " + "[" * 5000, "mockllm.toml"),
        ('api-key = ["a"]\napi_key = ["b"]', "api_key"),
        ('ttft = "' + "9" * 400 + '"', "ttft"),
        ("ttft = 1e308", "ttft"),
        ("tps = 1e-320", "tps"),
        ("speed = 1e-300", "speed"),
    ],
)
def test_a_value_without_sense_is_refused(tmp_path: Path, text: str, word: str) -> None:
    """In one line that names its place."""
    (tmp_path / "mockllm.toml").write_text(text)
    refused(run(tmp_path), word)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    """A pipe of that name would never end."""
    os.mkfifo(tmp_path / "mockllm.toml")
    refused(run(tmp_path), "mockllm.toml", "no file")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_any_output_encoding_will_do(tmp_path: Path, encoding: str) -> None:
    """What it lacks is written as an escape."""
    assert run(tmp_path, PYTHONIOENCODING=encoding).returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has it")
def test_a_full_output_is_said(tmp_path: Path) -> None:
    """Rather than a traceback."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            ASK, cwd=tmp_path, env=ENVIRONMENT, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == ["mockllm: the output cannot be written: No space left on device"]


@pytest.mark.skipif(sys.platform == "win32", reason="descriptors are closed by a shell")
def test_a_closed_output_is_none(tmp_path: Path) -> None:
    """Nothing is printed, and nothing breaks."""
    command = ["sh", "-c", 'exec "$@" >&-', "sh", *ASK]
    done = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, stderr=subprocess.PIPE, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
