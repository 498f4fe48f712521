"""The kinds of JSON values as bits, so that what several schemas allow is one `&`; integers are a kind of their own."""

from typing import Any

NULL, BOOLEAN, INTEGER, FRACTION, STRING, ARRAY, OBJECT = (1 << place for place in range(7))
NUMBER = INTEGER | FRACTION
ANY = NULL | BOOLEAN | NUMBER | STRING | ARRAY | OBJECT

BY_NAME = {
    "null": NULL,
    "boolean": BOOLEAN,
    "integer": INTEGER,
    "number": NUMBER,
    "string": STRING,
    "array": ARRAY,
    "object": OBJECT,
}


def kind_of(value: Any) -> int:
    """Returns the bit of a value's kind."""
    if value is None:
        return NULL
    if isinstance(value, bool):
        return BOOLEAN
    if isinstance(value, int):
        return INTEGER
    if isinstance(value, float):
        return INTEGER if value.is_integer() else FRACTION
    if isinstance(value, str):
        return STRING
    return ARRAY if isinstance(value, list) else OBJECT


def kinds_of(names: str | list[str]) -> int:
    """Returns the bits that a `type` keyword allows."""
    kinds = 0
    for name in [names] if isinstance(names, str) else names:
        kinds |= BY_NAME.get(name, 0)
    return kinds
