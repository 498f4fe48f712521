"""Which provider a request goes to, and whether its model may be used (wire/gateway.md 2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from mockllm.catalogue import KEYLESS, PROVIDERS, known
from mockllm.core import Rejection, Rules
from mockllm.wire import did_you_mean

from .query import first

FIREWORKS_HINT = "a Fireworks client belongs at /v1 or /inference/v1 of this server"


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """A provider, and the model's name as the provider gets it."""

    provider: str
    model: str


def route(model: str, query: str, rules: Rules) -> Route | Rejection:
    """Finds the provider: the query's, else the model's prefix; then asks the lists, then whether it has a key.

    The order is the gateway's: a provider nobody knows is noticed after a model that is not allowed.
    """
    asked = first(query, "provider")
    if asked:
        found = Route(provider=asked, model=model)
    else:
        prefix, slash, rest = model.partition("/")
        prefix = prefix.lower()
        if not slash or prefix not in PROVIDERS:
            return Rejection(code="no_provider", hint=no_provider_hint(model))
        found = Route(provider=prefix, model=rest)
    if rules.allowed_models or rules.disallowed_models:
        denied = deny(model, rules)
        if denied:
            return denied
    if refused := refuse_provider(found.provider, rules):
        return refused
    if rules.models == "strict" and not known(found.model, "gateway", provider=found.provider):
        return Rejection(code="unknown_model", detail={"model": found.model})
    return found


def refuse_provider(provider: str, rules: Rules) -> Rejection | None:
    """Refuses a provider that does not exist or has no key."""
    if provider not in PROVIDERS:
        near = did_you_mean(provider, PROVIDERS)
        return Rejection(
            code="unknown_provider",
            detail={"provider": provider},
            hint=f"did you mean ?provider={near}?" if near else f"providers are {', '.join(PROVIDERS)}",
        )
    if not configured(provider, rules):
        return Rejection(
            code="no_provider_key",
            detail={"provider": provider},
            hint=f"{provider} is not among the server's --providers",
        )
    return None


def configured(provider: str, rules: Rules) -> bool:
    """Says whether a provider counts as having a key; some need none."""
    return rules.providers is None or provider in rules.providers or provider in KEYLESS


def deny(model: str, rules: Rules) -> Rejection | None:
    """Asks the lists about a model's name as it was sent; with an allow list the other is ignored."""
    if allowed := entries(rules.allowed_models):
        return None if listed(model, allowed) else Rejection(code="model_not_allowed", detail={"model": model})
    if listed(model, entries(rules.disallowed_models)):
        return Rejection(code="model_disallowed", detail={"model": model})
    return None


def listed(model: str, names: frozenset[str]) -> bool:
    """An entry matches the whole name, or what follows its first slash."""
    name = model.lower()
    _, slash, rest = name.partition("/")
    return name in names or (bool(slash) and rest in names)


@lru_cache(maxsize=16)
def entries(names: Sequence[str]) -> frozenset[str]:
    return frozenset(name.strip().lower() for name in names) - {""}


def no_provider_hint(model: str) -> str:
    prefix, slash, _ = model.partition("/")
    if prefix == "accounts":
        return FIREWORKS_HINT
    if slash and (near := did_you_mean(prefix, PROVIDERS)):
        return f"did you mean the provider {near}/?"
    return f"add a provider prefix such as openai/, or ?provider=openai; {FIREWORKS_HINT}"
