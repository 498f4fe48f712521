"""The words that all parts share: requests, answers, rejections, exchanges, and what parts ask of each other."""

from .answer import Answer, Call, Candidate, Choice, FinishReason, Passage, Plan, Reply, Row, Speculation, Timing, Usage
from .exchange import Frame, Header, Incoming, Outgoing
from .protocols import Clock, Dialect, Rules, Scorer, Source, Step, Tokenizer
from .rejection import Code, Fault, Rejection
from .request import (
    Effort,
    Extras,
    Level,
    Limits,
    Logprobs,
    MediaPart,
    Message,
    Part,
    Reasoning,
    Request,
    ResponseFormat,
    Sampling,
    TextPart,
    Tool,
    ToolCall,
    ToolChoice,
    texts,
)

__all__ = [
    "Answer", "Call", "Candidate", "Choice", "Clock", "Code", "Dialect", "Effort", "Extras", "Fault", "FinishReason",
    "Frame", "Header", "Incoming", "Level", "Limits", "Logprobs", "MediaPart", "Message", "Outgoing", "Part",
    "Passage", "Plan", "Reasoning", "Rejection", "Reply", "Request", "ResponseFormat", "Row", "Rules", "Sampling",
    "Scorer", "Source", "Speculation", "Step", "TextPart", "Timing", "Tokenizer", "Tool", "ToolCall", "ToolChoice",
    "Usage", "texts",
]  # fmt: skip
