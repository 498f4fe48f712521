"""What holds for all rules of a file, as far as they don't say otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mockllm.core import Chunks, Pacing
from mockllm.faults import Mishap
from mockllm.templates import Mode

from .script import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """The same things as in `script.Script` and `script.Rule`."""

    when: Mapping[str, Any] = field(default_factory=dict)
    model: Text | None = None
    headers: Mapping[str, Text] = field(default_factory=dict)
    pace: Pacing | None = None
    chunks: Chunks | None = None
    mishap: Mishap | None = None
    ignore_limits: bool = False
    allow_unknown_tool: bool = False
    mode: Mode = "expressions"


NONE = Defaults()
