"""What of a request conditions can ask for, and how each of it is read."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal
from urllib.parse import parse_qs

from mockllm.core import Incoming, Request, texts

from . import said
from .budget import Budget
from .json_path import Find

Kind = Literal["text", "name", "number", "flag", "value"]
"""How bare values are meant: contained in texts, equal to all else, and with `*` in names; a value is any JSON."""

Form = Literal["one", "spellings", "list"]
"""Whether there is at most one value, or one in several spellings, or a list; one that fits is enough."""

Read = Callable[[Request, Incoming], tuple[Any, ...]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Field:
    """A part of a request; `read` returns its values, none where the request lacks it.

    `name` is shown to people, `key` is what it is told apart by. Every request has what is there `always`.
    `named` is the field that bare values mean, where that is another one; `sent` the one that this one is another
    reading of. A number that is wanted of a field that is `spelled` means its digits. Where the values have to be
    looked for, `find` does it within a bound on its time.
    """

    name: str
    key: str
    kind: Kind
    read: Read
    form: Form = "one"
    always: bool = False
    named: "Field | None" = None
    sent: "Field | None" = None
    spelled: bool = False
    find: Find | None = None


SHARED = 1_024
"""So many fields are the same object wherever they are asked for: less memory, and less of it looked at."""


@lru_cache(SHARED)
def header(name: str) -> Field:
    """A header, its name in any case."""
    lower = name.lower()

    def read(_: Request, incoming: Incoming) -> tuple[Any, ...]:
        value = incoming.headers.get(lower)
        return () if value is None else (value,)

    return Field(name=f"header.{lower}", key=f"header.{lower}", kind="name", read=read, spelled=True)


@lru_cache(SHARED)
def query(name: str) -> Field:
    """A parameter of the URL, all its values."""

    def read(_: Request, incoming: Incoming) -> tuple[Any, ...]:
        return tuple(parse_qs(incoming.query, keep_blank_values=True).get(name, ()))

    return Field(name=f"query.{name}", key=f"query.{name}", kind="name", read=read, form="list", spelled=True)


@lru_cache(SHARED)
def body_field(name: str) -> Field:
    """A field of the body, as it was sent."""

    def read(request: Request, _: Incoming) -> tuple[Any, ...]:
        return (request.body[name],) if name in request.body else ()

    return Field(name=name, key=f"body.{name}", kind="value", read=read)


def body_path(path: str, find: Find) -> Field:
    """What a JSONPath finds in the body."""

    def read(request: Request, _: Incoming) -> tuple[Any, ...]:
        return tuple(find(request.body, Budget()))

    return Field(name=f"body.{path}", key=f"path.{path}", kind="value", read=read, form="list", find=find)


def as_json(field: Field) -> Field:
    """The same field as JSON: a text that is JSON also stands for the value it describes."""

    def as_well(found: Iterable[Any]) -> list[Any]:
        values = [] if field.kind == "text" else found
        return [*values, *(value for text in found if isinstance(text, str) for value in _parsed(text))]

    sought = field.find
    return replace(
        field, key=f"{field.key} as JSON", kind="value", form="list", sent=field,
        read=lambda request, incoming: tuple(as_well(field.read(request, incoming))),
        find=None if sought is None else lambda body, budget: as_well(sought(body, budget)),
    )  # fmt: skip


def as_a_whole(field: Field) -> Field:
    """A list of names as one value, in which neither order nor repetition counts."""
    return replace(
        field, key=f"{field.key} as a whole", kind="value", form="one", sent=field,
        read=lambda request, incoming: (sorted(set(field.read(request, incoming))),),
    )  # fmt: skip


def _parsed(text: str) -> tuple[Any, ...]:
    import json  # nothing here can be refused: what is no JSON has no such value

    try:
        return (json.loads(text),)
    except (ValueError, RecursionError):
        return ()


def _model(request: Request, _: Incoming) -> tuple[str, ...]:
    """As it was asked for and as it is answered, and the last part of either, which is what people call it."""
    asked, answered = request.asked_model, request.model
    return tuple(dict.fromkeys((asked, answered, asked.rpartition("/")[2], answered.rpartition("/")[2])))


def _last(request: Request, role: str) -> tuple[str, ...]:
    message = request.last(role)
    return () if message is None else (message.text,)


def _system(request: Request, _: Incoming) -> tuple[str, ...]:
    found = texts(request.messages, "system") + texts(request.messages, "developer")
    return ("\n".join(found),) if found else ()


def _tool_result(request: Request, _: Incoming) -> tuple[str, ...]:
    message = said.tool_result(request.messages)
    return () if message is None else (message.text,)


def _tool_choice(request: Request, _: Incoming) -> tuple[str, ...]:
    choice = request.tool_choice
    return (choice.name or "",) if choice.mode == "named" else (choice.mode,)


def _optional(value: str | None) -> tuple[str, ...]:
    return () if value is None else (value,)


def _of(
    name: str, kind: Kind, read: Read, form: Form = "one", *, always: bool = False, named: Field | None = None
) -> Field:
    return Field(name=name, key=name, kind=kind, read=read, form=form, always=always, named=named)


TOOL_NAME = _of("tool_result.name", "name", lambda request, _: _optional(said.tool_name(request.messages)))

FIELDS: Mapping[str, Field] = MappingProxyType({
    field.name: field
    for field in (
        _of("model", "name", _model, "spellings", always=True),
        _of("dialect", "name", lambda request, _: (request.dialect,), always=True),
        _of("provider", "name", lambda request, _: _optional(request.provider)),
        _of("user", "text", lambda request, _: _last(request, "user")),
        _of("system", "text", _system),
        _of("any_message", "text", lambda request, _: tuple(each.text for each in request.messages), "list"),
        _of("assistant", "text", lambda request, _: _last(request, "assistant")),
        _of("turn", "number", lambda request, _: (said.turn(request.messages),), always=True),
        _of("step", "number", lambda request, _: (said.step(request.messages),), always=True),
        _of("message_count", "number", lambda request, _: (len(request.messages),), always=True),
        _of("tools", "name", lambda request, _: tuple(tool.name for tool in request.tools), "list"),
        _of("tool_choice", "name", _tool_choice, always=True),
        _of("tool_result", "text", _tool_result, named=TOOL_NAME),
        _of("has_tool_result", "flag", lambda request, _: (said.tool_result(request.messages) is not None,),
            always=True),
        _of("response_format", "name", lambda request, _: (request.response_format.kind,), always=True),
        _of("stream", "flag", lambda request, _: (request.stream,), always=True),
        _of("namespace", "name", lambda _, incoming: _optional(incoming.namespace)),
    )
})  # fmt: skip
"""The fields that have a name and a meaning of their own."""

GROUPS = ("header", "query", "body")
"""Fields that hold a mapping of what to look at to the conditions for it."""
