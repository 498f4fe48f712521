"""Writes a whole answer: compact, its keys in alphabetical order at every level (wire/gateway.md 5)."""

from mockllm.core import Answer, Choice, Header, Request
from mockllm.dialects.deltas import only_text
from mockllm.dialects.failing import hint

from . import logprobs
from .calls import message, shown
from .gotext import go_body, go_quote
from .ids import told_id
from .tally import alphabetical

HEADERS: tuple[Header, ...] = (("content-type", "application/json"),)
"""Without a charset, and nothing else of its own."""

DROPPED = "the gateway drops message.refusal from whole answers (wire/gateway.md 5); a stream has it"


def whole(request: Request, answer: Answer) -> tuple[tuple[Header, ...], bytes]:
    """Returns the headers and the body."""
    wanted = request.extras.logprobs is not None
    choices = ",".join([write_choice(choice, request, told=wanted) for choice in shown(request, answer.choices)])
    return headers(request, answer), go_body(
        f'{{"choices":[{choices}],"created":{answer.created},"id":{told_id(answer, go_quote)},'
        f'"model":{go_quote(answer.model)},"object":"chat.completion",'
        f'"usage":{alphabetical(answer.usage, request.level)}}}'
    )


def headers(request: Request, answer: Answer) -> tuple[Header, ...]:
    """At `live` a person is told where a refusal went."""
    if request.level == "live" and any(choice.refusal is not None for choice in answer.choices):
        return (*HEADERS, hint(DROPPED))
    return HEADERS


def write_choice(choice: Choice, request: Request, *, told: bool) -> str:
    """Writes a choice; `told`: with log probabilities."""
    rows = f'"logprobs":{told_rows(choice, request)},' if told else ""
    if only_text(choice):
        written = f'{{"content":{go_quote(choice.passage.text)},"role":"assistant"}}'
    else:
        written = message(choice, request)
    return f'{{"finish_reason":"{choice.finish_reason}","index":{choice.index},{rows}"message":{written}}}'


def told_rows(choice: Choice, request: Request) -> str:
    refused = choice.refusal.rows if choice.refusal is not None else None
    return logprobs.alphabetical(choice.passage.rows or (), refused or (), request.level)
