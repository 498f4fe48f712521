"""The text forms that dialects share: JSON, server-sent events, and the checking of bodies."""

from mockllm.suggest import did_you_mean

from .bulk import bulky, sample
from .header import header_text
from .jsontext import JsonError, quote, read_json, write_json
from .numbers import Boolean, Integer, Number, Text
from .sse import DONE, interleave, sse
from .validation import arm, validate, validate_raw

__all__ = [
    "DONE", "Boolean", "Integer", "JsonError", "Number", "Text", "arm", "bulky", "did_you_mean", "header_text",
    "interleave", "quote", "read_json", "sample", "sse", "validate", "validate_raw", "write_json",
]  # fmt: skip
