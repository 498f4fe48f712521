"""Turns a request that was let through into the one that every part of mockllm understands."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from mockllm.core import (
    Extras,
    Level,
    Limits,
    Logprobs,
    MediaPart,
    Message,
    Part,
    Request,
    ResponseFormat,
    Sampling,
    TextPart,
    Tool,
    ToolCall,
    ToolChoice,
)
from mockllm.wire import write_json

from .formats import read_format
from .live_schema import LiveRequest
from .reasoning import asked
from .schema import ChatMessage, ChatRequest, ContentPart, Function, FunctionSelection, MessageToolCall

Form = ChatRequest | LiveRequest

SAMPLERS = (
    "temperature", "top_p", "top_k", "min_p", "typical_p", "frequency_penalty", "presence_penalty",
    "repetition_penalty", "mirostat_target", "mirostat_lr", "seed",
)  # fmt: skip
_SAMPLING = frozenset((*SAMPLERS, "logit_bias"))
_LIMITS = frozenset((
    "max_tokens", "max_completion_tokens", "stop", "n", "ignore_eos", "prompt_truncate_len",
    "context_length_exceeded_behavior",
))  # fmt: skip
_EXTRAS = frozenset((
    "logprobs", "echo", "echo_last", "return_token_ids", "raw_output", "perf_metrics_in_response", "prediction",
    "speculation",
))  # fmt: skip
_REASONING = frozenset(("reasoning_effort", "reasoning_history", "thinking"))
_TOOLS = frozenset(("tools", "tool_choice", "functions", "function_call"))

WITHOUT_TOOLS = ToolChoice(mode="none")
DEFAULTS = Request(dialect="fireworks", level="contract", model="", asked_model="", messages=())


def read(form: Form, body: Mapping[str, Any], level: Level) -> Request:
    """Fills in what was left out or null; groups of fields of which none was given share their defaults."""
    given = form.model_fields_set
    tools, choice, legacy = ((), WITHOUT_TOOLS, False) if given.isdisjoint(_TOOLS) else _tools(form)
    return Request(
        dialect="fireworks",
        level=level,
        model=form.model,
        asked_model=form.model,
        messages=tuple([_message(message) for message in form.messages]),
        tools=tools,
        tool_choice=choice,
        parallel_tool_calls=form.parallel_tool_calls is not False,
        legacy_functions=legacy,
        response_format=_format(form, body),
        sampling=DEFAULTS.sampling if given.isdisjoint(_SAMPLING) else _sampling(form),
        limits=DEFAULTS.limits if given.isdisjoint(_LIMITS) else _limits(form),
        reasoning=DEFAULTS.reasoning if given.isdisjoint(_REASONING) else asked(form),
        extras=DEFAULTS.extras if given.isdisjoint(_EXTRAS) else _extras(form),
        stream=bool(form.stream),
        usage_chunk=_usage_chunk(form),
        body=body,
    )


def _message(given: ChatMessage) -> Message:
    content = given.content
    return Message(
        role=given.role,
        content=content if content is None or isinstance(content, str) else tuple(_parts(content)),
        name=given.name,
        reasoning=given.reasoning_content,
        tool_calls=tuple([_call(call) for call in given.tool_calls]) if given.tool_calls else (),
        tool_call_id=given.tool_call_id,
    )


def _parts(parts: list[ContentPart]) -> Iterator[Part]:
    """Parts are told by what they hold, since their `type` is free; one that holds nothing says nothing."""
    for part in parts:
        if part.image_url is not None:
            yield MediaPart(kind="image", url=part.image_url.url, detail=part.image_url.detail)
        elif part.video_url is not None:
            video = part.video_url
            yield MediaPart(kind="video", url=video.url, detail=video.detail, max_frames=video.max_frames)
        elif part.text is not None:
            yield TextPart(text=part.text)


def _call(call: MessageToolCall) -> ToolCall:
    if isinstance(call.function, str):
        return ToolCall(id=call.id, name=call.function, arguments="")
    arguments = call.function.arguments
    text = arguments if isinstance(arguments, str) else "" if arguments is None else write_json(arguments).decode()
    return ToolCall(id=call.id, name=call.function.name or "", arguments=text)


def _tools(form: Form) -> tuple[tuple[Tool, ...], ToolChoice, bool]:
    """`functions` become tools, as far as no tool has their name; `function_call` becomes a choice."""
    tools = {tool.function.name: _tool(tool.function) for tool in form.tools or () if tool.function is not None}
    legacy = bool(form.functions) and not tools
    for function in form.functions or ():
        tools.setdefault(function.name, _tool(function))
    return tuple(tools.values()), _choice(form, bool(tools)), legacy


def _tool(function: Function) -> Tool:
    return Tool(
        name=function.name,
        description=function.description,
        parameters=function.parameters,
        strict=bool(function.strict),
    )


def _choice(form: Form, any_tools: bool) -> ToolChoice:
    choice = form.tool_choice if form.tool_choice is not None else form.function_call
    if not any_tools or choice == "none":
        return WITHOUT_TOOLS
    if choice is None or choice == "auto":
        return ToolChoice(mode="auto")
    if isinstance(choice, str):
        return ToolChoice(mode="required")
    named = choice.function if isinstance(choice, FunctionSelection) else choice
    return ToolChoice(mode="named", name=named.name)


def _format(form: Form, body: Mapping[str, Any]) -> ResponseFormat:
    return DEFAULTS.response_format if form.response_format is None else read_format(body["response_format"])


def _sampling(form: Form) -> Sampling:
    values = {name: value for name in SAMPLERS if (value := getattr(form, name)) is not None}
    bias = {int(token): value for token, value in form.logit_bias.items()} if form.logit_bias else {}
    return Sampling(**values, logit_bias=bias)


def _limits(form: Form) -> Limits:
    """With `safe_tokenization` nothing is truncated (Fireworks reference, `safe_tokenization`)."""
    return Limits(
        max_tokens=form.max_completion_tokens if form.max_tokens is None else form.max_tokens,
        stop=(form.stop,) if isinstance(form.stop, str) else tuple(form.stop or ()),
        n=form.n,
        ignore_eos=form.ignore_eos,
        prompt_truncate_len=None if form.safe_tokenization else form.prompt_truncate_len,
        overflow=form.context_length_exceeded_behavior,
    )


def _extras(form: Form) -> Extras:
    return Extras(
        logprobs=_logprobs(form),
        echo=-1 if form.echo else form.echo_last or 0,
        token_ids=bool(form.return_token_ids),
        raw_output=bool(form.raw_output),
        perf_metrics=bool(form.perf_metrics_in_response),
        prediction=_prediction(form),
    )


def _logprobs(form: Form) -> Logprobs | None:
    """The integer form is the older one; `top_logprobs` overrules its number (Fireworks reference, `top_logprobs`)."""
    asked_for, top = form.logprobs, form.top_logprobs
    if asked_for is None or asked_for is False:
        return None
    if asked_for is True:
        return Logprobs(form="openai", top=top or 0)
    return Logprobs(form="legacy", top=asked_for if top is None else top)


def _prediction(form: Form) -> str | tuple[int, ...] | None:
    """`prediction` becomes a speculation; one that was given itself comes first (Fireworks reference, `prediction`)."""
    if form.speculation is not None:
        return form.speculation if isinstance(form.speculation, str) else tuple(form.speculation)
    prediction = form.prediction
    if prediction is None or isinstance(prediction, str):
        return prediction
    content = prediction.content
    return content if isinstance(content, str) else "".join(part.text or "" for part in content)


def _usage_chunk(form: Form) -> Literal["own", "finish", "none"]:
    """Where a stream carries its usage (wire/fireworks.md 2.2, 2.3)."""
    asked_for = form.stream_options.include_usage if form.stream_options is not None else None
    return "finish" if asked_for is None else "own" if asked_for else "none"
