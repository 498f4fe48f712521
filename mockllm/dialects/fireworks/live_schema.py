"""The request as the real service takes it where that is known to be wider than the reference (wire/fireworks.md 3.2).

Fields that are unions, objects or lists of objects are nullable there, as FastAPI declares optional ones: a GUESS.
"""

from typing import Annotated, Literal

from pydantic import Field

from mockllm.wire import Boolean, Integer, Text, arm

from .schema import (
    Closed,
    Function,
    FunctionCall,
    Json,
    Prediction,
    SharedFields,
    Speculation,
    Stop,
    Thinking,
    ToolSelection,
)

LiveEffort = Literal["low", "medium", "high", "xhigh", "max", "none", "adaptive"]


class LiveTool(Closed):
    """A tool; the server knows two kinds more."""

    type: Literal["function", "web_search_preview", "code_interpreter"]
    function: Function | None = None


class LiveResponseFormat(Closed):
    """A response format, whose type the server checks by hand."""

    type: Text | None = None
    schema_: Annotated[
        Annotated[Text, arm("str")] | Annotated[Json, arm("dict[str,any]")] | None, Field(alias="schema")
    ] = None
    grammar: Text | None = None
    json_schema: Annotated[Text, arm("str")] | Annotated[Json, arm("dict[str,any]")] | None = None


class LiveRequest(SharedFields):
    """The real service's request."""

    tools: list[LiveTool] | None = None
    tool_choice: ToolSelection | None = None
    response_format: LiveResponseFormat | None = None
    stop: Stop | None = None
    logprobs: Annotated[Integer, arm("int")] | Annotated[Boolean, arm("bool")] | None = None
    speculation: Speculation | None = None
    prediction: Prediction | None = None
    reasoning_effort: (
        Annotated[LiveEffort, arm("literal['low','medium','high','xhigh','max','none','adaptive']")]
        | Annotated[Integer, arm("int")]
        | Annotated[Boolean, arm("bool")]
        | None
    ) = None
    thinking: Thinking | None = None
    functions: list[Function] | None = None
    function_call: FunctionCall | None = None
