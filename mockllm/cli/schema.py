"""`mockllm schema`: the JSON Schema of the scenario file."""

import json
from typing import TextIO

from mockllm import dialects
from mockllm.scenario.schema import schema as made


def schema(out: TextIO) -> int:
    """Prints it."""
    out.write(json.dumps(made(tuple(dialects.load())), ensure_ascii=False, indent=2) + "\n")
    return 0
