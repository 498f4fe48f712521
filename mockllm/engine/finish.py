"""Applies a request's limits to what a source said: `max_tokens` first, then `stop`."""

from collections.abc import Sequence
from dataclasses import replace

from mockllm.core import Call, Choice, FinishReason, Passage, Row, record
from mockllm.tokens import CALL, CALL_TAIL, END_CALL, END_THINK, THINK, ChatTokenizer, call_head

NOTHING = Passage(text="", ids=(), pieces=())


@record
class Said:
    """A reply, all of it made into tokens; the arguments of its calls are the calls' passages."""

    content: Passage
    reasoning: Passage | None = None
    calls: tuple[Call, ...] = ()


def finish(
    index: int,
    said: Said,
    tokenizer: ChatTokenizer,
    max_tokens: int,
    stop: Sequence[str],
    told: FinishReason | None = None,
) -> Choice:
    """Returns the choice a client gets; `told` stands in place of the finish reason that came about.

    An answer that fills `max_tokens` ends with `length` even where it would have ended there by itself, since the
    token that ends a text needs room too. The earliest stop sequence in the content wins, and the text ends before it;
    a token the cut falls into counts, with the part of its text that is left. Reasoning and calls are no text that a
    stop sequence is looked for in.
    """
    if said.reasoning is None and not said.calls:
        passage, reason = limited(said.content, max_tokens, stop)
        return Choice(index=index, passage=passage, finish_reason=told or reason, ids=passage.ids, raw=passage.text)
    choice = Assembly(tokenizer, max_tokens).choice(index, said, stop)
    return choice if told is None else replace(choice, finish_reason=told)


class Assembly:
    """Puts the parts of a reply in a row, special tokens between them, until there is no room left."""

    def __init__(self, tokenizer: ChatTokenizer, max_tokens: int) -> None:
        self._tokenizer = tokenizer
        self._left = max_tokens
        self._ids: list[int] = []
        self._raw: list[str] = []

    def choice(self, index: int, said: Said, stop: Sequence[str]) -> Choice:
        reasoning = None
        if said.reasoning is not None:
            self._mark(THINK)
            reasoning = self._take(said.reasoning)
            self._mark(END_THINK)
        content, reason = limited(said.content, self._left, stop) if self._left else (NOTHING, "length")
        self._take(content)
        wanted = said.calls if reason == "stop" and not stopped(said.content, content) else ()
        calls = [taken for call in wanted if (taken := self._call(call))]
        if not self._left:
            reason = "length"
        elif calls:
            reason = "tool_calls"
        return Choice(
            index=index,
            passage=content,
            finish_reason=reason,
            reasoning=reasoning,
            calls=tuple(calls),
            ids=self._ids,
            raw="".join(self._raw),
        )

    def _call(self, call: Call) -> Call | None:
        """Adds a call; one whose name did not fit is none."""
        self._mark(CALL)
        head = self._text(call_head(call.name))
        arguments = self._take(call.arguments)
        self._text(CALL_TAIL)
        self._mark(END_CALL)
        return Call(id=call.id, name=call.name, arguments=arguments) if head else None

    def _mark(self, spelling: str) -> None:
        if self._left:
            self._ids.append(self._tokenizer.special(spelling))
            self._raw.append(spelling)
            self._left -= 1

    def _text(self, text: str) -> bool:
        """Adds a text that stands between the parts; returns whether all of it fitted."""
        ids = self._tokenizer.encode(text)
        whole = Passage(text=text, ids=ids, pieces=self._tokenizer.pieces(ids))
        return len(self._take(whole).ids) == len(ids)

    def _take(self, passage: Passage) -> Passage:
        """Adds as much of a passage as fits, and returns it."""
        taken = shortened(passage, self._left) if len(passage.ids) > self._left else passage
        self._ids += taken.ids
        self._raw.append(taken.text)
        self._left -= len(taken.ids)
        return taken


def limited(passage: Passage, max_tokens: int, stop: Sequence[str]) -> tuple[Passage, FinishReason]:
    reason: FinishReason = "stop"
    if len(passage.ids) >= max_tokens:
        passage, reason = shortened(passage, max_tokens), "length"
    if stop:
        hits = [hit for text in stop if text and (hit := passage.text.find(text)) >= 0]
        if hits:
            passage, reason = cut(passage, min(hits)), "stop"
    return passage, reason


def stopped(whole: Passage, left: Passage) -> bool:
    return len(left.text) < len(whole.text)


def shortened(passage: Passage, tokens: int) -> Passage:
    pieces = passage.pieces[:tokens]
    rows = None if passage.rows is None else passage.rows[:tokens]
    return Passage(text="".join(pieces), ids=passage.ids[:tokens], pieces=pieces, ended=False, rows=rows)


def cut(passage: Passage, characters: int) -> Passage:
    """Keeps the first characters, and the tokens they need."""
    left, kept = characters, 0
    while left > 0:
        left -= len(passage.pieces[kept])
        kept += 1
    pieces = list(passage.pieces[:kept])
    rows: list[Row] | None = None if passage.rows is None else list(passage.rows[:kept])
    if left < 0:
        pieces[-1] = pieces[-1][:left]
        if rows is not None:
            rows[-1] = rows[-1]._replace(piece=pieces[-1])
    return Passage(text=passage.text[:characters], ids=passage.ids[:kept], pieces=pieces, ended=False, rows=rows)
