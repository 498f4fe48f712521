"""Waits that were probably meant in milliseconds."""

from pathlib import Path

import pytest
from scenario_files import found


@pytest.mark.parametrize(
    ("reply", "column"),
    [
        ("pace: {ttft: 200}", 43), ("pace: {ttft: '200'}", 43), ("pace: {ttft: {p50: 1, p99: 900}}", 57),
        ("fault: {delay: 200}", 45), ("fault: {stall: 200}", 45), ("fault: {stall: {for: 200}}", 51),
        ("fault: {stall: 200 after 3 chunks}", 45), ("fault: delay=200", 37), ("fault: [crlf, {delay: 200}]", 52),
    ],
)  # fmt: skip
def test_long_waits_without_a_unit(tmp_path: Path, reply: str, column: int) -> None:
    """Are told, since clients would hang."""
    (line,) = found(tmp_path, f"rules: [{{reply: {{content: x, {reply}}}}}]")
    assert line.startswith(f"1:{column} warning: ")
    assert "00 seconds; write " in line


@pytest.mark.parametrize(
    "reply",
    ["pace: {ttft: 30}", "pace: {ttft: 200ms}", "pace: {ttft: 200s}", "fault: {delay: 60s}", "fault: delay=90s",
     "fault: {drop_after: 200 chunks}", "pace: {tps: 200}", "fault: {stall: 2 after 200 chunks}"],
)  # fmt: skip
def test_waits_that_are_meant(tmp_path: Path, reply: str) -> None:
    """Have a unit, or are short."""
    assert found(tmp_path, f"rules: [{{reply: {{content: x, {reply}}}}}]") == []
