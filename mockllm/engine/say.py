"""Makes a source's reply into tokens, and gives its calls their ids."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import expm1, inf, log

from mockllm import seeds
from mockllm.catalogue import Card
from mockllm.core import Call, Generate, Passage, Reply, Request, Row, Scorer, ToolCall
from mockllm.tokens import ChatTokenizer, Prompt

from .extras import said
from .finish import Said

ID_CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ID_LENGTH = 24

REMEMBERED = 128
REMEMBERED_LENGTH = 4_096
"""Of how many texts, and up to which length, the tokens are remembered."""


class Sayer:
    """Makes replies to one request into tokens."""

    def __init__(
        self, seed: int, request: Request, card: Card, tokenizer: ChatTokenizer, prompt: Prompt, scorer: Scorer
    ) -> None:
        self._seed = seed
        self._request = request
        self._card = card
        self._tokenizer = tokenizer
        self._prompt = prompt
        self._scorer = scorer

    def say(self, index: int, reply: Reply) -> Said:
        """Returns a choice's reply in tokens; rows of log probabilities only for its content."""
        content = self._spoken(reply.content if reply.refusal is None else reply.refusal)
        if reply.logprobs and content.rows is not None:
            content = replace(content, rows=rescored(content.rows, reply.logprobs))
        if reply.reasoning is None and not reply.calls:
            return Said(content=content)
        reasoning = reply.reasoning
        if isinstance(reasoning, str):
            reasoning = self._passage(reasoning)
        elif isinstance(reasoning, Generate):
            raise unfilled(reasoning)
        calls = []
        for position, call in enumerate(reply.calls):
            if not isinstance(call, ToolCall):
                raise unfilled(call)
            calls.append(self._call(index, position, call))
        return Said(content=content, reasoning=reasoning, calls=tuple(calls))

    def _spoken(self, content: Passage | str | Generate) -> Passage:
        if isinstance(content, Generate):
            raise unfilled(content)
        if isinstance(content, str):
            return self._passage(content, scored=self._request.extras.logprobs is not None)
        return content

    def _passage(self, text: str, *, scored: bool = False) -> Passage:
        passage = (remembered if len(text) <= REMEMBERED_LENGTH else spelled)(self._tokenizer, text)
        if not scored:
            return passage
        return replace(passage, rows=said(self._request, self._tokenizer, self._prompt, passage.ids, self._scorer))

    def _call(self, index: int, position: int, call: ToolCall) -> Call:
        made = call.id or self._id(index, position, call.name)
        return Call(id=made, name=call.name, arguments=self._passage(call.arguments))

    def _id(self, index: int, position: int, name: str) -> str:
        """An id of the model's family (wire/fireworks.md 5).

        It depends on the conversation alone, since the next prompt, and with it the usage, depends on it.
        """
        if self._card.call_ids == "kimi":
            before = sum(len(message.tool_calls) for message in self._request.messages)
            return f"functions.{name}:{before + position}"
        texts = [part for message in self._request.messages for part in (message.role, message.text)]
        key = seeds.key("call", self._seed, self._request.model, *texts, index, position)
        digits = int.from_bytes(key + seeds.key(key), "big")
        return "call_" + "".join(ID_CHARACTERS[digits // 62**place % 62] for place in range(ID_LENGTH))


def spelled(tokenizer: ChatTokenizer, text: str) -> Passage:
    """Makes a text into tokens."""
    ids = tokenizer.encode(text)
    pieces = tokenizer.pieces(ids)
    return Passage(text="".join(pieces), ids=ids, pieces=pieces)


remembered = lru_cache(REMEMBERED)(spelled)
"""The same for texts that may come again, as those of scripts do with every request that they answer."""


def unfilled(hole: object) -> TypeError:
    return TypeError(f"a hole that nobody filled: {hole!r}")


def rescored(rows: Sequence[Row], logprobs: Sequence[float]) -> list[Row]:
    """Gives the first tokens other log probabilities; their rivals share what these leave, as before."""
    told = [rescored_row(row, logprob) for row, logprob in zip(rows, logprobs, strict=False)]
    return [*told, *rows[len(told) :]]


def rescored_row(row: Row, logprob: float) -> Row:
    left, before = -expm1(logprob), -expm1(row.logprob)
    rivals = row.top or ()
    if left <= 0 or before <= 0:
        shift = -inf
    else:
        shift = log(left) - log(before)
    top = [
        each._replace(logprob=logprob if each.id == row.id else each.logprob + shift)
        for each in rivals
        if each.id == row.id or shift > -inf
    ]
    top.sort(key=lambda each: -each.logprob)
    drawn = None if row.sampling_logprob is None else logprob
    return row._replace(logprob=logprob, sampling_logprob=drawn, top=None if row.top is None else tuple(top))
