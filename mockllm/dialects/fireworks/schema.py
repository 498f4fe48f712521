"""The request as the reference describes it: every field at every depth, closed where the reference closes an object.

A field is nullable exactly where the reference says so; `Given` keeps null from those that merely may be left out.
Beyond the reference stand what every real client sends (`stream_options`, `messages[].name`) and what the service's
own answers hold and clients send back (`tool_calls[].index` and `tool_calls[].name`; wire/fireworks.md 5).
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema

from mockllm.wire import Boolean, Integer, Number, Text, arm

NAME = r"^[a-zA-Z0-9_-]+$"
MAX_NAME_LENGTH = 64
Json = dict[str, Any]


class Given:
    """Takes null from an optional field: it may be left out, but not be null."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema = handler(source)
        return schema["schema"] if schema["type"] == "nullable" else schema


GIVEN = Given()


class Closed(BaseModel):
    """An object that takes no other fields.

    `from_attributes` is for its message only: FastAPI, which the service runs on, validates with it.
    """

    model_config = ConfigDict(strict=True, extra="forbid", from_attributes=True, defer_build=True)


class ImageUrl(Closed):
    """`ChatMessageContentImageURL` of the reference."""

    url: Text
    detail: Text | None = None


class VideoUrl(Closed):
    """`ChatMessageContentVideoURL` of the reference."""

    url: Text
    detail: Text | None = None
    max_frames: Integer | None = None
    spatial_limit: Integer | None = None
    sample_fps: Number | None = None


class ContentPart(Closed):
    """`ChatMessageContent` of the reference: a piece of a message."""

    type: Text
    text: Text | None = None
    image_url: Annotated[ImageUrl | None, GIVEN] = None
    video_url: Annotated[VideoUrl | None, GIVEN] = None


Content = Annotated[Text, arm("str")] | Annotated[list[ContentPart], arm("list[ChatMessageContent]")]


class CalledFunction(Closed):
    """`ChatCompletionMessageToolCallFunction` of the reference."""

    name: Text | None = None
    arguments: Annotated[Annotated[Text, arm("str")] | Annotated[Json, arm("dict[str,any]")] | None, GIVEN] = None


class MessageToolCall(Closed):
    """`ChatCompletionMessageToolCall` of the reference."""

    index: Annotated[Integer, Field(ge=0)] | None = None
    id: Text | None = None
    type: Text = "function"
    function: (
        Annotated[CalledFunction, arm("ChatCompletionMessageToolCallFunction")] | Annotated[Text, arm("str")]
    )  # fmt: skip
    name: Text | None = None


class ChatMessage(Closed):
    """A message; which of them may go without content is a rule, since it depends on the others."""

    role: Text
    content: Content | None = None
    reasoning_content: Text | None = None
    tool_calls: list[MessageToolCall] | None = None
    tool_call_id: Text | None = None
    name: Text | None = None


class Function(Closed):
    """`ChatCompletionFunction` of the reference."""

    name: Annotated[Text, Field(max_length=MAX_NAME_LENGTH, pattern=NAME)]
    description: Text | None = None
    parameters: Annotated[Json | None, GIVEN] = None
    strict: Boolean | None = None


class ChatTool(Closed):
    """`ChatCompletionTool` of the reference."""

    type: Literal["function"]
    function: Annotated[Function | None, GIVEN] = None


class FunctionName(Closed):
    """`FunctionNameSpec` of the reference."""

    name: Text


class FunctionSelection(Closed):
    """A tool choice that names a function, in OpenAI's form."""

    type: Literal["function"]
    function: FunctionName


class FlatFunctionSelection(Closed):
    """The same in the short form, which the reference describes in words only."""

    type: Literal["function"]
    name: Text


class ChatResponseFormat(Closed):
    """`ResponseFormat` of the reference."""

    type: Literal["json_object", "json_schema", "grammar", "text"]
    schema_: Annotated[
        Annotated[Text, arm("str")] | Annotated[Json, arm("dict[str,any]")] | None, GIVEN, Field(alias="schema")
    ] = None
    grammar: Text | None = None
    json_schema: Annotated[Annotated[Text, arm("str")] | Annotated[Json, arm("dict[str,any]")] | None, GIVEN] = None


class PredictedOutput(Closed):
    """`PredictedOutput` of the reference."""

    content: Content
    type: Literal["content"] = "content"


class Thinking(Closed):
    """Both thinking configurations of the reference in one; that a disabled one has no budget is a rule."""

    type: Literal["enabled", "disabled"]
    budget_tokens: Annotated[Integer, Field(ge=1024)] | None = None


class StreamOptions(Closed):
    """What clients send, and what notes on the service list (wire/fireworks.md 2.3)."""

    include_usage: Boolean | None = None
    include_obfuscation: Boolean | None = None
    buffer_tokens: Integer | None = None
    buffer_ms: Number | None = None
    buffer_mode: Text | None = None


ToolChoiceWord = Literal["auto", "none", "any", "required"]
ToolSelection = (
    Annotated[ToolChoiceWord, arm("literal['auto','none','any','required']")]
    | Annotated[FunctionSelection, arm("FunctionSelection")]
    | Annotated[FlatFunctionSelection, arm("FlatFunctionSelection")]
)
FunctionCall = (
    Annotated[Literal["auto", "none"], arm("literal['auto','none']")] | Annotated[FunctionName, arm("FunctionNameSpec")]
)
Stop = Annotated[Text, arm("str")] | Annotated[list[Text], arm("list[str]")]
Speculation = Annotated[Text, arm("str")] | Annotated[list[Integer], arm("list[int]")]
Prediction = Annotated[PredictedOutput, arm("PredictedOutput")] | Annotated[Text, arm("str")]

Share = Annotated[Number, Field(ge=0, le=1)] | None
Penalty = Annotated[Number, Field(ge=-2, le=2)] | None
Count = Annotated[Integer, Field(ge=0)] | None


class SharedFields(Closed):
    """The fields that the service takes just as the reference has them."""

    model: Text
    messages: Annotated[list[ChatMessage], Field(min_length=1)]
    stream: Boolean | None = None
    stream_options: StreamOptions | None = None
    temperature: Annotated[Number, Field(ge=0, le=2)] | None = None
    top_k: Annotated[Integer, Field(ge=0, le=100)] | None = None
    user: Text | None = None
    prompt_cache_key: Text | None = None
    prompt_cache_isolation_key: Text | None = None
    raw_output: Boolean | None = None
    perf_metrics_in_response: Boolean | None = None
    n: Annotated[Integer, Field(ge=1, le=128)] = 1
    service_tier: Literal["auto", "default", "flex", "priority"] = "default"
    max_tokens: Count = None
    max_completion_tokens: Count = None
    top_p: Share = None
    min_p: Share = None
    typical_p: Share = None
    frequency_penalty: Penalty = None
    presence_penalty: Penalty = None
    repetition_penalty: Annotated[Number, Field(ge=0, le=2)] | None = None
    mirostat_target: Number | None = None
    mirostat_lr: Number | None = None
    seed: Integer | None = None
    top_logprobs: Annotated[Integer, Field(ge=0, le=5)] | None = None
    echo: Boolean | None = None
    echo_last: Count = None
    ignore_eos: Boolean = False
    context_length_exceeded_behavior: Literal["error", "truncate"] = "truncate"
    logit_bias: dict[str, Annotated[Number, Field(ge=-100, le=100)]] | None = None
    metadata: Json | None = None
    reasoning_history: Literal["disabled", "interleaved", "preserved"] | None = None
    return_token_ids: Boolean | None = None
    prompt_truncate_len: Count = None
    parallel_tool_calls: Boolean | None = None
    safe_tokenization: Boolean | None = None


class ChatRequest(SharedFields):
    """`ChatCompletionRequest` of the reference."""

    tools: Annotated[list[ChatTool] | None, GIVEN] = None
    tool_choice: Annotated[ToolSelection | None, GIVEN] = None
    response_format: Annotated[ChatResponseFormat | None, GIVEN] = None
    stop: Stop | None = None  # the reference marks no union as nullable, but LangChain sends null here always
    logprobs: Annotated[
        Annotated[Integer, Field(ge=0, le=5), arm("int")] | Annotated[Boolean, arm("bool")] | None, GIVEN
    ] = None
    speculation: Annotated[Speculation | None, GIVEN] = None
    prediction: Annotated[Prediction | None, GIVEN] = None
    reasoning_effort: Annotated[
        Annotated[Literal["low", "medium", "high", "none"], arm("literal['low','medium','high','none']")]
        | Annotated[Integer, arm("int")]
        | Annotated[Boolean, arm("bool")]
        | None,
        GIVEN,
    ] = None
    thinking: Annotated[Thinking | None, GIVEN] = None
    functions: Annotated[list[Function] | None, GIVEN] = None
    function_call: Annotated[FunctionCall | None, GIVEN] = None
