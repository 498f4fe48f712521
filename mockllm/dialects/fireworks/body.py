"""Answers in one piece (wire/fireworks.md 1.1)."""

from mockllm.core import Answer, Choice, Header, Request
from mockllm.wire import quote

from .headers import ID_PREFIX, of_whole
from .usage import usage_json


def whole(request: Request, answer: Answer) -> tuple[tuple[Header, ...], bytes]:
    """Writes an answer: headers, and the body with its keys in the service's order, written compactly."""
    choices = ",".join([_choice(choice) for choice in answer.choices])
    body = (
        f'{{"id":"{ID_PREFIX}{answer.id}","object":"chat.completion","created":{answer.created}'
        f',"model":{quote(answer.model)},"choices":[{choices}],"usage":{usage_json(answer.usage, request.level)}}}'
    )
    return of_whole(request, answer), body.encode()


def _choice(choice: Choice) -> str:
    return (
        f'{{"index":{choice.index},"message":{{"role":"assistant","content":{quote(choice.passage.text)}}}'
        f',"finish_reason":"{choice.finish_reason}"}}'
    )
