"""Answers in one piece (wire/fireworks.md 1.1)."""

from mockllm.core import Answer, Choice, Header, Level, Request
from mockllm.dialects.deltas import only_text, refusals_as_content
from mockllm.wire import quote

from .asked import Asked, ids_json, plain
from .calls import message
from .headers import of_whole, told_id
from .metrics import perf_metrics
from .usage import usage_json


def whole(request: Request, answer: Answer) -> tuple[tuple[Header, ...], bytes]:
    """Writes an answer: headers, and the body with its keys in the service's order, written compactly."""
    answer = refusals_as_content(answer)
    if plain(request.extras):
        choices = ",".join([_choice(choice, choice.passage.text, "", request.level) for choice in answer.choices])
        rest = ""
    else:
        asked = Asked(request, answer)
        choices = ",".join([_full(choice, asked, request.level) for choice in answer.choices])
        rest = _rest(request, answer)
    usage = usage_json(answer.usage, request.level)
    body = (
        f'{{"id":{told_id(answer)},"object":"chat.completion","created":{answer.created}'
        f',"model":{quote(answer.model)},"choices":[{choices}],"usage":{usage}{rest}}}'
    )
    return of_whole(request, answer), body.encode()


def _choice(choice: Choice, text: str, extras: str, level: Level) -> str:
    if only_text(choice):
        written = f'{{"role":"assistant","content":{quote(text)}}}'
    else:
        written = message(choice, text, level)
    return f'{{"index":{choice.index},"message":{written},"finish_reason":"{choice.finish_reason}"{extras}}}'


def _full(choice: Choice, asked: Asked, level: Level) -> str:
    given = asked.choice(choice)
    return _choice(choice, given.text, given.whole(), level)


def _rest(request: Request, answer: Answer) -> str:
    metrics = f',"perf_metrics":{perf_metrics(answer)}' if request.extras.perf_metrics else ""
    ids = f',"prompt_token_ids":{ids_json(answer.prompt_ids)}' if request.extras.token_ids else ""
    return metrics + ids
