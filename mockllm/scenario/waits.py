"""Warns of numbers that are seconds and look like milliseconds, where clients would wait that long."""

import re
from collections.abc import Sequence

from yaml.nodes import ScalarNode

from .place import Path
from .reading import Reading

LONG_S = 30
PACE: Sequence[Path] = (("ttft",), ("ttft", "p50"), ("ttft", "p99"))
FAULTS: Sequence[Path] = ((), ("delay",), ("stall",), ("stall", "for"))

NUMBER = re.compile(r"(?:(?:.*;)?\s*(?:delay|stall)\s*=)?\s*(?P<number>\d+(?:\.\d+)?)\s*(?:after .*|;.*)?", re.ASCII)


def warn_of_long_waits(reading: Reading, path: Path, places: Sequence[Path]) -> None:
    """Looks at what is written at places below a path: a number, or a text that says no unit."""
    for place in places:
        node = reading.document.node((*path, *place))
        found = NUMBER.fullmatch(node.value) if isinstance(node, ScalarNode) else None
        if found and float(found["number"]) > LONG_S:
            said = found["number"]
            reading.warn((*path, *place), f"{said} is {said} seconds; write {said}ms or {said}s, whichever is meant")
