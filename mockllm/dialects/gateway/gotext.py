"""Writes JSON strings as Go's encoder does: `<`, `>`, `&` and two line separators escaped (wire/gateway.md 5)."""

from mockllm.wire import quote

ESCAPED = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def go_quote(text: str) -> str:
    """Returns a JSON string literal; all other characters outside ASCII stand as they are."""
    quoted = quote(text)
    for char, escape in ESCAPED.items():
        if char in quoted:
            quoted = quoted.replace(char, escape)
    return quoted


def go_body(text: str) -> bytes:
    """Encodes text that may hold halves of surrogate pairs, which have no bytes in UTF-8 and become `?`."""
    return text.encode("utf-8", "replace")
