"""Lists the models of the configured providers (wire/gateway.md 7)."""

from mockllm.catalogue import PROVIDERS, Card, cards
from mockllm.core import Incoming, Outgoing, Rejection, Rules

from .gotext import go_body, go_quote
from .query import first
from .routing import configured, deny, refuse_provider

HEADERS = (("content-type", "application/json; charset=utf-8"),)
INCLUDES = ("context_window", "modalities", "pricing")


def models(incoming: Incoming, rules: Rules) -> Outgoing | Rejection:
    """Answers the list of all providers, or of the query's one, without the models that may not be used."""
    wanted = [word.strip() for word in first(incoming.query, "include").split(",") if word.strip()]
    for word in wanted:
        if word not in INCLUDES:
            return Rejection(code="unknown_include", detail={"value": word})
    provider = first(incoming.query, "provider")
    if provider:
        if refused := refuse_provider(provider, rules):
            return refused
        providers: tuple[str, ...] = (provider,)
    else:
        providers = tuple(name for name in PROVIDERS if configured(name, rules))
    rows = [
        row(card, wanted)
        for name in providers
        for card in cards("gateway", faults=rules.fault_models)
        if card.id.startswith(f"{name}/") and deny(card.id, rules) is None
    ]
    served = f',"provider":{go_quote(provider)}' if provider else ""
    return Outgoing(status=200, headers=HEADERS, body=go_body(f'{{"data":[{",".join(rows)}],"object":"list"{served}}}'))


def row(card: Card, wanted: list[str]) -> str:
    """One model, its keys in alphabetical order; of what may be included only the context window is known."""
    known = {
        "created": str(card.created),
        "id": go_quote(card.id),
        "object": '"model"',
        "owned_by": go_quote(card.owned_by),
        "served_by": go_quote(card.id.partition("/")[0]),
    }
    known |= dict.fromkeys(wanted, "null")
    if "context_window" in wanted:
        known["context_window"] = f'{{"source":"community","tokens":{card.context_length}}}'
    return "{" + ",".join(f'"{key}":{known[key]}' for key in sorted(known)) + "}"


def health() -> Outgoing:
    """Says that all is well."""
    return Outgoing(status=200, headers=HEADERS, body=b'{"message":"OK"}')
