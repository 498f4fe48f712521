"""The raw output: what the model saw and said (Fireworks reference, `raw_output`; wire/fireworks.md 4)."""

from collections.abc import Iterator, Sequence
from typing import Literal

from mockllm.core import Answer, Choice, MediaPart, Request
from mockllm.wire import quote, write_json


class Raw:
    """Writes the raw output of an answer's choices; what is the same in each is written once.

    All of its keys are always there, null where there is nothing to tell.
    """

    def __init__(self, request: Request, answer: Answer) -> None:
        self._prompt = (
            f'{{"prompt_fragments":{_json(answer.prompt_fragments)},"prompt_token_ids":{_json(answer.prompt_ids)}'
        )
        images, videos = list(_urls(request, "image")), list(_urls(request, "video"))
        self._media = f'"images":{_json(images or None)},"videos":{_json(videos or None)}'
        self._media += f',"grammar":{_grammar(request)}}}'

    def write(self, choice: Choice, logprobs: str | None) -> str:
        """Writes a choice's; what was echoed counts as completion. `logprobs` are in OpenAI's form."""
        text, ids = (choice.echo.text, choice.echo.ids) if choice.echo else ("", ())
        return (
            f'{self._prompt},"completion":{quote(text + choice.raw)}'
            f',"completion_token_ids":{_json([*ids, *choice.ids])}'
            f',"completion_logprobs":{logprobs or "null"},{self._media}'
        )


def _grammar(request: Request) -> str:
    """The grammar that was asked for; the one a schema becomes was never seen, and stays null (wire/fireworks.md 7)."""
    grammar = request.response_format.grammar
    return "null" if grammar is None else quote(grammar)


def _urls(request: Request, kind: Literal["image", "video"]) -> Iterator[str]:
    for message in request.messages:
        for part in message.content if isinstance(message.content, tuple) else ():
            if isinstance(part, MediaPart) and part.kind == kind:
                yield part.url


def _json(values: Sequence[str | int] | None) -> str:
    return write_json(None if values is None else list(values)).decode()
