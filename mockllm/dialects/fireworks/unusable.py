"""Rules about schemas and grammars that nothing can be made of, and about media that are none.

The live service was seen to show what it did not understand of a schema; what it says of the rest is a GUESS.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from mockllm.core import Fault
from mockllm.dialects.unusable import grammar_problem, media_problem, parameters_problem, schema_problem

from .formats import NOT_UNDERSTOOD, Place, located, unreadable
from .hints import path
from .tools import bad_structure, functions, tools

if TYPE_CHECKING:
    from mockllm.schemas import SchemaProblem

Body = Mapping[str, Any]
KINDS: Mapping[str, Literal["image", "video"]] = {"image_url": "image", "video_url": "video"}
Words = Callable[["SchemaProblem", Any], str]


def reason(found: "SchemaProblem", _: Any) -> str:
    """Says what is wrong."""
    return f"the schema cannot be used: {found.message[:1].lower()}{found.message[1:]}"


def not_understood(found: "SchemaProblem", schema: Any) -> str:
    """Shows the innermost subschema that holds the place, as the live service does."""
    shown = schema
    for step in found.place:
        try:
            schema = schema[step]
        except (KeyError, IndexError, TypeError):
            break
        shown = schema if isinstance(schema, dict) else shown
    return NOT_UNDERSTOOD.format(repr(shown))


def bad_format(body: Body, words: Words = reason) -> Iterator[Fault]:
    """A response format's schema has an instance, and its grammar a sentence."""
    given = body["response_format"]
    if not isinstance(given, dict):
        return
    kind, grammar = given.get("type"), given.get("grammar")
    if kind == "grammar" and isinstance(grammar, str):
        if problem := grammar_problem(grammar):
            loc = ("response_format", "grammar")
            yield Fault(loc=loc, kind="value_error", message=f"the grammar cannot be used: {problem}", value=grammar)
    elif kind in ("json_schema", "json_object") and not unreadable(given):
        place, schema = located(given)
        if schema is not None and (found := schema_problem(schema)):
            yield _fault(place, schema, found, words, _text(body, place))


def bad_tools(body: Body, words: Words = reason) -> Iterator[Fault]:
    """So have the parameters of tools."""
    yield from _bad_parameters(tools(body), words)


def bad_functions(body: Body, words: Words = reason) -> Iterator[Fault]:
    """And those of `functions`."""
    yield from _bad_parameters(functions(body), words)


def bad_media(index: int, message: Body) -> Iterator[Fault]:
    """A data URL holds what the part says it does; whether there is anything at other URLs nobody asks."""
    content = message.get("content")
    for position, part in enumerate(content if isinstance(content, list) else ()):
        if not isinstance(part, dict):
            continue
        for key, kind in KINDS.items():
            held = part.get(key)
            url = held.get("url") if isinstance(held, dict) else None
            if isinstance(url, str) and (problem := media_problem(url, kind)):
                loc = ("messages", index, "content", position, key, "url")
                yield Fault(loc=loc, kind="value_error", message=problem, value=url)


def _text(body: Any, place: Place) -> str | None:
    """The text that stands at a place."""
    for step in place:
        body = body[step]
    return body if isinstance(body, str) else None


def _bad_parameters(offered: Iterable[tuple[Place, Body]], words: Words) -> Iterator[Fault]:
    for place, function in offered:
        schema = function.get("parameters")
        place = (*place, "parameters")
        if not isinstance(schema, dict) or any(bad_structure(place, function)):
            continue
        if found := parameters_problem(schema):
            yield _fault(place, schema, found, words)


def _fault(place: Place, schema: Any, found: "SchemaProblem", words: Words, text: str | None = None) -> Fault:
    """Tells of the place of what is wrong; where a text holds the schema, of that."""
    message = words(found, schema)
    if text is None:
        return Fault(loc=(*place, *found.place), kind="value_error", message=message, value=found.value)
    where = f" (at {path(found.place)})" if found.place and words is reason else ""
    return Fault(loc=place, kind="value_error", message=message + where, value=text)
