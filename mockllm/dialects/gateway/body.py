"""Writes a whole answer: compact, its keys in alphabetical order at every level (wire/gateway.md 5)."""

from mockllm.core import Answer, Choice, Header, Level, Request

from . import logprobs
from .gotext import go_body, go_quote
from .tally import alphabetical

HEADERS: tuple[Header, ...] = (("content-type", "application/json"),)
"""Without a charset, and nothing else of its own."""


def whole(request: Request, answer: Answer) -> tuple[tuple[Header, ...], bytes]:
    """Returns the headers and the body."""
    wanted = request.extras.logprobs is not None
    level = request.level
    choices = ",".join([write_choice(choice, level, logprobs_wanted=wanted) for choice in answer.choices])
    return HEADERS, go_body(
        f'{{"choices":[{choices}],"created":{answer.created},"id":"chatcmpl-{answer.id}",'
        f'"model":{go_quote(answer.model)},"object":"chat.completion",'
        f'"usage":{alphabetical(answer.usage, request.level)}}}'
    )


def write_choice(choice: Choice, level: Level, *, logprobs_wanted: bool) -> str:
    rows = f'"logprobs":{logprobs.alphabetical(choice.passage.rows or (), level)},' if logprobs_wanted else ""
    return (
        f'{{"finish_reason":"{choice.finish_reason}","index":{choice.index},{rows}'
        f'"message":{{"content":{go_quote(choice.passage.text)},"role":"assistant"}}}}'
    )
