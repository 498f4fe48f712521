"""Which keys a prompt wants in a JSON object: "with keys name and age", or as in an example it gives."""

import json
import re
from collections.abc import Sequence
from typing import Any

from .topics import FUNCTION_WORDS

MOST_KEYS = 16

LIST = re.compile(
    r"\b(?:keys?|fields?|propert(?:y|ies)|attributes?|columns?)\b\s*(?:(?:named|called|are|like|such as)\b)?\s*:?\s*"
    r"(?P<keys>.+?)(?:[.;]\s|[.;]?$|\n\n)",
    re.IGNORECASE | re.DOTALL,
)
QUOTED_LIST = re.compile(
    r"\b(?:with|containing|has|have|having|including)\s+(?P<keys>[\"'`]\w+[\"'`].*)", re.IGNORECASE
)
PARTING = re.compile(r",|;|\n|\band\b|\bor\b|&", re.IGNORECASE)
KEY = re.compile(
    r"[\s*•-]*(?:\d+[.)]\s*)?(?:(?:the|an?|your|its|their)\s+)?"
    r"(?P<mark>[\"'`]?)(?P<key>[^\W\d][\w-]{0,40})(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
EXAMPLE = re.compile(r"\{[^{}]*\}")
EXAMPLE_KEY = re.compile(r"[\"']([^\W\d][\w-]{0,40})[\"']\s*:")

KINDS = {
    "integer": "integer", "int": "integer", "number": "number", "float": "number", "decimal": "number",
    "string": "string", "str": "string", "text": "string", "boolean": "boolean", "bool": "boolean",
    "array": "array", "list": "array",
}  # fmt: skip
"""How prompts name types."""

WHOLE_NUMBERS = frozenset({"age", "count", "number", "pages", "quantity", "rank", "size", "stars", "total", "year"})
NUMBERS = frozenset(
    {"amount", "confidence", "cost", "height", "latitude", "longitude", "percentage", "price", "probability",
     "rating", "salary", "score", "temperature", "weight"}
)  # fmt: skip
YES_OR_NO = frozenset(
    {"active", "approved", "available", "completed", "correct", "done", "enabled", "success", "valid"}
)
QUESTIONS = ("is", "has", "can", "should")
SINGULAR = ("ss", "us", "is", "news")

Property = dict[str, Any]


def named_keys(texts: Sequence[str]) -> dict[str, Property]:
    """The keys the first of the texts names that names any, each with a schema for its value."""
    for text in texts:
        if found := _in_example(text) or _in_list(text):
            return dict(found[:MOST_KEYS])
    return {}


def without_examples(text: str) -> str:
    """The text without the values of examples, which nobody wants back."""
    return EXAMPLE.sub(" ", text)


def _in_example(text: str) -> list[tuple[str, Property]]:
    for example in EXAMPLE.findall(text):
        try:
            value = json.loads(example)
        except ValueError:
            value = dict.fromkeys(EXAMPLE_KEY.findall(example))
        if value:
            return [(key, _like(key, inner)) for key, inner in value.items()]
    return []


def _in_list(text: str) -> list[tuple[str, Property]]:
    match = LIST.search(text) or QUOTED_LIST.search(text)
    if match is None:
        return []
    named = [KEY.fullmatch(part) for part in PARTING.split(match["keys"])]
    return [
        (one["key"], _described(one["key"], one["rest"]))
        for one in named
        if one and (one["mark"] or one["key"].lower() not in FUNCTION_WORDS)
    ]


def _like(key: str, value: Any) -> Property:
    """A schema of values like one in an example; a string there may name a type."""
    match value:
        case bool():
            return {"type": "boolean"}
        case int():
            return {"type": "integer"}
        case float():
            return {"type": "number"}
        case [first, *_]:
            return {"type": "array", "items": _like("", first), "minItems": 1, "maxItems": 4}
        case list():
            return {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 4}
        case _:
            return _described(key, value if isinstance(value, str) else "")


def _described(key: str, said: str) -> Property:
    """A schema for a key, by the type that is said to be its value's, or by its name."""
    kind = next((KINDS[word] for word in re.findall(r"[a-z]+", said.lower())[:4] if word in KINDS), None) or _kind(key)
    if kind == "array":
        return {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 4}
    return {"type": kind, "minimum": 0} if kind in ("integer", "number") else {"type": kind}


def _kind(key: str) -> str:
    words = re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key).lower())
    last = words[-1] if words else ""
    if last in YES_OR_NO or (words and words[0] in QUESTIONS):
        return "boolean"
    if last in WHOLE_NUMBERS:
        return "integer"
    if last in NUMBERS:
        return "number"
    return "array" if len(last) > 3 and last.endswith("s") and not last.endswith(SINGULAR) else "string"
