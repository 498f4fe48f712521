"""The shapes of what is sent: only described by these models, for whoever wants to read of them; `body` writes them.

An optional key is absent unless it was asked for, and never null where its type does not say so.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from mockllm.wire import Boolean, Integer, Number, Text

ABSENT: Any = None
"""Marks a key that may be left out, though it may not be null."""

FinishReason = Literal["stop", "length", "tool_calls", "function_call"]
Count = Annotated[int, Field(ge=0)]
Byte = Annotated[int, Field(ge=0, le=255)]


class Sent(BaseModel):
    """An object with no other keys."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


class TokensDetails(Sent):
    """What of the prompt came from the cache."""

    cached_tokens: Count


class ReasoningDetails(Sent):
    """What of the answer is reasoning; at `live` only."""

    reasoning_tokens: Count


class Usage(Sent):
    """How many tokens the prompt and the answer have."""

    prompt_tokens: Count
    total_tokens: Count
    completion_tokens: Count
    prompt_tokens_details: TokensDetails
    completion_tokens_details: ReasoningDetails = ABSENT
    output_tokens_details: ReasoningDetails = ABSENT


class LegacyLogprobs(Sent):
    """Log probabilities as parallel lists, for an integer in `logprobs`."""

    tokens: list[Text]
    token_logprobs: list[Number]
    top_logprobs: list[dict[str, Number] | None] | None
    text_offset: list[Count]
    token_ids: list[Count] | None


class TopLogprob(Sent):
    """A token that could have stood there."""

    token: Text
    logprob: Number
    token_id: Count
    bytes: list[Byte] = ABSENT


class TokenLogprob(Sent):
    """A token, and how likely it was."""

    token: Text
    logprob: Number
    sampling_logprob: Number | None
    bytes: list[Byte]
    top_logprobs: list[TopLogprob] = ABSENT
    token_id: Count
    text_offset: Count
    last_activation: Text | None = ABSENT
    routing_matrix: Text | None = ABSENT


class TokenLogprobs(Sent):
    """Log probabilities token by token, for `logprobs: true`."""

    content: list[TokenLogprob]


class RawOutput(Sent):
    """What the model saw and said, for `raw_output`."""

    prompt_fragments: list[Text | Integer]
    prompt_token_ids: list[Count]
    completion: Text
    completion_token_ids: list[Count] | None = ABSENT
    completion_logprobs: TokenLogprobs | None = ABSENT
    images: list[Text] | None = ABSENT
    videos: list[Text] | None = ABSENT
    grammar: Text | None = ABSENT


class SentFunction(Sent):
    """The function that is to be called, its arguments as JSON text."""

    name: Text
    arguments: Text


class SentToolCall(Sent):
    """A call of a function; `index` stands there at `live` only."""

    index: Count = ABSENT
    id: Text
    type: Literal["function"]
    function: SentFunction
    name: Text | None = ABSENT


class SentMessage(Sent):
    """The message the model wrote; one that calls functions may lack content."""

    role: Literal["assistant"]
    content: Text = ABSENT
    reasoning_content: Text = ABSENT
    tool_calls: list[SentToolCall] = ABSENT


class Choice(Sent):
    """One of the answers that were asked for."""

    index: Count
    message: SentMessage
    finish_reason: FinishReason
    logprobs: LegacyLogprobs | TokenLogprobs = ABSENT
    raw_output: RawOutput = ABSENT
    token_ids: list[Count] = ABSENT


class ChatResponse(Sent):
    """An answer in one piece."""

    id: Annotated[Text, Field(pattern="^chatcmpl-[0-9a-f]{32}$")]
    object: Literal["chat.completion"]
    created: Count
    model: Text
    choices: Annotated[list[Choice], Field(min_length=1)]
    usage: Usage
    perf_metrics: dict[str, Any] = ABSENT
    prompt_token_ids: list[Count] = ABSENT


class DeltaFunction(Sent):
    """A piece of a call: first the name, then the arguments bit by bit."""

    name: Text = ABSENT
    arguments: Text = ABSENT


class DeltaToolCall(Sent):
    """A piece of a tool call; its id stands in the first one and is null in the others."""

    index: Count
    id: Text | None
    type: Literal["function"]
    function: DeltaFunction


class Delta(Sent):
    """What a chunk adds to the message."""

    role: Literal["assistant"] = ABSENT
    content: Text = ABSENT
    reasoning_content: Text = ABSENT
    tool_calls: list[DeltaToolCall] = ABSENT


class ChunkChoice(Sent):
    """What a chunk adds to a choice."""

    index: Count
    delta: Delta
    finish_reason: FinishReason | None
    logprobs: LegacyLogprobs | TokenLogprobs | None = ABSENT
    raw_output: RawOutput = ABSENT
    prompt_token_ids: list[Count] = ABSENT
    token_ids: list[Count] = ABSENT


class ChatChunk(Sent):
    """An event of a stream; usage rides on the finish chunk, or on one of its own without choices."""

    id: Annotated[Text, Field(pattern="^chatcmpl-[0-9a-f]{32}$")]
    object: Literal["chat.completion.chunk"]
    created: Count
    model: Text
    choices: list[ChunkChoice]
    usage: Usage | None
    perf_metrics: dict[str, Any] = ABSENT
    prompt_token_ids: list[Count] = ABSENT


class ValidationFault(Sent):
    """One thing that is wrong, and where: `loc` begins with `body`, then come keys and indices."""

    type: Text
    loc: Annotated[list[Text | Integer], Field(min_length=1)]
    msg: Text
    input: Any
    ctx: dict[str, Any] = ABSENT


class ValidationFaults(Sent):
    """Everything that is wrong with a request."""

    detail: Annotated[list[ValidationFault], Field(min_length=1)]


class GatewayFault(Sent):
    """What the service's gateway found."""

    message: Text
    param: Text | None
    code: Text
    type: Literal["error"]


class GatewayError(Sent):
    """A refusal of the service's gateway: key, model, path, size."""

    error: GatewayFault
    request_id: Text = ABSENT


class BackendFault(Sent):
    """What the service's backend found."""

    object: Literal["error"]
    type: Text
    code: Text
    message: Text


class BackendError(Sent):
    """A refusal of the service's backend: a prompt that is too long, and at `live` whatever is invalid."""

    error: BackendFault


class Model(Sent):
    """A model, and what it can do."""

    id: Text
    object: Literal["model"]
    owned_by: Text
    created: Count
    kind: Text
    supports_chat: Boolean
    supports_image_input: Boolean
    supports_tools: Boolean
    context_length: Count


class ModelList(Sent):
    """The models of the catalogue."""

    data: list[Model]
    object: Literal["list"]


class Health(Sent):
    """Says that all is well."""

    message: Literal["OK"]
