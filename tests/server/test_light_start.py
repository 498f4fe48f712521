"""What a server imports before it can answer."""

import json
import subprocess
import sys
from pathlib import Path

HEAVY = [
    "faker", "httpx", "iregexp_check", "jinja2", "jsonpath_rfc9535", "jsonschema_rs",
    "mockllm.dialects.fireworks.answer_schema", "mockllm.dialects.gateway.answer_schema", "mockllm.faults",
    "mockllm.grammars", "mockllm.matching", "mockllm.scenario", "mockllm.schemas", "mockllm.server.admin",
    "mockllm.server.story", "mockllm.templates", "mockllm.wire.openapi", "regex", "starlette.applications",
    "starlette.requests", "starlette.responses", "tokenizers", "yaml",
]  # fmt: skip
"""What only some servers need, or only once somebody asks for it."""

ASK = "from mockllm.cli import main, serve; assert main(['ask', 'Hello', *sys.argv[1:]], {}, sys.stdout) == 0"


def brought(code: str, *arguments: str, directory: Path) -> list[str]:
    """The heavy modules there are after some code has run in an interpreter of its own."""
    code = f"import json, sys; {code}; print(json.dumps(sorted(sys.modules.keys() & {HEAVY})))"
    command = [sys.executable, "-I", "-c", code, *arguments]
    outcome = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=True)
    found: list[str] = json.loads(outcome.stdout.splitlines()[-1])
    return found


def test_a_server_without_scenarios_is_light(tmp_path: Path) -> None:
    """The first answer needs nothing that belongs to scenarios, the mock's own pages or special requests."""
    assert brought(ASK, directory=tmp_path) == []


def test_a_scenario_brings_what_it_needs(tmp_path: Path) -> None:
    """So that the test above is able to fail."""
    (tmp_path / "mockllm.yaml").write_text("rules: [{reply: Hi}]")
    assert {"mockllm.matching", "mockllm.scenario", "yaml"} <= {*brought(ASK, directory=tmp_path)}
