"""What is checked in full but not answered yet: whatever would have to emit tool calls or structured text."""

from mockllm.core import Rejection, Request


def unsupported(request: Request) -> Rejection | None:
    """Returns the refusal of what mockllm does not emulate so far; the last check of all."""
    feature = None
    if request.tool_choice.mode in ("required", "named"):
        feature = "function_call" if request.legacy_functions else "tool_choice"
        feature = f"{feature} that forces a call"
    elif request.response_format.kind != "text":
        feature = f"response_format of type {request.response_format.kind}"
    return Rejection(code="unsupported", detail={"feature": feature}) if feature else None
