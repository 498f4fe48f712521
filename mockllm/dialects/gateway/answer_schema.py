"""The shapes of what is sent: only described by these models, for whoever wants to read of them; `body` writes them.

An optional key is absent unless it was asked for, and never null where its type does not say so.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from mockllm.catalogue import PROVIDERS
from mockllm.wire import Number, Text

ABSENT: Any = None
"""Marks a key that may be left out, though it may not be null."""

Id = Annotated[Text, Field(pattern="^chatcmpl-[0-9a-f]{32}$")]
Count = Annotated[int, Field(ge=0)]
Byte = Annotated[int, Field(ge=0, le=255)]
FinishReason = Literal["stop", "length", "tool_calls", "content_filter", "function_call"]
Provider = Annotated[Text, Field(json_schema_extra={"enum": list(PROVIDERS)})]


class Sent(BaseModel):
    """An object with no other keys."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


class CompletionDetails(Sent):
    """What of the answer is not plain text; at `live` only."""

    accepted_prediction_tokens: Count
    audio_tokens: Count
    reasoning_tokens: Count
    rejected_prediction_tokens: Count


class PromptDetails(Sent):
    """What of the prompt is not plain text, and what was cached; at `live` only."""

    audio_tokens: Count
    cached_tokens: Count


class Usage(Sent):
    """How many tokens the prompt and the answer have."""

    completion_tokens: Count
    prompt_tokens: Count
    total_tokens: Count
    completion_tokens_details: CompletionDetails = ABSENT
    prompt_tokens_details: PromptDetails = ABSENT


class TopLogprob(Sent):
    """A token that could have stood there."""

    bytes: list[Byte]
    logprob: Number
    token: Text


class TokenLogprob(TopLogprob):
    """A token, and how likely it was."""

    top_logprobs: list[TopLogprob]


class Logprobs(Sent):
    """Log probabilities token by token, for `logprobs`."""

    content: list[TokenLogprob]
    refusal: list[TokenLogprob]


class SentGoogleExtra(BaseModel):
    """What Gemini wants back with a tool call."""

    thought_signature: Text = ABSENT


class SentExtraContent(Sent):
    """A provider's own data on a tool call."""

    google: SentGoogleExtra = ABSENT


class SentFunction(Sent):
    """The function that is to be called, its arguments as JSON text."""

    arguments: Text
    name: Text


class SentToolCall(Sent):
    """A call of a function."""

    extra_content: SentExtraContent = ABSENT
    function: SentFunction
    id: Annotated[Text, Field(min_length=1)]
    type: Literal["function"]


class SentMessage(Sent):
    """The message the model wrote; beside tool calls the content is empty, at `live` null."""

    content: Text | None
    reasoning: Text = ABSENT
    reasoning_content: Text = ABSENT
    role: Literal["assistant"]
    tool_calls: list[SentToolCall] = ABSENT


class Choice(Sent):
    """One of the answers that were asked for."""

    finish_reason: FinishReason
    index: Count
    logprobs: Logprobs = ABSENT
    message: SentMessage


class ChatResponse(Sent):
    """An answer in one piece."""

    choices: Annotated[list[Choice], Field(min_length=1)]
    created: Count
    id: Id
    model: Text
    object: Literal["chat.completion"]
    usage: Usage


class DeltaFunction(Sent):
    """A piece of a call: the name, and the arguments bit by bit."""

    name: Text = ABSENT
    arguments: Text = ABSENT


class DeltaToolCall(Sent):
    """A piece of a tool call."""

    index: Count
    id: Text = ABSENT
    type: Literal["function"] = ABSENT
    function: DeltaFunction = ABSENT
    extra_content: SentExtraContent = ABSENT


class Delta(Sent):
    """What a chunk adds to the message."""

    role: Literal["assistant"] = ABSENT
    content: Text | None = ABSENT
    reasoning_content: Text = ABSENT
    reasoning: Text = ABSENT
    refusal: Text | None = ABSENT
    tool_calls: list[DeltaToolCall] = ABSENT


class ChunkChoice(Sent):
    """What a chunk adds to a choice."""

    index: Count
    delta: Delta
    logprobs: Logprobs | None = ABSENT
    finish_reason: FinishReason | None


class ChatChunk(Sent):
    """An event of a stream; usage has one of its own, without choices."""

    id: Id
    object: Literal["chat.completion.chunk"]
    created: Count
    model: Text
    choices: list[ChunkChoice]
    usage: Usage | None = ABSENT


class Error(Sent):
    """A refusal, in words; a provider's own is its body as it came."""

    error: Text


class ContextWindow(Sent):
    """How many tokens a model has room for, and who says so."""

    source: Text
    tokens: Count


class Model(Sent):
    """A model; what was to be included is null where it is not known."""

    context_window: ContextWindow = ABSENT
    created: Count
    id: Text
    modalities: Any = ABSENT
    object: Literal["model"]
    owned_by: Text
    pricing: Any = ABSENT
    served_by: Provider


class ModelList(Sent):
    """The models of all providers that have a key, or of one."""

    data: list[Model]
    object: Literal["list"]
    provider: Provider = ABSENT


class Health(Sent):
    """Says that all is well."""

    message: Literal["OK"]
