"""Words the faults of a body: where, what would be right, and what was found."""

from collections.abc import Sequence
from typing import Any

from mockllm.core import Fault
from mockllm.wire import did_you_mean, write_json

from .place import dotted
from .schema import ROLES

MAX_FAULTS = 50
MAX_VALUE = 80

WORDS = {
    "missing": "is required",
    "string_type": "must be a string",
    "int_type": "must be an integer",
    "int_from_float": "must be an integer",
    "float_type": "must be a number",
    "finite_number": "must be a finite number",
    "bool_type": "must be a boolean",
    "list_type": "must be an array",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "less_than_equal": "must be at most {le}",
    "greater_than_equal": "must be at least {ge}",
    "literal_error": "must be {expected}",
    "string_pattern_mismatch": "must be 1 to 64 letters, digits, underscores or dashes",
    "too_short": "must have at least {min_length} item(s)",
    "too_long": "must have at most {max_length} items",
}
"""By the kind of the fault; other kinds bring their own message."""

UNIONS = {
    "stop": "must be a string or an array of 1 to 4 strings",
    "content": "must be a string or an array of content parts",
    "tool_choice": "must be 'none', 'auto', 'required', or an object that names a function",
    "response_format": "must be an object whose type is 'text', 'json_schema' or 'json_object'",
}
"""What a field may be that may be several things; pydantic would name the nearest alone."""

UNION_KINDS = ("string_type", "list_type", "literal_error", "union_tag_invalid", "union_tag_not_found")
CHOICES = {"role": ROLES, "tool_choice": ("none", "auto", "required")}
VALUELESS = ("missing", "null_content", "token_id", "no_signature")
SYNONYMS = {"developer": "system", "function": "tool", "any": "required"}
"""What other APIs call it."""


def word(faults: Sequence[Fault]) -> str:
    """Says all faults of a body in one text."""
    said = "; ".join(sentence(fault) for fault in faults[:MAX_FAULTS])
    more = len(faults) - MAX_FAULTS
    return f"{said}; and {more} more" if more > 0 else said


def sentence(fault: Fault) -> str:
    return f"{dotted(fault.loc) or 'the request body'} {wanted(fault)}{found(fault)}{suggestion(fault)}"


def wanted(fault: Fault) -> str:
    if fault.kind in UNION_KINDS and fault.loc:
        field = fault.loc[-1]
        if field in UNIONS:
            return UNIONS[str(field)]
        if fault.kind.startswith("union_tag"):
            return "must be an object whose type is 'text' or 'image_url'"
    words = WORDS.get(fault.kind)
    if words is None:
        return fault.message
    try:
        return words.format_map({key: bare(value) for key, value in fault.context.items()})
    except KeyError:
        return fault.message


def bare(value: Any) -> Any:
    """Shows 2.0 as 2."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def found(fault: Fault) -> str:
    if fault.kind in VALUELESS or (fault.kind == "schema" and fault.value is None):
        return ""
    if "actual_length" in fault.context:
        return f", got {fault.context['actual_length']}"
    if fault.kind == "finite_number":
        return ""
    shown = write_json(fault.value).decode("utf-8", "replace")
    return f", got {shown}" if len(shown) <= MAX_VALUE else f", got {shown[:MAX_VALUE]}…"


def suggestion(fault: Fault) -> str:
    words = fault.context.get("words") or CHOICES.get(str(fault.loc[-1]) if fault.loc else "")
    if not words or not isinstance(fault.value, str):
        return ""
    synonym = SYNONYMS.get(fault.value)
    near = synonym if synonym in words else did_you_mean(fault.value, words)
    return f" (did you mean {near!r}?)" if near and near != fault.value else ""
