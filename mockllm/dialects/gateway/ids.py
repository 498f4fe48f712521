"""The id of an answer: a provider's, which the gateway relays."""

from collections.abc import Callable

from mockllm.core import Answer


def told_id(answer: Answer, quote: Callable[[str], str]) -> str:
    """Writes the id as a JSON string; one that a script gave is told as it is."""
    return f'"chatcmpl-{answer.id}"' if answer.own_id is None else quote(answer.own_id)
