"""Makes a request of whatever can be understood, for the level `lenient`."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from mockllm.core import Fault
from mockllm.wire import validate

from .rules import broken
from .schema import ChatMessage, ChatRequest

DEFAULT_MODEL = "accounts/fireworks/models/kimi-k2-instruct-0905"
DEFAULT_ROLE = "user"
ROUNDS = 50

HARMLESS = frozenset({"messages", "tools", "functions", "stop"})
"""Fields whose rules may be broken without the request becoming one that cannot be answered."""


def understood(body: Mapping[str, Any]) -> tuple[ChatRequest | None, dict[str, Any], list[Fault]]:
    """Takes out of a body what cannot be used, until the rest is a request, or no message is left.

    Returns the request and the body it was read from, or else the faults of the messages as they were.
    """
    rest: dict[str, Any] = deepcopy(dict(body))
    first: list[Fault] | None = None
    for _ in range(ROUNDS):
        form, faults = validate(ChatRequest, rest)
        if form is not None:
            return _without_contradictions(form, rest)
        if first is None:
            first = [fault for fault in faults if fault.loc[:1] == ("messages",)]
        if any(fault.loc == ("messages",) for fault in faults):
            break
        for fault in reversed(faults):
            _repair(rest, fault)
    return None, rest, first or [Fault(loc=("messages",), kind="missing", message="Field required", value=dict(body))]


def usable(body: Mapping[str, Any], faults: Sequence[Fault]) -> dict[str, Any]:
    """Takes out of a bulky body the fields at fault, and of its messages those that are not sound.

    What `understood` does fault by fault would take minutes there.
    """
    spoilt = {fault.loc[0] for fault in faults if fault.loc}
    kept = {key: value for key, value in body.items() if key not in spoilt or key == "messages"}
    if "messages" in spoilt and isinstance(kept.get("messages"), list):
        kept["messages"] = [message for message in kept["messages"] if validate(ChatMessage, message)[0] is not None]
    return kept


def _without_contradictions(
    form: ChatRequest, body: dict[str, Any]
) -> tuple[ChatRequest | None, dict[str, Any], list[Fault]]:
    places = [place for fault in broken(body, "contract", []) if (place := _contradiction(fault.loc))]
    if not places:
        return form, body, []
    for place in places:
        _remove(body, place)
    return validate(ChatRequest, body)[0], body, []


def _contradiction(loc: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """What has to go because of a fault, as the whole field or the parameters of a function; nothing where it is ()."""
    if "parameters" in loc:
        return loc[: loc.index("parameters") + 1]
    if loc[0] in HARMLESS:
        return ()
    return loc if loc[0] == "logit_bias" else loc[:1]


def _repair(body: dict[str, Any], fault: Fault) -> None:
    """Takes out what a fault makes useless, or puts in what is missing."""
    loc = fault.loc
    if not loc:
        return
    if loc == ("model",):
        body["model"] = DEFAULT_MODEL
    elif fault.kind != "missing":
        _remove(body, loc)
    elif loc[0] == "messages" and loc[2:] == ("role",):
        body["messages"][loc[1]]["role"] = DEFAULT_ROLE
    else:
        _remove(body, loc[:-1])


def _remove(body: Any, loc: tuple[str | int, ...]) -> None:
    """Removes what stands at a place; does nothing where it is gone already."""
    *way, last = loc
    try:
        for step in way:
            body = body[step]
        del body[last]
    except (KeyError, IndexError, TypeError):
        return
