"""What a provider behind the gateway says when it is the provider that refuses, in OpenAI's form.

Which refusals providers make, and in which words, is a GUESS: only the way they are relayed was seen. The texts are
OpenAI's own, which most of the others imitate.
"""

from collections.abc import Callable, Mapping
from typing import Any

from mockllm.wire import quote

Words = Callable[[Mapping[str, Any]], tuple[int, str]]


def error(message: str, param: str, code: str) -> str:
    """OpenAI's envelope, spaced as it was seen through the gateway (wire/gateway.md 2)."""
    return (
        f'{{"error": {{"message": {quote(message)}, "type": "invalid_request_error",'
        f' "param": {quote(param)}, "code": {quote(code)}}}}}'
    )


def prompt_too_long(detail: Mapping[str, Any]) -> tuple[int, str]:
    message = (
        f"This model's maximum context length is {detail.get('limit')} tokens. However, your messages resulted in"
        f" {detail.get('length')} tokens. Please reduce the length of the messages."
    )
    return 400, error(message, "messages", "context_length_exceeded")


def unknown_model(detail: Mapping[str, Any]) -> tuple[int, str]:
    message = f"The model `{detail.get('model')}` does not exist or you do not have access to it."
    return 404, error(message, "model", "model_not_found")


def unsigned(detail: Mapping[str, Any]) -> tuple[int, str]:
    """Google's own, in a list as its OpenAI-compatible API has it (langgenius/dify-official-plugins#2088)."""
    message = "Corrupted thought signature."
    if detail.get("missing"):
        message = (
            "Function call is missing a thought_signature in functionCall parts. This is required for tools to work"
            " correctly, and missing thought_signature may lead to degraded model performance. Additional data,"
            f" function call `default_api:{detail.get('name')}` , position {detail.get('position')}. Please refer to"
            " https://ai.google.dev/gemini-api/docs/thought-signatures for more details."
        )
    said = f'    "code": 400,\n    "message": {quote(message)},\n    "status": "INVALID_ARGUMENT"\n'
    return 400, f'[{{\n  "error": {{\n{said}  }}\n}}\n]'


UPSTREAM: Mapping[str, Words] = {
    "prompt_too_long": prompt_too_long,
    "unknown_model": unknown_model,
    "unsigned": unsigned,
}
"""By the rejection's code: the provider's status and body."""
