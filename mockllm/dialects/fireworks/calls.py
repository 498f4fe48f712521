"""Reasoning and calls of functions as the service writes them (wire/fireworks.md 1.1, 2.2, 2.4, 5).

A request's older `functions` are answered like tools, since the reference's answer has no other field for a call.
"""

from collections.abc import Callable, Mapping, Sequence

from mockllm.core import Call, Choice, Level
from mockllm.dialects.deltas import Delta, Part
from mockllm.wire import quote


def message(choice: Choice, text: str, level: Level) -> str:
    """Writes a whole message: content only beside no call or where there is some, other keys where there is something.

    Reasoning that was cut before its first token is as absent as it is from a stream.
    """
    content = f',"content":{quote(text)}' if text or not choice.calls else ""
    reasoning = choice.reasoning.text if choice.reasoning is not None else ""
    thoughts = f',"reasoning_content":{quote(reasoning)}' if reasoning else ""
    return f'{{"role":"assistant"{content}{thoughts}{_calls(choice.calls, level)}}}'


def delta(choice: Choice, given: Delta) -> str:
    """Writes what a chunk adds to the message."""
    return WRITERS[given.part](choice, given)


def _calls(calls: Sequence[Call], level: Level) -> str:
    """The index, and a name that is null, are the service's own and not in the reference: at `live` alone."""
    if not calls:
        return ""
    written = []
    for index, call in enumerate(calls):
        before, after = (f'"index":{index},', ',"name":null') if level == "live" else ("", "")
        function = f'"function":{{"name":{quote(call.name)},"arguments":{quote(call.arguments.text)}}}'
        written.append(f'{{{before}"id":{quote(call.id)},"type":"function",{function}{after}}}')
    return f',"tool_calls":[{",".join(written)}]'


def _reasoning(_: Choice, given: Delta) -> str:
    return f'{{"reasoning_content":{quote(given.text)}}}'


def _content(_: Choice, given: Delta) -> str:
    return f'{{"content":{quote(given.text)}}}'


def _name(choice: Choice, given: Delta) -> str:
    return _call(given, quote(choice.calls[given.call].id), f'"name":{quote(given.text)}')


def _whole_call(choice: Choice, given: Delta) -> str:
    call = choice.calls[given.call]
    return _call(given, quote(call.id), f'"name":{quote(call.name)},"arguments":{quote(given.text)}')


def _arguments(_: Choice, given: Delta) -> str:
    return _call(given, "null", f'"arguments":{quote(given.text)}')


def _call(given: Delta, call_id: str, function: str) -> str:
    return f'{{"tool_calls":[{{"index":{given.call},"id":{call_id},"type":"function","function":{{{function}}}}}]}}'


WRITERS: Mapping[Part, Callable[[Choice, Delta], str]] = {
    "reasoning": _reasoning,
    "content": _content,
    "refusal": _content,
    "name": _name,
    "arguments": _arguments,
    "call": _whole_call,
}
