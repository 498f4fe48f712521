"""What a source says, and the finished answer that a dialect writes down."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from .exchange import Header
from .manner import PLAIN, Arguments, Manner
from .record import record
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


@record
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


@record
class Generate:
    """A hole in a reply, which the engine has the generator fill.

    With a length in tokens or a style it is words; without, whatever a cooperative model would answer.
    """

    tokens: int | None = None
    style: Literal["prose", "markdown", "code"] | None = None

    @property
    def anything(self) -> bool:
        return self.tokens is None and self.style is None


@record
class GeneratedCall:
    """A call whose arguments the generator makes, valid for the tool's schema; without an id it gets one."""

    name: str
    id: str | None = None


@record
class Reply:
    """What a source wants to be said in one choice, before the request's limits cut it.

    A call without an id gets one. `finish_reason`, where given, stands in place of the one that came about;
    `logprobs` are log probabilities for the first tokens of the content.
    """

    content: Passage | str | Generate = ""
    reasoning: Passage | str | Generate | None = None
    refusal: str | None = None
    calls: tuple[ToolCall | GeneratedCall, ...] = ()
    finish_reason: FinishReason | None = None
    logprobs: tuple[float, ...] = ()

    @property
    def open(self) -> bool:
        """Whether something of it is left to the generator."""
        if isinstance(self.content, Generate) or isinstance(self.reasoning, Generate):
            return True
        return bool([call for call in self.calls if isinstance(call, GeneratedCall)])


@record
class Plan:
    """A source's whole answer: one reply for each choice that was asked for, and how it is given.

    `usage` stands in place of the counts that came about; `model` and `id` of what the answer would carry. `again` says
    that this very plan, which leaves nothing open, answers other requests too.
    """

    replies: tuple[Reply, ...]
    source: str
    manner: Manner = PLAIN
    usage: Mapping[str, int] | None = None
    model: str | None = None
    id: str | None = None
    again: bool = False


@record
class Failure:
    """An error that a script has the service answer with.

    `name` is one that every dialect knows (`core.FAILURES`), `status` a number where there is no name. A `body` is sent
    as it is. `retry_after_s` is told to the client as far as the service does; `message` stands in place of the
    service's own words.
    """

    name: str | None = None
    status: int | None = None
    message: str | None = None
    body: Any = None
    headers: tuple[Header, ...] = ()
    retry_after_s: float | None = None
    manner: Manner = PLAIN


@record
class Call:
    """A call of a tool as it is answered; its arguments may be cut."""

    id: str
    name: str
    arguments: Passage


@record
class Choice:
    """One finished choice; the client gets the text of `echo`, if the prompt was to be echoed, then the passage's.

    `ids` are all its tokens: those of the reasoning, the content and the calls, and the special ones between them;
    `raw` is their text. `rows` are theirs, one for each id, where log probabilities of more than the content are told.
    `refusal` stands in place of content, for dialects that have one. `cuts`, where given, are the characters of the
    content after which a stream cuts it, in place of after each token; one that stands twice has an empty chunk.
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
    refusal: Passage | None = None
    cuts: Sequence[int] | None = None
    arguments: Arguments = "token"


@record
class Usage:
    """Counts of tokens; `reasoning` is a part of `completion`, `cached` a part of `prompt`.

    A script may state a total that is no sum.
    """

    prompt: int
    completion: int
    cached: int = 0
    reasoning: int = 0
    stated_total: int | None = None

    @property
    def total(self) -> int:
        return self.prompt + self.completion if self.stated_total is None else self.stated_total


@record
class Timing:
    """How long the answer took, in seconds: to its first token, and in all."""

    first_token_s: float
    total_s: float


@record
class Speculation:
    """A prediction of the answer: how many tokens it has, and how many of them came true."""

    predicted: int
    matched: int


@record
class Answer:
    """A finished answer; `id` is 32 hexadecimal digits that the dialect dresses, `created` seconds since the epoch.

    `own_id`, where a script gave one, is told as it is in place of `id`.

    `prompt_fragments` are the prompt's texts and special ids before truncation, `prompt_ids` what is left after it.
    `deployment` names the dedicated deployment whose metrics are to be shown, if any. With `together` no piece of it
    waits for another, so that a dialect may write many events of a stream in one frame.
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
    own_id: str | None = None
    together: bool = False
