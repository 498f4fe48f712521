"""Milliseconds for an instance of ordinary schemas, for reading one, and for the import.

Run `python benchmarks/schemas.py`; the budget is a median of 1 ms for an instance. With the folder of a checkout of the
official JSON-Schema-Test-Suite it also counts how many of a draft's schemas are met:
`python benchmarks/schemas.py FOLDER [draft2020-12]`.
"""

import gc
import json
import statistics
import subprocess
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Any

from mockllm.errors import SchemaError
from mockllm.schemas import Schema, clues_of, read
from mockllm.seeds import chances

ROUNDS = 400
SEEDS = 5
PROMPT = "Order 3 Desk Lamps for Ada Lovelace, 36 years old, express to Lisbon; she is ada@example.org."
TEXT, COUNT, PRICE = {"type": "string"}, {"type": "integer", "minimum": 1}, {"type": "number", "exclusiveMinimum": 0}
MAYBE = {"anyOf": [TEXT, {"type": "null"}], "default": None}


def model(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), **more}


LINE = model({"product_name": TEXT, "quantity": COUNT, "unit_price": PRICE})
ADDRESS = model({"street": TEXT, "city": TEXT, "zip_code": {"type": "string", "pattern": r"^\d{5}$"}, "country": TEXT})
CASES: dict[str, Any] = {
    "a tool of two": model({"city": TEXT, "unit": {"enum": ["celsius", "fahrenheit"]}}),
    "a model of eight fields": model(
        {
            "name": TEXT,
            "age": COUNT,
            "email": {"type": "string", "format": "email"},
            "city": TEXT,
            "score": PRICE,
            "tags": {"type": "array", "items": TEXT},
            "joined_on": {"type": "string", "format": "date"},
            "note": MAYBE,
        }
    ),
    "nested models": model(
        {
            "id": {"type": "string", "format": "uuid"},
            "shipping": {"$ref": "#/$defs/address"},
            "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}, "minItems": 1, "maxItems": 5},
            "note": MAYBE,
        },
        **{"$defs": {"address": ADDRESS, "line": LINE}},
    ),
    "a union of ten": {"oneOf": [model({"kind": {"const": f"kind {n}"}, "value": TEXT}) for n in range(10)]},
    "a tree": model({"name": TEXT, "children": {"type": "array", "items": {"$ref": "#"}}}),
}
IMPORT = """
from time import perf_counter
import mockllm.core, mockllm.tokens
start = perf_counter()
import mockllm.schemas
imported = perf_counter()
from mockllm.seeds import chances
mockllm.schemas.read({"type": "object", "properties": {"city": {"type": "string"}}}).instance(chances(1))
print((imported - start) * 1000, (perf_counter() - imported) * 1000)
"""


def instances(name: str, schema: Any) -> None:
    start = perf_counter()
    found = read({**schema, "$comment": "read anew"})
    reading = perf_counter() - start
    assert isinstance(found, Schema)
    clues = clues_of(PROMPT)
    times = []
    gc.collect()
    for seed in range(ROUNDS):
        start = perf_counter()
        found.instance(chances(seed), clues)
        times.append(perf_counter() - start)
    print(f"{name:26} {statistics.median(times) * 1000:8.3f} ms median, read in {reading * 1000:6.2f} ms")


def cold() -> None:
    rows = [
        [float(value) for value in subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()]
        for command in [[sys.executable, "-c", IMPORT]] * 5
    ]
    print(f"import beyond mockllm.core {min(row[0] for row in rows):8.1f} ms")
    print(f"first schema and instance  {min(row[1] for row in rows):8.1f} ms")


def score(folder: Path, draft: str) -> None:
    """Makes instances of every schema of the suite that some test has a valid value for."""
    import jsonschema

    names = {"draft2020-12": "Draft202012Validator", "draft2019-09": "Draft201909Validator"}
    kind = getattr(jsonschema, names.get(draft, f"Draft{draft.removeprefix('draft')}Validator"))
    counts: Counter[str] = Counter()
    for file in sorted((folder / "tests" / draft).rglob("*.json")):
        for case in json.loads(file.read_text()):
            if not any(test["valid"] for test in case["tests"]):
                continue
            schema = case["schema"]
            if isinstance(schema, dict):
                schema = {"$schema": kind.META_SCHEMA.get("$schema"), **schema}
            outcome = judged(kind, schema)
            counts[outcome] += 1
            if outcome not in ("valid", "remote"):
                print(f"{outcome}: {file.name}: {case['description']}")
    asked = sum(counts.values()) - counts["remote"]
    print(f"{draft}: {counts['valid']} of {asked} schemas met; {counts['remote']} more refer to other documents")


def judged(kind: Any, schema: Any) -> str:
    found = read(schema)
    if not isinstance(found, Schema):
        return "remote" if found.message.startswith("A reference must lead") else "refused"
    validator = kind(schema, format_checker=kind.FORMAT_CHECKER)
    for seed in range(SEEDS):
        try:
            if not validator.is_valid(found.instance(chances(seed))):
                return "invalid"
        except SchemaError:
            return "not met"
        except Exception as error:  # noqa: BLE001 - Python can't read a pattern that ECMA-262 allows
            return "valid" if "bad escape" in str(error) else "not judged"
    return "valid"


def main() -> None:
    for name, schema in CASES.items():
        instances(name, schema)
    cold()
    if len(sys.argv) > 1:
        score(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "draft2020-12")


if __name__ == "__main__":
    main()
