"""The body of a request as the gateway's reference and its OpenAPI document describe it (wire/gateway.md 1).

Unknown keys are ignored at every depth, as the gateway drops them. The reference makes nothing nullable, so null is a
fault, with one exception: the content of an assistant's message with tool calls, which every client sends as null
(`rules` sees to it that it stays the only one).
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field

from mockllm.wire import Boolean, Integer, Number, Text, arm

ROLES = ("system", "user", "assistant", "tool")
MAX_STOPS = 4
MAX_TOOLS = 128
MAX_CHOICES = 128
MAX_TOP_LOGPROBS = 20
MAX_BIAS = 100
ABSENT: Any = None
"""Marks a key that may be left out, though it may not be null."""

NAME_PATTERN = "^[a-zA-Z0-9_-]{1,64}$"

Name = Annotated[Text, Field(pattern=NAME_PATTERN)]


def kind(value: Any) -> str | None:
    """Picks a union's arm by the key `type`, so that only the faults of the kind that was meant are reported."""
    word = value.get("type") if isinstance(value, dict) else None
    return arm(word).tag if isinstance(word, str) else None


class Open(BaseModel):
    """An object that may have other keys too.

    Validators are built on first use: a server that nobody asks as a gateway needs none, and the parts of a request
    never need one of their own.
    """

    model_config = ConfigDict(defer_build=True)


class TextPart(Open):
    """A piece of text in a message."""

    type: Literal["text"]
    text: Text


class ImageURL(Open):
    """Where an image is, and how closely to look at it."""

    url: Text
    detail: Literal["auto", "low", "high"] = "auto"


class ImagePart(Open):
    """An image in a message."""

    type: Literal["image_url"]
    image_url: ImageURL


ContentPart = Annotated[
    Annotated[TextPart, arm("text")] | Annotated[ImagePart, arm("image_url")],
    Discriminator(kind),
]
Content = Annotated[
    Annotated[Text, arm("string")] | Annotated[list[ContentPart], arm("parts")],
    Field(union_mode="left_to_right"),
]


class GoogleExtra(Open):
    """What Gemini wants back with a tool call; other keys are free."""

    thought_signature: Text = ""


class ExtraContent(Open):
    """A provider's own data on a tool call."""

    google: GoogleExtra = ABSENT


class CalledFunction(Open):
    """Which function a tool call calls, and with what."""

    name: Text
    arguments: Text


class ToolCall(Open):
    """A tool call of an assistant's message."""

    id: Text
    type: Literal["function"]
    function: CalledFunction
    extra_content: ExtraContent = ABSENT


class Message(Open):
    """One message of the conversation."""

    role: Literal["system", "user", "assistant", "tool"]
    content: Content | None
    tool_calls: list[ToolCall] = ABSENT
    tool_call_id: Text = ABSENT
    reasoning_content: Text = ABSENT
    reasoning: Text = ABSENT


class FormatText(Open):
    """The answer is text."""

    type: Literal["text"]


class JsonSchema(Open):
    """The schema an answer has to obey."""

    description: Text = ABSENT
    name: Name
    schema_: dict[str, Any] = Field(ABSENT, alias="schema")
    strict: Boolean = False


class FormatJsonSchema(Open):
    """The answer is JSON of a schema."""

    type: Literal["json_schema"]
    json_schema: JsonSchema


class FormatJsonObject(Open):
    """The answer is a JSON object."""

    type: Literal["json_object"]


ResponseFormat = Annotated[
    Annotated[FormatText, arm("text")]
    | Annotated[FormatJsonSchema, arm("json_schema")]
    | Annotated[FormatJsonObject, arm("json_object")],
    Discriminator(kind),
]


class StreamOptions(Open):
    """What a stream carries besides the answer."""

    include_usage: Boolean


class Function(Open):
    """A function the model may call."""

    description: Text = ABSENT
    name: Name
    parameters: dict[str, Any] = ABSENT
    strict: Boolean = False


class Tool(Open):
    """A tool the model may call."""

    type: Literal["function"]
    function: Function


class NamedFunction(Open):
    """The name of a function that has to be called."""

    name: Text


class NamedToolChoice(Open):
    """The choice of one function."""

    type: Literal["function"]
    function: NamedFunction


class ChatRequest(Open):
    """A chat-completions request, its fields in the reference's order."""

    model: Text
    messages: Annotated[list[Message], Field(min_length=1)]
    max_tokens: Integer = ABSENT
    max_completion_tokens: Integer = ABSENT
    temperature: Annotated[Number, Field(ge=0, le=2)] = 1.0
    top_p: Annotated[Number, Field(ge=0, le=1)] = 1.0
    frequency_penalty: Annotated[Number, Field(ge=-2, le=2)] = 0.0
    presence_penalty: Annotated[Number, Field(ge=-2, le=2)] = 0.0
    n: Annotated[Integer, Field(ge=1, le=MAX_CHOICES)] = 1
    stop: (
        Annotated[Text, arm("string")]
        | Annotated[list[Text], Field(min_length=1, max_length=MAX_STOPS), arm("strings")]
    ) = ABSENT
    seed: Integer = ABSENT
    logprobs: Boolean = False
    top_logprobs: Annotated[Integer, Field(ge=0, le=MAX_TOP_LOGPROBS)] = ABSENT
    response_format: ResponseFormat = ABSENT
    logit_bias: dict[str, Annotated[Integer, Field(ge=-MAX_BIAS, le=MAX_BIAS)]] = ABSENT
    user: Text = ABSENT
    stream: Boolean = False
    stream_options: StreamOptions = ABSENT
    tools: Annotated[list[Tool], Field(max_length=MAX_TOOLS)] = ABSENT
    tool_choice: (
        Annotated[Literal["none", "auto", "required"], arm("word")] | Annotated[NamedToolChoice, arm("named")]
    ) = ABSENT
    parallel_tool_calls: Boolean = True
    reasoning_format: Literal["raw", "parsed"] = "parsed"
    reasoning_effort: Literal["minimal", "low", "medium", "high"] = ABSENT


FIELDS: tuple[str, ...] = tuple(ChatRequest.model_fields)
