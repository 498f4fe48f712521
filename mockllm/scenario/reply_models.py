"""What stands under `reply:` of a scenario file."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from mockllm.core import FinishReason
from mockllm.pace import NAMED
from mockllm.wire import arm

from .field_types import MOST_COUNTED, NOT_GIVEN, ChunksField, Duration, FailureName, FileModel, Headers, one_name

Count = Annotated[int, Field(ge=0, le=MOST_COUNTED)]


class Percentiles(FileModel):
    """Times that are drawn anew for each answer."""

    p50: Duration = Field(description="Half of the answers begin within this time.")
    p99: Duration = Field(description="99 of 100 answers begin within this time.")


class PaceEntry(FileModel):
    """How fast the tokens come."""

    ttft: Annotated[Duration, arm("a duration")] | Annotated[Percentiles, arm("a mapping")] = Field(
        default=0.0, description="Time to the first token: a duration, or its percentiles p50 and p99."
    )
    tps: Annotated[float, Field(gt=0)] = Field(
        default=NOT_GIVEN, description="Tokens per second after the first; without it, all at once."
    )
    jitter: Annotated[float, Field(ge=0, le=1)] = Field(
        default=0.0, description="By which share, from 0 to 1, a wait may be longer or shorter."
    )


PaceName = Annotated[
    str, BeforeValidator(one_name(NAMED, "name of a pace")), WithJsonSchema({"type": "string", "enum": list(NAMED)})
]
PaceField = Annotated[PaceName, arm("a name")] | Annotated[PaceEntry, arm("a mapping")]


class GenerateEntry(FileModel):
    """Words of the seeded generator."""

    tokens: Annotated[int, Field(ge=1, le=1_000_000)] = Field(
        default=NOT_GIVEN, description="About how many tokens it has."
    )
    style: Literal["prose", "markdown", "code"] = Field(default=NOT_GIVEN, description="What kind of text it is.")


GenerateField = Annotated[Literal[True], arm("true")] | Annotated[GenerateEntry, arm("a mapping")]


class GeneratedReasoning(FileModel):
    """Reasoning that the generator writes."""

    generate: GenerateField = Field(description="true for whatever length and style, or a mapping of tokens and style.")


class CallEntry(FileModel):
    """A call of a tool in its long form."""

    name: Annotated[str, Field(min_length=1)] = Field(description="The tool's name.")
    arguments: Annotated[dict[str, Any], arm("a mapping")] | Annotated[str, arm("a text")] = Field(
        default=NOT_GIVEN, description="The arguments: a mapping, or a text that is sent as it is, be it JSON or not."
    )
    generate: Literal[True] = Field(
        default=NOT_GIVEN, description="In place of arguments: such as are valid for the tool's schema."
    )
    id: Annotated[str, Field(min_length=1)] = Field(default=NOT_GIVEN, description="The call's id.")


class ErrorEntry(FileModel):
    """An error in its long form."""

    name: FailureName = Field(
        default=NOT_GIVEN, description="The error's name, which stands for the service's own body, status and headers."
    )
    status: Annotated[int, Field(ge=400, le=599)] = Field(default=NOT_GIVEN, description="The status, from 400 to 599.")
    message: str = Field(default=NOT_GIVEN, description="The words, in place of the service's own.")
    body: Any = Field(default=NOT_GIVEN, description="The whole body, JSON or a text, in place of the service's own.")
    headers: Headers = Field(default_factory=dict, description="Further headers.")
    retry_after: Duration = Field(default=NOT_GIVEN, description="When the client should try again.")


class UsageEntry(FileModel):
    """Counts that are told in place of those that came about."""

    prompt_tokens: Count = Field(default=NOT_GIVEN, description="Tokens of the prompt.")
    completion_tokens: Count = Field(default=NOT_GIVEN, description="Tokens of the answer.")
    total_tokens: Count = Field(default=NOT_GIVEN, description="Tokens in all; without it, the sum.")
    cached_tokens: Count = Field(default=NOT_GIVEN, description="Tokens of the prompt that were in a cache.")
    reasoning_tokens: Count = Field(default=NOT_GIVEN, description="Tokens of the answer that are reasoning.")


class WordsEntry(FileModel):
    """What is said in one choice."""

    content: str = Field(default=NOT_GIVEN, description="The text.")
    generate: GenerateField = Field(
        default=NOT_GIVEN,
        description="The text is generated: true for whatever a model would answer, or a mapping of tokens and style.",
    )
    reasoning: Annotated[str, arm("a text")] | Annotated[GeneratedReasoning, arm("a mapping")] = Field(
        default=NOT_GIVEN, description="What the model thinks before: a text, or {generate: …}."
    )
    refusal: str = Field(default=NOT_GIVEN, description="The model declines, with this text in place of content.")
    tool_calls: list[Any] = Field(
        default_factory=list,
        min_length=1,
        description="Calls of tools: {tool: arguments}, {name, arguments, id}, {name, generate: true} or a bare name.",
    )
    json_: Any = Field(
        default=NOT_GIVEN,
        alias="json",
        description="A value that goes where the request wants JSON: the content, or a forced tool's arguments.",
    )
    finish_reason: FinishReason = Field(default=NOT_GIVEN, description="In place of the reason that came about.")
    logprobs: list[Annotated[float, Field(le=0)]] = Field(
        default_factory=list, min_length=1, description="Log probabilities of the content's first tokens."
    )


class MannerEntry(FileModel):
    """How an answer is given; these keys may stand in `defaults` too."""

    model: str = Field(default=NOT_GIVEN, description="The model's name in the answer.")
    headers: Headers = Field(default_factory=dict, description="Further headers of the response.")
    pace: PaceField = Field(
        default=NOT_GIVEN, description="How fast it comes: instant, realistic, slow or {ttft, tps, jitter}."
    )
    chunks: ChunksField = Field(
        default=NOT_GIVEN,
        description='How a stream cuts the content: token, word, "5 characters", whole, or a list of texts; or the'
        " content and the arguments of calls: {content: word, arguments: whole}.",
    )
    fault: Any = Field(default=NOT_GIVEN, description="What goes wrong on purpose.")
    ignore_limits: bool = Field(default=False, description="max_tokens and stop of the request do not cut the answer.")
    allow_unknown_tool: bool = Field(default=False, description="Tools may be called that the request did not offer.")
    raw: bool = Field(default=False, description="{{ }} has no meaning here and is sent as it is.")
    template: Literal["full"] = Field(default=NOT_GIVEN, description="full: statements, {% %}, have a meaning too.")


class ReplyEntry(MannerEntry, WordsEntry):
    """A reply in its long form."""

    choices: list[Annotated[str, arm("a text")] | Annotated[WordsEntry, arm("a mapping")]] = Field(
        default_factory=list, min_length=1, description="What each choice says, where more than one is asked for."
    )
    usage: UsageEntry = Field(default=NOT_GIVEN, description="Counts in place of those that came about.")
    id: Annotated[str, Field(min_length=1)] = Field(default=NOT_GIVEN, description="The answer's id.")
    error: (
        Annotated[FailureName, arm("a name")]
        | Annotated[Annotated[int, Field(ge=400, le=599)], arm("a status")]
        | Annotated[ErrorEntry, arm("a mapping")]
    ) = Field(default=NOT_GIVEN, description="An error in place of an answer: its name, a status, or a mapping.")
    retry_after: Duration = Field(default=NOT_GIVEN, description="With an error: when the client should try again.")


class TimedReply(ReplyEntry):
    """One of several replies."""

    times: Annotated[int, Field(ge=1, le=100_000)] = Field(default=1, description="So many times in a row.")


class TurnEntry(ReplyEntry):
    """One turn of a conversation: an expectation with a reply, or with the keys of a reply."""

    expect: dict[str, Any] = Field(default_factory=dict, description="What the request must be like; else it fails.")
    reply: Annotated[str, arm("a text")] | Annotated[ReplyEntry, arm("a mapping")] = Field(
        default=NOT_GIVEN, description="What is answered: a text, or a mapping."
    )
    replies: list[Annotated[str, arm("a text")] | Annotated[TimedReply, arm("a mapping")]] = Field(
        default_factory=list,
        min_length=1,
        description="What is answered when this turn is asked for again and again, the last of them from then on.",
    )
