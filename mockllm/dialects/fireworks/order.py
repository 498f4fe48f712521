"""The order in which faults are reported: that of the fields in the reference."""

from collections.abc import Iterable

from mockllm.core import Fault

FIELDS = (
    "model", "messages", "tools", "tool_choice", "stream", "stream_options", "response_format", "temperature", "top_k",
    "user", "prompt_cache_key", "prompt_cache_isolation_key", "raw_output", "perf_metrics_in_response", "n",
    "service_tier", "stop", "max_tokens", "max_completion_tokens", "top_p", "min_p", "typical_p", "frequency_penalty",
    "presence_penalty", "repetition_penalty", "mirostat_target", "mirostat_lr", "seed", "logprobs", "top_logprobs",
    "echo", "echo_last", "ignore_eos", "context_length_exceeded_behavior", "logit_bias", "speculation", "prediction",
    "metadata", "reasoning_effort", "reasoning_history", "thinking", "return_token_ids", "functions",
    "prompt_truncate_len", "parallel_tool_calls", "safe_tokenization", "function_call",
)  # fmt: skip
"""The fields of a request, in the reference's order; `stream_options` is not in it and follows `stream`."""

INNER = (
    "include_usage", "role", "content", "index", "id", "type", "text", "image_url", "video_url", "url", "detail",
    "max_frames", "spatial_limit", "sample_fps", "reasoning_content", "tool_calls", "tool_call_id", "function", "name",
    "description", "parameters", "strict", "arguments", "schema", "grammar", "json_schema", "budget_tokens",
)  # fmt: skip
"""The fields of the objects within, in one order that agrees with that of each object."""

UNKNOWN = 1_000
"""Where a field stands that no object has: after the others, as pydantic reports it."""

KNOWN = frozenset((*FIELDS, *INNER))
_RANK = {name: rank for rank, name in enumerate(FIELDS)}
_INNER_RANK = {name: rank for rank, name in enumerate(INNER)}


def in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Sorts faults by where they stand; those at fields nobody knows keep their order."""
    return tuple(sorted(faults, key=_place))


def _place(fault: Fault) -> tuple[int, ...]:
    first, *rest = fault.loc or ("",)
    top = _RANK.get(first, UNKNOWN) if isinstance(first, str) else first
    return (top, *(step if isinstance(step, int) else _INNER_RANK.get(step, UNKNOWN) for step in rest))
