"""What a source says, and the finished answer that a dialect writes down."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

FinishReason = Literal["stop", "length", "tool_calls", "function_call", "content_filter"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Text with its tokens.

    `pieces` spell the text, one for each id; a token that ends inside a character has the piece "" and the character
    stands in the piece of the token that completes it. `ended` says that the text came to its own end.
    """

    text: str
    ids: Sequence[int]
    pieces: Sequence[str]
    ended: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a source wants to be said in one choice, before the request's limits cut it."""

    content: Passage | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A source's whole answer: one reply for each choice that was asked for."""

    replies: tuple[Reply, ...]
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One finished choice; `passage.text` is exactly what the client gets."""

    index: int
    passage: Passage
    finish_reason: FinishReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Counts of tokens; `reasoning` is a part of `completion`, `cached` a part of `prompt`."""

    prompt: int
    completion: int
    cached: int = 0
    reasoning: int = 0

    @property
    def total(self) -> int:
        return self.prompt + self.completion


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """How long the answer took, in seconds: to its first token, and in all."""

    first_token_s: float
    total_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A finished answer; `id` is 32 hexadecimal digits that the dialect dresses, `created` seconds since the epoch."""

    id: str
    created: int
    model: str
    choices: tuple[Choice, ...]
    usage: Usage
    timing: Timing
    max_tokens: int
    prompt_ids: Sequence[int] = ()
    detail: Mapping[str, Any] = field(default_factory=dict)
