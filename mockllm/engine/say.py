"""Makes a source's reply into tokens, and gives its calls their ids."""

from mockllm import seeds
from mockllm.catalogue import Card
from mockllm.core import Call, Passage, Reply, Request, Scorer, ToolCall
from mockllm.tokens import ChatTokenizer, Prompt

from .extras import said
from .finish import Said

ID_CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ID_LENGTH = 24


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
        content = reply.content
        if isinstance(content, str):
            content = self._passage(content, scored=self._request.extras.logprobs is not None)
        if reply.reasoning is None and not reply.calls:
            return Said(content=content)
        reasoning = reply.reasoning
        if isinstance(reasoning, str):
            reasoning = self._passage(reasoning)
        calls = [self._call(index, position, call) for position, call in enumerate(reply.calls)]
        return Said(content=content, reasoning=reasoning, calls=tuple(calls))

    def _passage(self, text: str, *, scored: bool = False) -> Passage:
        ids = self._tokenizer.encode(text)
        pieces = self._tokenizer.pieces(ids)
        rows = None
        if scored:
            rows = said(self._request, self._tokenizer, self._prompt, ids, self._scorer)
        return Passage(text="".join(pieces), ids=ids, pieces=pieces, rows=rows)

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
