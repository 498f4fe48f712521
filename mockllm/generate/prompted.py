"""A JSON Schema in a prompt's text: how clients ask for JSON of a form where the service is not told the schema."""

import json
import re
from collections.abc import Iterable
from itertools import islice
from typing import Any

BRACE = re.compile(r"\{")
MOST_TRIES = 50
READ_CHARACTERS = 100_000

_read = json.JSONDecoder().raw_decode


def schema_in(texts: Iterable[str]) -> dict[str, Any] | None:
    """Returns the first JSON object in the texts that describes an object with properties."""
    for text in texts:
        read = text[:READ_CHARACTERS]
        for brace in islice(BRACE.finditer(read), MOST_TRIES):
            try:
                value, _ = _read(read, brace.start())
            except (ValueError, RecursionError):
                continue
            if describes_object(value):
                return dict(value)
    return None


def describes_object(value: Any) -> bool:
    """Says whether a JSON value is the schema of an object, rather than an example of one."""
    if not isinstance(value, dict) or value.get("type", "object") != "object":
        return False
    properties = value.get("properties")
    return isinstance(properties, dict) and all(isinstance(inner, dict | bool) for inner in properties.values())
