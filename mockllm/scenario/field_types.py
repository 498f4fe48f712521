"""Kinds of value that scenario files have beside JSON's own."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Annotated, Any, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, WithJsonSchema
from pydantic_core import PydanticCustomError

from mockllm.core import FAILURES, Arguments, Chunks
from mockllm.durations import read_duration
from mockllm.wire import did_you_mean

from .shape import told

NUMBER_OF_CHARACTERS = re.compile(r"([1-9]\d{0,5}) characters?", re.ASCII)
STATUS = re.compile("[45][0-9][0-9]")
HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", re.ASCII)
HEADER_TEXT = re.compile(r"(?![ \t])[\t\x20-\x7e\x80-\xff]*(?<![ \t])")
FRAMING = ("content-length", "transfer-encoding", "connection")
"""Headers that say where an answer ends, which whoever sends it has to know; clients read nonsense after wrong ones."""

WAYS_TO_CUT = 'token, word, "5 characters", whole, a list of texts, or {content, arguments}'
ARGUMENTS: tuple[Arguments, ...] = get_args(Arguments)

MOST_COUNTED = 10**9

NOT_GIVEN: Any = None
"""What a key is that the file does not have. Its type leaves that out, so that a key without a value is an error."""


class FileModel(BaseModel):
    """A mapping of a scenario file. A key that is not written is None, or empty; a key without a value is an error."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, frozen=True)

    def has(self, name: str) -> bool:
        """Whether the file has this key."""
        return name in self.model_fields_set


def duration(raw: object) -> float:
    try:
        return read_duration(raw)
    except ValueError as error:
        raise wrong_type(str(error)) from None


def wrong_type(said: str) -> PydanticCustomError:
    """What is written is no value of this kind at all; `said` ends the sentence "`'x'` is …"."""
    return PydanticCustomError("said_type", "{said}", {"said": said})


def wrong_value(said: str) -> PydanticCustomError:
    return PydanticCustomError("said", "{said}", {"said": said})


Duration = Annotated[
    float,
    BeforeValidator(duration),
    WithJsonSchema(
        {"anyOf": [{"type": "number", "minimum": 0}, {"type": "string", "pattern": r"^(\d+(\.\d*)?|\.\d+)\s*(ms|s)?$"}]}
    ),
]
"""Seconds, written as `0.2`, `200ms` or `2s`."""


def one_name(names: Iterable[str], what: str) -> Callable[[object], str]:
    """Makes a reader of one of several names."""
    known = tuple(names)

    def read(raw: object) -> str:
        if not isinstance(raw, str):
            raise wrong_type(f"no {what}")
        if raw in known:
            return raw
        if STATUS.fullmatch(raw):
            raise wrong_value(f"no {what}, but may be a status; write {raw} without quotes")
        meant = did_you_mean(raw, known)
        raise wrong_value(f"no {what}; " + (f"did you mean {meant}?" if meant else f"there are {', '.join(known)}"))

    return read


FailureName = Annotated[
    str,
    BeforeValidator(one_name(FAILURES, "name of an error")),
    WithJsonSchema({"type": "string", "enum": list(FAILURES)}),
]


def header(raw: object) -> str:
    """Reads a header's value; a number is taken as it is written."""
    if isinstance(raw, (int, float)) and not isinstance(raw, bool):
        return str(raw)
    if not isinstance(raw, str):
        raise wrong_type("no text")
    if not HEADER_TEXT.fullmatch(raw):
        raise wrong_value("no value of a header, which has one line of Latin characters, and no spaces around it")
    return raw


def header_name(raw: object) -> str:
    if not isinstance(raw, str) or not HEADER_NAME.fullmatch(raw):
        raise wrong_value("no name of a header; it has letters, digits and hyphens")
    if raw.lower() in FRAMING:
        raise wrong_value("written by the server itself; to cut an answer use `fault: truncate` or `drop_after`")
    return raw


Headers = Annotated[
    dict[Annotated[str, BeforeValidator(header_name)], Annotated[str, BeforeValidator(header)]],
    WithJsonSchema(
        {
            "type": "object",
            "propertyNames": {"not": {"enum": [spelling for name in FRAMING for spelling in (name, name.title())]}},
            "additionalProperties": {"type": ["string", "number"]},
        }
    ),
]


def chunks(raw: object) -> Chunks:
    """Reads how a stream is cut."""
    match raw:
        case dict():
            return parts_cut(raw)
        case list():
            return Chunks(by="list", texts=tuple(piece(text, place) for place, text in enumerate(raw, 1)))
        case "whole":
            return Chunks(by="whole")
        case "token" | "tokens":
            return Chunks(by="token")
        case "word" | "words":
            return Chunks(by="word")
        case str() if found := NUMBER_OF_CHARACTERS.fullmatch(raw.strip()):
            return Chunks(by="characters", size=int(found[1]))
        case int() if not isinstance(raw, bool) and 0 < raw < 1_000_000:
            return Chunks(by="characters", size=raw)
    raise wrong_type(f"no way to cut a stream; write {WAYS_TO_CUT}")


def parts_cut(raw: dict[Any, Any]) -> Chunks:
    """Reads how the content is cut, and how the arguments of calls."""
    if unknown := next((key for key in raw if key not in ("content", "arguments")), None):
        raise wrong_value(f"no way to cut a stream: `{unknown}` is none of its keys, which are content and arguments")
    if not raw or isinstance(raw.get("content"), dict):
        raise wrong_type(f"no way to cut a stream; write {WAYS_TO_CUT}")
    content = chunks(raw["content"]) if "content" in raw else Chunks(by="token")
    arguments = raw.get("arguments", "token")
    if arguments not in ARGUMENTS:
        raise wrong_value(f"no way to cut arguments: {arguments!r} is none of {', '.join(ARGUMENTS)}")
    return replace(content, arguments=arguments)


def piece(text: Any, place: int) -> str:
    if not isinstance(text, str):
        raise wrong_type(f"no list of texts: item {place} is {told(text)}; put it in quotes")
    return text


WAYS: list[dict[str, Any]] = [
    {"type": "string", "pattern": r"^\s*[1-9]\d{0,5} characters?\s*$|^(tokens?|words?|whole)$"},
    {"type": "integer", "minimum": 1, "maximum": 999_999},
    {"type": "array", "items": {"type": "string"}},
]
PARTS_CUT = {
    "type": "object",
    "minProperties": 1,
    "additionalProperties": False,
    "properties": {"content": {"anyOf": WAYS}, "arguments": {"enum": list(ARGUMENTS)}},
}

ChunksField = Annotated[Chunks, BeforeValidator(chunks), WithJsonSchema({"anyOf": [*WAYS, PARTS_CUT]})]
