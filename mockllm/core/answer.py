"""What a source says, and the finished answer that a dialect writes down."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from .request import ToolCall

FinishReason = Literal["stop", "length", "tool_calls", "function_call", "content_filter"]


class Candidate(NamedTuple):
    """A token that could have stood in a place."""

    id: int
    piece: str
    logprob: float


class Row(NamedTuple):
    """What the model thought at one token: its log probability, and that with which it was drawn.

    `top` are the likeliest tokens of the place, the likeliest first. A token of the prompt was not drawn, and of the
    first nothing is known: there `sampling_logprob` and `top` are None.
    """

    id: int
    piece: str
    logprob: float
    sampling_logprob: float | None
    top: tuple[Candidate, ...] | None

    def told(self) -> list[Candidate]:
        """The likeliest tokens as clients can tell them apart, who know them by their texts.

        The token itself is spelled as in its row, where it may be cut; others that are spelled so are left out.
        """
        own, piece = self.id, self.piece
        return [
            other if other.id != own else Candidate(own, piece, other.logprob)
            for other in self.top or ()
            if other.id == own or other.piece != piece
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Text with its tokens.

    `pieces` spell the text, one for each id; a token that ends inside a character has the piece "" and the character
    stands in the piece of the token that completes it. `ended` says that the text came to its own end; `rows`, one for
    each token, are there only where somebody asked for log probabilities.
    """

    text: str
    ids: Sequence[int]
    pieces: Sequence[str]
    ended: bool = True
    rows: Sequence[Row] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a source wants to be said in one choice, before the request's limits cut it.

    A call without an id gets one.
    """

    content: Passage | str = ""
    reasoning: Passage | str | None = None
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A source's whole answer: one reply for each choice that was asked for."""

    replies: tuple[Reply, ...]
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call of a tool as it is answered; its arguments may be cut."""

    id: str
    name: str
    arguments: Passage


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One finished choice; the client gets the text of `echo`, if the prompt was to be echoed, then the passage's.

    `ids` are all its tokens: those of the reasoning, the content and the calls, and the special ones between them;
    `raw` is their text. `rows` are theirs, one for each id, where log probabilities of more than the content are told.
    """

    index: int
    passage: Passage
    finish_reason: FinishReason
    echo: Passage | None = None
    reasoning: Passage | None = None
    calls: tuple[Call, ...] = ()
    ids: Sequence[int] = ()
    raw: str = ""
    rows: Sequence[Row] | None = None


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
class Speculation:
    """A prediction of the answer: how many tokens it has, and how many of them came true."""

    predicted: int
    matched: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A finished answer; `id` is 32 hexadecimal digits that the dialect dresses, `created` seconds since the epoch.

    `prompt_fragments` are the prompt's texts and special ids before truncation, `prompt_ids` what is left after it.
    `deployment` names the dedicated deployment whose metrics are to be shown, if any.
    """

    id: str
    created: int
    model: str
    choices: tuple[Choice, ...]
    usage: Usage
    timing: Timing
    max_tokens: int
    prompt_ids: Sequence[int] = ()
    prompt_fragments: Sequence[str | int] = ()
    speculation: Speculation | None = None
    deployment: str | None = None
