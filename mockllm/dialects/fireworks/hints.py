"""What a person should change after a refusal: told in a header, since the body stays as the service words it."""

from collections.abc import Sequence

from mockllm.core import Fault, Level
from mockllm.wire import did_you_mean

from .order import FIELDS

FIELDS_OF = {
    "messages": ("role", "content", "reasoning_content", "tool_calls", "tool_call_id", "name"),
    "content": ("type", "text", "image_url", "video_url"),
    "image_url": ("url", "detail"),
    "video_url": ("url", "detail", "max_frames", "spatial_limit", "sample_fps"),
    "tool_calls": ("index", "id", "type", "function", "name"),
    "tools": ("type", "function"),
    "function": ("name", "description", "parameters", "strict", "arguments"),
    "functions": ("name", "description", "parameters", "strict"),
    "tool_choice": ("type", "function", "name"),
    "function_call": ("name",),
    "response_format": ("type", "schema", "grammar", "json_schema"),
    "prediction": ("content", "type"),
    "thinking": ("type", "budget_tokens"),
    "stream_options": ("include_usage",),
}
"""The fields of the objects that a field holds, by that field's name."""

OF_CLIENTS = ("refusal", "annotations", "audio", "function_call", "parsed")
"""Fields of OpenAI's messages that `model_dump()` writes, null as a rule; Fireworks' messages have none of them."""

FOREIGN = {
    "store": "an OpenAI field",
    "modalities": "an OpenAI field",
    "audio": "an OpenAI field",
    "verbosity": "an OpenAI field",
    "web_search_options": "an OpenAI field",
    "safety_identifier": "an OpenAI field",
    "prompt_cache_retention": "an OpenAI field",
    "max_output_tokens": "a field of OpenAI's Responses API; here it is max_tokens",
    "input": "a field of OpenAI's Responses API; here it is messages",
    "instructions": "a field of OpenAI's Responses API; here it is a system message",
    "prompt": "a field of /v1/completions; here it is messages",
    "best_of": "a field of /v1/completions",
    "suffix": "a field of /v1/completions",
    "extra_body": "an argument of the openai client, which sends what it holds; it is no field itself",
    "extra_headers": "an argument of the openai client, not a field",
    "timeout": "an argument of clients, not a field",
    "cache_control": "an Anthropic field",
    "stop_sequences": "an Anthropic field; here it is stop",
    "system": "an Anthropic field; here it is a system message",
    "reasoning": "a field of OpenRouter and OpenAI's Responses API; here it is reasoning_effort",
    "include_reasoning": "an OpenRouter field",
    "provider": "a field of OpenRouter and of gateways",
    "chat_template_kwargs": "a vLLM field",
    "enable_thinking": "a field of other services; here it is reasoning_effort",
    "guided_json": "a vLLM field; here it is response_format",
    "guided_grammar": "a vLLM field; here it is response_format",
    "min_tokens": "a vLLM field",
    "stop_token_ids": "a vLLM field",
    "num_predict": "an Ollama field; here it is max_tokens",
    "refusal": "a field of OpenAI's messages",
    "annotations": "a field of OpenAI's messages",
    "reasoning_format": "a field of the Inference Gateway",
}


def hint_for(faults: Sequence[Fault], level: Level) -> str | None:
    """Returns a sentence about the first fault that one can be told about."""
    return next((text for fault in faults if (text := _about(fault, level))), None)


def path(loc: Sequence[str | int]) -> str:
    """Writes a place with dots and brackets: `messages[0].content`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in loc).lstrip(".")


def _about(fault: Fault, level: Level) -> str | None:
    if fault.kind == "extra_forbidden" and fault.loc:
        return _extra(fault)
    if fault.kind == "model_attributes_type" and not fault.loc and isinstance(fault.value, bytes):
        return "the body was not read as JSON: send the header content-type: application/json"
    if fault.kind == "literal_error" and fault.loc[-1:] == ("role",):
        if fault.value == "developer":
            return f"{path(fault.loc)}: 'developer' is an OpenAI role; here it is 'system'"
        if fault.value == "function":
            return f"{path(fault.loc)}: 'function' is an older OpenAI role; here it is 'tool', with tool_call_id"
    if fault.kind == "literal_error" and fault.loc[:1] == ("reasoning_effort",) and level == "contract":
        return "the reference takes low, medium, high and none; x-mockllm-fidelity: live takes what the service takes"
    if fault.value is None and fault.kind.endswith("_type"):
        return (
            f"{path(fault.loc)} is null, and the reference has it not nullable: leave it out, as exclude_none=True does"
        )
    return None


def _extra(fault: Fault) -> str:
    name = str(fault.loc[-1])
    where = path(fault.loc)
    if fault.value is None and (len(fault.loc) > 1 or name in OF_CLIENTS):
        return f"{where} is null and not a field of Fireworks: leave nulls out, as model_dump(exclude_none=True) does"
    if name in FOREIGN:
        return f"{where} is {FOREIGN[name]}; x-mockllm-fidelity: lenient ignores it"
    parent = next((step for step in reversed(fault.loc[:-1]) if isinstance(step, str)), None)
    meant = did_you_mean(name, FIELDS if parent is None else FIELDS_OF.get(parent, ()))
    if meant and meant != name:
        return f"{where} is no field of Fireworks: did you mean {meant}? x-mockllm-fidelity: lenient ignores it"
    return f"{where} is no field of Fireworks; x-mockllm-fidelity: lenient ignores it"
