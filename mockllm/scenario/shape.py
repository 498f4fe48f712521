"""What the models say may stand at a place: which keys a mapping has, which kinds of value are right."""

import types
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, Tag

from mockllm.wire.validation import MARK

Steps = Sequence[str | int]


def shape_at(kind: Any, steps: Steps) -> Any:
    """Returns the type that a place has by the models, where `steps` names arms of unions too; None if unknown."""
    for step in steps:
        kind = inner(bare(kind), step)
        if kind is None:
            return None
    return bare(kind)


def inner(kind: Any, step: str | int) -> Any:
    if is_union(kind):
        return next((arm for name, arm in arms(kind) if name == step), None)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        found = [field for name, field in kind.model_fields.items() if (field.alias or name) == step]
        return found[0].rebuild_annotation() if found else None
    if get_origin(kind) is list:
        return get_args(kind)[0]
    if get_origin(kind) is dict:
        return get_args(kind)[1]
    return None


def bare(kind: Any) -> Any:
    """A type without what is annotated."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    return kind


def is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, types.UnionType)


def arms(kind: Any) -> Iterator[tuple[str, Any]]:
    """Yields the arms of a union with what they are called."""
    for member in get_args(kind):
        tags = [data.tag for data in get_args(member)[1:] if isinstance(data, Tag)] if get_origin(member) else []
        yield (tags[0].removeprefix(MARK) if tags else "", member)


def keys(model: type[BaseModel]) -> list[str]:
    """The keys a mapping may have, as they are written."""
    return [field.alias or name for name, field in model.model_fields.items()]


def words(kind: Any) -> tuple[Any, ...]:
    """The words that are right for a closed set."""
    return get_args(kind) if get_origin(kind) is Literal else ()


def called(kind: Any) -> str:
    """What a kind of value is called: "a text", "true or false", …"""
    kind = bare(kind)
    if is_union(kind):
        return " or ".join(called(arm) for _, arm in arms(kind))
    if chosen := words(kind):
        return " or ".join("true" if word is True else str(word) for word in chosen)
    plain = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", Any: "a value"}
    if kind in plain:
        return plain[kind]
    return "a list" if get_origin(kind) is list else "a mapping"


def told(value: Any) -> str:
    """What kind of value somebody wrote, for the end of a sentence."""
    if isinstance(value, bool):
        return f"{str(value).lower()} (true or false)"
    if isinstance(value, (int, float)):
        written = str(value)
        return f"{written if len(written) <= 60 else written[:60] + '…'} (a number)"
    if isinstance(value, str):
        return f"{shortened(value)} (a text)"
    return "a list" if isinstance(value, list) else "a mapping"


def shortened(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:60] + "…")
