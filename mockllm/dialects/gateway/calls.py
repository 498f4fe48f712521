"""Reasoning and calls of functions, in the gateway's alphabetical order or as a provider's stream has them.

In the form `raw` reasoning is a part of the content, between its tags. (wire/gateway.md 4, 5)
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from mockllm.core import Call, Choice, Passage, Request
from mockllm.dialects.deltas import Delta, Part
from mockllm.tokens import END_THINK, THINK
from mockllm.wire import quote

from .gotext import go_quote
from .signature import PROVIDER, signature


def shown(request: Request, choices: Sequence[Choice]) -> Sequence[Choice]:
    """Returns the choices as the request wants reasoning to be shown (gateway reference, `reasoning_format`)."""
    return [tagged(choice) for choice in choices] if request.reasoning.form == "raw" else choices


def tagged(choice: Choice) -> Choice:
    """Moves reasoning into the content; a tag that did not fit is not there."""
    if choice.reasoning is None:
        return choice
    marked = [THINK, *choice.reasoning.pieces, END_THINK][: len(choice.ids)]
    pieces = [*marked, *choice.passage.pieces]
    passage = Passage(
        text="".join(pieces),
        ids=choice.ids[: len(pieces)],
        pieces=pieces,
        ended=choice.passage.ended,
        rows=None if choice.rows is None else choice.rows[: len(pieces)],
    )
    if choice.cuts is None:
        return replace(choice, passage=passage, reasoning=None)
    before = list(accumulate(len(piece) for piece in marked if piece))
    shift = before[-1] if before and choice.refusal is None else 0
    cuts = [*before, *(shift + cut for cut in choice.cuts)] if choice.refusal is None else choice.cuts
    return replace(choice, passage=passage, reasoning=None, cuts=cuts)


def message(choice: Choice, request: Request) -> str:
    """Writes a whole message; beside calls `live` has no content where it is empty, as providers send it.

    The reference's message has no `refusal`, so that its words are content. The real gateway drops a provider's, and
    leaves no content (wire/gateway.md 5).
    """
    text = choice.passage.text
    if choice.refusal is not None and request.level != "live":
        text += choice.refusal.text
    content = "null" if without_content(choice, request) else go_quote(text)
    reasoning = choice.reasoning.text if choice.reasoning is not None else ""
    thoughts = f'"reasoning":{go_quote(reasoning)},"reasoning_content":{go_quote(reasoning)},' if reasoning else ""
    calls = ",".join([_whole(call, request.provider) for call in choice.calls])
    called = f',"tool_calls":[{calls}]' if calls else ""
    return f'{{"content":{content},{thoughts}"role":"assistant"{called}}}'


def without_content(choice: Choice, request: Request) -> bool:
    return request.level == "live" and not choice.passage.text and (bool(choice.calls) or choice.refusal is not None)


def delta(choice: Choice, given: Delta, provider: str | None) -> str:
    """Writes what a chunk adds to the message."""
    return WRITERS[given.part](choice, given, provider)


def _whole(call: Call, provider: str | None) -> str:
    extra = f'"extra_content":{_extra(call)},' if provider == PROVIDER else ""
    function = f'{{"arguments":{go_quote(call.arguments.text)},"name":{go_quote(call.name)}}}'
    return f'{{{extra}"function":{function},"id":{go_quote(call.id)},"type":"function"}}'


def _extra(call: Call) -> str:
    return f'{{"google":{{"thought_signature":{go_quote(signature(call.id, call.name))}}}}}'


def _reasoning(_: Choice, given: Delta, __: str | None) -> str:
    text = quote(given.text)
    return f'{{"reasoning_content":{text},"reasoning":{text}}}'


def _content(_: Choice, given: Delta, __: str | None) -> str:
    return f'{{"content":{quote(given.text)}}}'


def _refusal(_: Choice, given: Delta, __: str | None) -> str:
    return f'{{"refusal":{quote(given.text)}}}'


def _name(choice: Choice, given: Delta, provider: str | None) -> str:
    return _begun(choice.calls[given.call], given.call, "", provider)


def _whole_call(choice: Choice, given: Delta, provider: str | None) -> str:
    return _begun(choice.calls[given.call], given.call, given.text, provider)


def _begun(call: Call, number: int, arguments: str, provider: str | None) -> str:
    extra = f',"extra_content":{_extra(call)}' if provider == PROVIDER else ""
    function = f'"function":{{"name":{quote(call.name)},"arguments":{quote(arguments)}}}'
    return f'{{"tool_calls":[{{"index":{number},"id":{quote(call.id)},"type":"function",{function}{extra}}}]}}'


def _arguments(_: Choice, given: Delta, __: str | None) -> str:
    return f'{{"tool_calls":[{{"index":{given.call},"function":{{"arguments":{quote(given.text)}}}}}]}}'


WRITERS: Mapping[Part, Callable[[Choice, Delta, str | None], str]] = {
    "reasoning": _reasoning,
    "content": _content,
    "refusal": _refusal,
    "name": _name,
    "arguments": _arguments,
    "call": _whole_call,
}
