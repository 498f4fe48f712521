"""Writes a whole answer: compact, its keys in alphabetical order at every level (wire/gateway.md 5)."""

from mockllm.core import Answer, Choice, Header, Request

from .gotext import go_body, go_quote
from .tally import alphabetical

HEADERS: tuple[Header, ...] = (("content-type", "application/json"),)
"""Without a charset, and nothing else of its own."""


def whole(request: Request, answer: Answer) -> tuple[tuple[Header, ...], bytes]:
    """Returns the headers and the body."""
    choices = ",".join([write_choice(choice) for choice in answer.choices])
    return HEADERS, go_body(
        f'{{"choices":[{choices}],"created":{answer.created},"id":"chatcmpl-{answer.id}",'
        f'"model":{go_quote(answer.model)},"object":"chat.completion",'
        f'"usage":{alphabetical(answer.usage, request.level)}}}'
    )


def write_choice(choice: Choice) -> str:
    return (
        f'{{"finish_reason":"{choice.finish_reason}","index":{choice.index},'
        f'"message":{{"content":{go_quote(choice.passage.text)},"role":"assistant"}}}}'
    )
