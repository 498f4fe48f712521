"""The fields of a request's body that conditions can name."""

BODY_FIELDS = (
    "context_length_exceeded_behavior", "echo", "echo_last", "frequency_penalty", "function_call", "functions",
    "ignore_eos", "logit_bias", "logprobs", "max_completion_tokens", "max_tokens", "messages", "metadata", "min_p",
    "mirostat_lr", "mirostat_target", "model", "n", "parallel_tool_calls", "perf_metrics_in_response", "prediction",
    "presence_penalty", "prompt_cache_isolation_key", "prompt_cache_key", "prompt_truncate_len", "raw_output",
    "reasoning_effort", "reasoning_format", "reasoning_history", "repetition_penalty", "response_format",
    "return_token_ids", "safe_tokenization", "seed", "service_tier", "speculation", "stop", "stream", "stream_options",
    "temperature", "thinking", "tool_choice", "tools", "top_k", "top_logprobs", "top_p", "typical_p", "user",
)  # fmt: skip
"""Those of all APIs; a test compares them with what the dialects know. Others are asked for by `body: {$.…: …}`."""
