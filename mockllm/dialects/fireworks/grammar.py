"""How the real service words faults in one message (wire/fireworks.md 3.2)."""

from collections.abc import Sequence

from mockllm.core import Fault

from .hints import path


def message_of(faults: Sequence[Fault]) -> str:
    """Joins the faults' messages; several are counted."""
    words = [_worded(fault) for fault in faults]
    return words[0] if len(words) == 1 else f"{len(words)} request validation errors: {'; '.join(words)}"


def body_message_of(fault: Fault) -> str:
    """Words what is wrong with the body as a whole: the service shows pydantic's list of errors as Python does."""
    shown = {"type": fault.kind, "loc": ("body", *fault.loc), "msg": fault.message, "input": fault.value}
    return str([{**shown, "ctx": dict(fault.context)} if fault.context else shown])


def _worded(fault: Fault) -> str:
    """Words a fault with its place and value.

    What the service checks by hand shows neither, and an object is never shown.
    """
    if fault.kind == "value_error":
        return fault.message
    worded = f"{fault.message}, field: '{path(fault.branches or fault.loc)}'"
    return worded if isinstance(fault.value, dict) else f"{worded}, value: {fault.value!r}"
