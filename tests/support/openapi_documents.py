"""The OpenAPI documents of all dialects, and validators for what they describe."""

from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from mockllm import dialects
from mockllm.wire.openapi import REFERENCE

Json = dict[str, Any]


def schemas(dialect: str) -> dict[str, Json]:
    """The schemas of a dialect's document, by name."""
    found: dict[str, Json] = dialects.load()[dialect].openapi()["components"]["schemas"]
    return found


@cache
def validator(dialect: str, name: str) -> Draft202012Validator:
    """A validator for one of them."""
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": _local(schemas(dialect))})


@cache
def json_validator(dialect: str, path: str, method: str, status: int) -> Draft202012Validator | None:
    """A validator for the JSON body that a status has, or None where the document knows no such answer."""
    operation = dialects.load()[dialect].openapi()["paths"].get(path, {}).get(method, {})
    declared = operation.get("responses", {}).get(str(status))
    if declared is None:
        return None
    schema = declared["content"]["application/json"]["schema"]
    return Draft202012Validator({**_local(schema), "$defs": _local(schemas(dialect))})


def _local(value: Any) -> Any:
    """Lets references point into `$defs`; in Python's patterns `$` also stands before a last line break."""
    if isinstance(value, list):
        return [_local(item) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {key: _local(item) for key, item in value.items()}
    if isinstance(kept.get("$ref"), str):
        kept["$ref"] = kept["$ref"].replace(REFERENCE, "#/$defs/")
    if isinstance(kept.get("pattern"), str):
        kept["pattern"] = kept["pattern"].removesuffix("$") + r"\Z"
    return kept
