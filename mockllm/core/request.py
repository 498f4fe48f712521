"""A chat-completions request as every part of mockllm understands it, whatever dialect it came in."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Literal

from .record import record

Level = Literal["contract", "live", "lenient"]
"""How faithful: to the reference, to the real service as seen, or taking whatever can be understood."""

Effort = Literal["none", "minimal", "low", "medium", "high"]


@record
class TextPart:
    """A piece of text in a message's content."""

    text: str


@record
class MediaPart:
    """An image or a video in a message's content; it is never fetched."""

    kind: Literal["image", "video"]
    url: str
    detail: str | None = None
    max_frames: int | None = None


Part = TextPart | MediaPart


@record
class ToolCall:
    """A call of a function, with its arguments as the bytes of JSON text they were sent as."""

    id: str | None
    name: str
    arguments: str


@record
class Message:
    """One message of the conversation."""

    role: str
    content: str | tuple[Part, ...] | None = None
    name: str | None = None
    reasoning: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None

    @property
    def text(self) -> str:
        """The text of the content, parts of text joined by line breaks; media left out."""
        if self.content is None or isinstance(self.content, str):
            return self.content or ""
        return "\n".join(part.text for part in self.content if isinstance(part, TextPart))


@record
class Tool:
    """A function the model may call; `parameters` is its JSON Schema."""

    name: str
    description: str | None = None
    parameters: Mapping[str, Any] | None = None
    strict: bool = False


@record
class ToolChoice:
    """Whether tools are called: not at all, as the model likes, at least one, or the named one."""

    mode: Literal["none", "auto", "required", "named"]
    name: str | None = None


@record
class ResponseFormat:
    """What form the text must have; `schema` and `grammar` only with the kinds that need them."""

    kind: Literal["text", "json_object", "json_schema", "grammar"]
    schema: Any = None
    grammar: str | None = None


@record
class Sampling:
    """How the next token is drawn; the defaults are those the real Fireworks service shows (wire/fireworks.md 1.3)."""

    temperature: float = 1.0
    top_p: float = 1.0
    top_k: int = 0
    min_p: float = 0.0
    typical_p: float = 1.0
    frequency_penalty: float = 0.0
    presence_penalty: float = 0.0
    repetition_penalty: float = 1.0
    mirostat_target: float | None = None
    mirostat_lr: float = 0.1
    seed: int | None = None
    logit_bias: Mapping[int, float] = field(default_factory=dict)


@record
class Limits:
    """Where the answer ends, how many there are, and what of the prompt is kept.

    `max_tokens` counts tokens of the answer, `prompt_truncate_len` tokens of the prompt; None leaves the default.
    """

    max_tokens: int | None = None
    stop: tuple[str, ...] = ()
    n: int = 1
    ignore_eos: bool = False
    prompt_truncate_len: int | None = None
    overflow: Literal["truncate", "error"] = "truncate"


@record
class Reasoning:
    """What was said about reasoning: effort, a hard limit in tokens, and how reasoning of the past is treated."""

    effort: Effort | None = None
    budget: int | None = None
    history: Literal["disabled", "interleaved", "preserved"] | None = None
    form: Literal["parsed", "raw"] = "parsed"


@record
class Logprobs:
    """Which log probabilities to report: the older parallel lists or OpenAI's rows, with `top` alternatives each."""

    form: Literal["legacy", "openai"]
    top: int


@record
class Extras:
    """What an answer carries only when asked; `echo` is how many of the prompt's last tokens, -1 for all."""

    logprobs: Logprobs | None = None
    echo: int = 0
    token_ids: bool = False
    raw_output: bool = False
    perf_metrics: bool = False
    prediction: str | tuple[int, ...] | None = None


UNASKED = Extras()
"""Nothing more was asked for than an answer; the very object that most requests share."""


@record
class Request:
    """A request that its dialect accepted.

    `model` is the name the answer carries, `asked_model` the one that was sent; `body` is the JSON as it was read,
    for whatever has no field here.
    """

    dialect: str
    level: Level
    model: str
    asked_model: str
    messages: tuple[Message, ...]
    provider: str | None = None
    tools: tuple[Tool, ...] = ()
    tool_choice: ToolChoice = ToolChoice(mode="auto")
    parallel_tool_calls: bool = True
    legacy_functions: bool = False
    response_format: ResponseFormat = ResponseFormat(kind="text")
    sampling: Sampling = Sampling()
    limits: Limits = Limits()
    reasoning: Reasoning = Reasoning()
    extras: Extras = UNASKED
    stream: bool = False
    usage_chunk: Literal["own", "finish", "none"] = "own"
    body: Mapping[str, Any] = field(default_factory=dict)

    def last(self, role: str) -> Message | None:
        """The last message of a role."""
        for message in reversed(self.messages):
            if message.role == role:
                return message
        return None


def texts(messages: Sequence[Message], role: str) -> list[str]:
    """The texts of the messages of a role, in order."""
    return [message.text for message in messages if message.role == role]
