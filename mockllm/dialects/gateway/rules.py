"""What the reference says about fields that depend on each other: checked on the raw body, whatever else is wrong.

Only what the reference rules out is refused here, and what nothing can be made of. Two tools of one name, a tool
message that answers no call, and `max_tokens` beside `max_completion_tokens` are not ruled out, so they pass.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from mockllm.core import Fault
from mockllm.dialects.unusable import media_problem, of_objects, parameters_problem, schema_problem

from .schema import FIELDS

if TYPE_CHECKING:
    from mockllm.schemas import SchemaProblem

ORDER = {name: place for place, name in enumerate(FIELDS)}


def check(body: Mapping[str, Any], faults: list[Fault]) -> list[Fault]:
    """Adds the faults between fields to those within them, in the reference's order of fields.

    A field that is at fault by itself is not reported twice.
    """
    known = {fault.loc for fault in faults}
    more = [fault for rule in RULES for fault in rule(body) if fault.loc not in known]
    return sorted(faults + more, key=lambda fault: ORDER[str(fault.loc[0])]) if more else faults


def null_content(body: Mapping[str, Any]) -> Iterator[Fault]:
    """Content may be null beside an assistant's tool calls only (decision; clients send it so)."""
    messages = body.get("messages")
    for place, message in enumerate(messages if isinstance(messages, list) else ()):
        if not isinstance(message, dict) or message.get("content", "") is not None:
            continue
        if message.get("role") != "assistant" or not message.get("tool_calls"):
            yield Fault(
                loc=("messages", place, "content"),
                kind="null_content",
                message="must be a string or an array of content parts (null only beside an assistant's tool_calls)",
            )


def top_logprobs(body: Mapping[str, Any]) -> Iterator[Fault]:
    """`top_logprobs` needs `logprobs` (gateway reference, `top_logprobs`)."""
    top = body.get("top_logprobs")
    if top is not None and body.get("logprobs") is not True:
        yield Fault(loc=("top_logprobs",), kind="needs_logprobs", message="needs logprobs to be true", value=top)


def logit_bias(body: Mapping[str, Any]) -> Iterator[Fault]:
    """The keys of `logit_bias` are token ids (gateway reference, `logit_bias`)."""
    bias = body.get("logit_bias")
    for token in bias if isinstance(bias, dict) else ():
        if not (token.isascii() and token.isdigit()):
            yield Fault(loc=("logit_bias", token), kind="token_id", message="must have a token id as its key")


def stream_options(body: Mapping[str, Any]) -> Iterator[Fault]:
    """`stream_options` only with `stream` (gateway reference, `stream_options`)."""
    if body.get("stream_options") is not None and body.get("stream") is not True:
        yield Fault(
            loc=("stream_options",),
            kind="needs_stream",
            message="must only be set when stream is true",
            value=body["stream_options"],
        )


def tool_choice(body: Mapping[str, Any]) -> Iterator[Fault]:
    """A call that is demanded needs the tool that is to be called (gateway reference, `tool_choice`)."""
    choice = body.get("tool_choice")
    tools = body.get("tools")
    tools = tools if isinstance(tools, list) else []
    if choice == "required" and not tools:
        yield Fault(
            loc=("tool_choice",), kind="no_tools", message="needs at least one tool in tools to call", value=choice
        )
    if not isinstance(choice, dict) or not isinstance(choice.get("function"), dict):
        return
    name = choice["function"].get("name")
    names = [tool["function"].get("name") for tool in tools if isinstance(tool, dict) and has_function(tool)]
    if isinstance(name, str) and name not in names:
        yield Fault(
            loc=("tool_choice", "function", "name"),
            kind="absent_tool",
            message="must be the name of a function in tools",
            value=name,
            context={"words": [word for word in names if isinstance(word, str)]},
        )


def schemas(body: Mapping[str, Any]) -> Iterator[Fault]:
    """A schema has an instance, or nothing could be answered (our own rule; the reference leaves it to providers).

    Parameters are those of an object, since arguments are one (gateway reference, `tools[].function.parameters`).
    """
    wanted = body.get("response_format")
    form = wanted.get("json_schema") if isinstance(wanted, dict) and wanted.get("type") == "json_schema" else None
    schema = form.get("schema") if isinstance(form, dict) else None
    if isinstance(schema, dict) and (found := schema_problem(schema)):
        yield unusable(("response_format", "json_schema", "schema", *found.place), found)
    tools = body.get("tools")
    for position, tool in enumerate(tools if isinstance(tools, list) else ()):
        schema = tool["function"].get("parameters") if isinstance(tool, dict) and has_function(tool) else None
        if not isinstance(schema, dict):
            continue
        loc = ("tools", position, "function", "parameters")
        if not of_objects(schema):
            yield Fault(
                loc=(*loc, "type"),
                kind="literal_error",
                message="must be 'object'",
                value=schema["type"],
                context={"expected": "'object'"},
            )
        elif found := parameters_problem(schema):
            yield unusable((*loc, *found.place), found)


def unusable(loc: tuple[str | int, ...], found: "SchemaProblem") -> Fault:
    message = f"makes the schema unusable: {found.message[:1].lower()}{found.message[1:]}"
    return Fault(loc=loc, kind="schema", message=message, value=found.value)


def media(body: Mapping[str, Any]) -> Iterator[Fault]:
    """A data URL holds an image; whether there is one at another URL nobody asks."""
    messages = body.get("messages")
    for place, message in enumerate(messages if isinstance(messages, list) else ()):
        content = message.get("content") if isinstance(message, dict) else None
        for position, part in enumerate(content if isinstance(content, list) else ()):
            held = part.get("image_url") if isinstance(part, dict) else None
            url = held.get("url") if isinstance(held, dict) else None
            if isinstance(url, str) and (problem := media_problem(url, "image")):
                loc = ("messages", place, "content", position, "image_url", "url")
                yield Fault(loc=loc, kind="data_url", message=f"must be a URL of an image: {problem}", value=url)


def has_function(tool: Mapping[str, Any]) -> bool:
    return isinstance(tool.get("function"), dict)


RULES = (null_content, media, top_logprobs, logit_bias, stream_options, schemas, tool_choice)
