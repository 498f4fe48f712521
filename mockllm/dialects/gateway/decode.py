"""Reads a body as the real gateway does: Go's encoding/json into typed structs, and nothing more (wire/gateway.md 3).

Only the first JSON value counts, keys match in any case, the last of several equal ones wins though each has to have
the right type, null is as absent, and unknown keys are dropped. Types are Go's: an integer is written without point
or exponent and fits 64 bits, a number fits a float32.
"""

from collections.abc import Callable, Mapping
from typing import Any

from .gojson import NotJsonError, first_value, plain

INT64 = 1 << 63
FLOAT32_OVERFLOW = float((1 << 128) - (1 << 103))
"""The smallest magnitude that Go's ParseFloat no longer rounds to a float32."""

Kind = Callable[[Any], Any]
"""Checks a value and turns it into the one that is kept."""


class UndecodableError(Exception):
    """A body that Go cannot decode; `path` leads to the value, from the inside outwards while it is raised."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.path: list[str | int] = []


def decode(body: bytes) -> dict[str, Any]:
    """Returns the known keys of a request, those that are null left out; raises UndecodableError."""
    try:
        value = first_value(body)
    except NotJsonError as error:
        raise UndecodableError(f"not JSON: {error}") from None
    return {} if value is None else REQUEST(value)


def mismatch(wanted: str, value: Any) -> UndecodableError:
    return UndecodableError(f"wanted {wanted}, got {NAMES.get(type(value), 'a number')}")


NAMES = {str: "a string", bool: "a boolean", list: "an array", tuple: "an object", type(None): "null"}


def text(value: Any) -> str:
    if type(value) is not str:
        raise mismatch("a string", value)
    return value


def boolean(value: Any) -> bool:
    if type(value) is not bool:
        raise mismatch("a boolean", value)
    return value


def integer(value: Any) -> int:
    if type(value) is not int or not -INT64 <= value < INT64:
        raise mismatch("an integer of 64 bits without point or exponent", value)
    return value


def number(value: Any) -> float:
    if type(value) not in (int, float) or abs(value) >= FLOAT32_OVERFLOW:
        raise mismatch("a number that fits a float32", value)
    return float(value)


def array(item: Kind, empty: Callable[[], Any]) -> Kind:
    """A slice; null among its items is Go's zero value."""

    def read(value: Any) -> list[Any]:
        if type(value) is not list:
            raise mismatch("an array", value)
        place = 0
        try:
            result = []
            for place, entry in enumerate(value):  # noqa: B007 - the place is for the error
                result.append(empty() if entry is None else item(entry))
        except UndecodableError as error:
            error.path.append(place)
            raise
        return result

    return read


def table(item: Kind, zero: Any) -> Kind:
    """A map with string keys, which match exactly; null is Go's zero value."""

    def read(value: Any) -> dict[str, Any]:
        if type(value) is not tuple:
            raise mismatch("an object", value)
        result = {}
        for key, entry in value:
            try:
                result[key] = zero if entry is None else item(entry)
            except UndecodableError as error:
                error.path.append(key)
                raise
        return result

    return read


def struct(fields: Mapping[str, Kind], keep: tuple[str, ...] = ()) -> Callable[[Any], dict[str, Any]]:
    """A struct; `keep` names the fields that are no pointers, where a later null changes nothing."""

    def read(value: Any) -> dict[str, Any]:
        if type(value) is not tuple:
            raise mismatch("an object", value)
        result: dict[str, Any] = {}
        for key, entry in value:
            kind = fields.get(key)
            if kind is None:
                key = fold(key)
                kind = fields.get(key)
                if kind is None:
                    continue
            if entry is None:
                if key not in keep:
                    result.pop(key, None)
                continue
            try:
                result[key] = kind(entry)
            except UndecodableError as error:
                error.path.append(key)
                raise
        return result

    return read


def fold(key: str) -> str:
    """Folds case as Go does for names of ASCII letters: the long s is an s, the Kelvin sign a k."""
    return key.lower().replace("\u017f", "s")


def parameters(value: Any) -> dict[str, Any]:
    """A free object."""
    if type(value) is not tuple:
        raise mismatch("an object", value)
    return plain(value)  # type: ignore[no-any-return] # an object becomes a dict


def google(value: Any) -> dict[str, Any]:
    """A free object but for its signature, whose key matches exactly."""
    result = parameters(value)
    signature = result.get("thought_signature")
    if signature is not None and type(signature) is not str:
        error = mismatch("a string", signature)
        error.path.append("thought_signature")
        raise error
    return result


CALL = struct(
    {
        "id": text,
        "type": text,
        "function": struct({"name": text, "arguments": text}, keep=("name", "arguments")),
        "extra_content": struct({"google": google}),
    },
    keep=("id", "type", "function"),
)
MESSAGE = struct(
    {
        "role": text,
        "content": plain,
        "tool_calls": array(CALL, dict),
        "tool_call_id": text,
        "reasoning_content": text,
        "reasoning": text,
    },
    keep=("role",),
)
TOOL = struct(
    {
        "type": text,
        "function": struct(
            {"name": text, "description": text, "parameters": parameters, "strict": boolean}, keep=("name",)
        ),
    },
    keep=("type", "function"),
)
REQUEST = struct(
    {
        "model": text,
        "messages": array(MESSAGE, dict),
        "max_tokens": integer,
        "max_completion_tokens": integer,
        "temperature": number,
        "top_p": number,
        "frequency_penalty": number,
        "presence_penalty": number,
        "n": integer,
        "stop": plain,
        "seed": integer,
        "logprobs": boolean,
        "top_logprobs": integer,
        "response_format": plain,
        "logit_bias": table(integer, 0),
        "user": text,
        "stream": boolean,
        "stream_options": struct({"include_usage": boolean}, keep=("include_usage",)),
        "tools": array(TOOL, dict),
        "tool_choice": plain,
        "parallel_tool_calls": boolean,
        "reasoning_format": text,
        "reasoning_effort": text,
    },
    keep=("model",),
)
