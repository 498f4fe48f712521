"""The list of models, and whether the service is well (wire/fireworks.md 8)."""

from mockllm.catalogue import cards
from mockllm.core import Incoming, Outgoing, Rules
from mockllm.wire import write_json

from .headers import JSON, front


def models(incoming: Incoming, rules: Rules) -> Outgoing:
    """Lists the catalogue's models, each with what it can do."""
    rows = [
        {
            "id": card.id,
            "object": "model",
            "owned_by": card.owned_by,
            "created": card.created,
            "kind": card.kind,
            "supports_chat": card.supports_chat,
            "supports_image_input": card.supports_image_input,
            "supports_tools": card.supports_tools,
            "context_length": card.context_length,
        }
        for card in cards("fireworks", faults=rules.fault_models)
    ]
    return Outgoing(
        status=200, headers=(JSON, *front(incoming.level)), body=write_json({"data": rows, "object": "list"})
    )


def health() -> Outgoing:
    """Says that all is well."""
    return Outgoing(status=200, headers=(JSON,), body=b'{"message":"OK"}')
