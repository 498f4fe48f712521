"""Writes prompts in one vocabulary and one chat template."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count

from mockllm.core import Message, Request, record

from .block import Block, Fragment
from .body import fragments, header_text, tools_text
from .template import Template
from .tokenizer import ChatTokenizer
from .truncate import fit

CACHE_STEP = 16
"""Prompts are cached in steps of so many tokens."""

COMMON_ROLES = ("system", "user", "assistant", "tool", "developer")

REMEMBERED = 64
REMEMBERED_LENGTH = 32_768
"""Of how many system texts, and up to which length, the tokens are remembered."""

TOOLS = Message(role="system")


@record
class Prompt:
    """A prompt: its ids, cut as the request wants, and how many of them count as cached.

    Cached is all up to and with the last message of the assistant, in whole steps of `CACHE_STEP`.
    """

    ids: list[int]
    cached: int


class Writer:
    """Writes prompts; what is the same in every prompt is made into tokens once."""

    def __init__(self, tokenizer: ChatTokenizer, template: Template) -> None:
        self._encode = tokenizer.encode
        self._special = tokenizer.special
        self._template = template
        self._begin: list[Fragment] = [self._special(template.begin)] if template.begin else []
        self._foot: list[Fragment] = [self._special(template.end), *filter(None, [template.after])]
        self._tail = self._header("assistant")
        if template.open_header:
            self._tail = self._tail[:2]
        self._begin_ids = self._ids(self._begin)
        self._foot_ids = self._ids(self._foot)
        self._tail_ids = self._ids(self._tail)
        self._head_ids = {role: self._ids(self._header(role)) for role in COMMON_ROLES}
        self._remembered = lru_cache(REMEMBERED)(self._encode)

    def write(self, request: Request, history: str) -> Prompt:
        """Returns the prompt of a request; `history` says which reasoning of the past is in it."""
        blocks: Iterable[Block] = self._blocks(request, history)
        limit = request.limits.prompt_truncate_len
        if limit is not None:
            blocks = fit([*blocks], limit - len(self._begin_ids) - len(self._tail_ids))
        ids = self._begin_ids.copy()
        cached = 0
        for role, head, body, foot in blocks:
            ids += head
            ids += body
            ids += foot
            if role == "assistant":
                cached = len(ids)
        ids += self._tail_ids
        return Prompt(ids=ids, cached=cached - cached % CACHE_STEP)

    def fragments(self, request: Request, history: str) -> tuple[Fragment, ...]:
        """Returns the fragments of a request's prompt, before anything of it is cut."""
        written = self._begin.copy()
        for message, body in self._bodies(request, history):
            written += self._header(header_text(message))
            written += [body] if isinstance(body, str) else body
            written += self._foot
        return (*written, *self._tail)

    def _bodies(self, request: Request, history: str) -> Iterator[tuple[Message, str | list[Fragment]]]:
        """Yields each message with its text; most are no more than one."""
        if request.tools:
            yield TOOLS, tools_text(request.tools)
        reasons_from = -1
        media = count()
        for index, message in enumerate(request.messages):
            content = message.content
            if type(content) is str and content and message.reasoning is None and not message.tool_calls:
                yield message, content  # as `fragments` has it
                continue
            if reasons_from < 0:
                reasons_from = _reasons_from(request.messages, history)
            yield message, fragments(message, self._special, media, reasoning=index >= reasons_from)

    def _blocks(self, request: Request, history: str) -> Iterator[Block]:
        """Yields each message as it stands in the prompt."""
        for message, body in self._bodies(request, history):
            role = message.role
            head = self._head_ids.get(role) if message.name is None and message.tool_call_id is None else None
            if head is None:
                head = self._ids(self._header(header_text(message)))
            if type(body) is not str:
                ids = self._ids(body)
            elif role == "system" and len(body) <= REMEMBERED_LENGTH:
                ids = self._remembered(body)
            else:
                ids = self._encode(body)
            yield Block(role, head, ids, self._foot_ids)

    def _header(self, text: str) -> list[Fragment]:
        template = self._template
        if template.middle is None:
            return [self._special(template.start), text + template.gap]
        return [self._special(template.start), text, self._special(template.middle), *filter(None, [template.gap])]

    def _ids(self, written: Iterable[Fragment]) -> list[int]:
        ids: list[int] = []
        for fragment in written:
            if isinstance(fragment, str):
                ids += self._encode(fragment)
            else:
                ids.append(fragment)
        return ids


def _reasons_from(messages: Sequence[Message], history: str) -> int:
    """Returns the index of the first message whose reasoning is part of the prompt."""
    if history == "preserved":
        return 0
    if history == "disabled":
        return len(messages)
    for index in range(len(messages) - 1, -1, -1):
        if messages[index].role == "user":
            return index + 1
    return 0
