"""Writes a whole answer: compact, its keys in alphabetical order at every level (wire/gateway.md 5)."""

from mockllm.core import Answer, Choice, Header, Request
from mockllm.dialects.deltas import only_text

from . import logprobs
from .calls import message, shown
from .gotext import go_body, go_quote
from .tally import alphabetical

HEADERS: tuple[Header, ...] = (("content-type", "application/json"),)
"""Without a charset, and nothing else of its own."""


def whole(request: Request, answer: Answer) -> tuple[tuple[Header, ...], bytes]:
    """Returns the headers and the body."""
    wanted = request.extras.logprobs is not None
    choices = ",".join([write_choice(choice, request, told=wanted) for choice in shown(request, answer.choices)])
    return HEADERS, go_body(
        f'{{"choices":[{choices}],"created":{answer.created},"id":"chatcmpl-{answer.id}",'
        f'"model":{go_quote(answer.model)},"object":"chat.completion",'
        f'"usage":{alphabetical(answer.usage, request.level)}}}'
    )


def write_choice(choice: Choice, request: Request, *, told: bool) -> str:
    """Writes a choice; `told`: with log probabilities."""
    rows = f'"logprobs":{logprobs.alphabetical(choice.passage.rows or (), request.level)},' if told else ""
    if only_text(choice):
        written = f'{{"content":{go_quote(choice.passage.text)},"role":"assistant"}}'
    else:
        written = message(choice, request)
    return f'{{"finish_reason":"{choice.finish_reason}","index":{choice.index},{rows}"message":{written}}}'
