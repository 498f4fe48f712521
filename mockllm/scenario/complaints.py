"""The complaints of a scenario: the request is fine, but the script has no answer to it."""

from typing import Any, Literal

from mockllm.core import Rejection

from .script import Rule

Kind = Literal["unmatched", "exhausted", "expectation", "template", "reply", "regex_timeout"]
"""What the header `x-mockllm-error` says: no rule matched; one did and has no answer left; its expectations were
not met; a text could not be filled in; what is scripted does not fit the request; a regex took too long."""


def complaint(kind: Kind, message: str, rule: Rule | None = None, **detail: Any) -> Rejection:
    """Returns what the client is told; `rule` is the one that is complained of."""
    named = {} if rule is None else {"rule": rule.name, "place": str(rule.place)}
    return Rejection(code="complaint", detail={"kind": kind, "message": message, **named, **detail})


def titled(rule: Rule) -> str:
    """How a rule is called in a message: its name and where it stands, which may be all the name it has."""
    return rule.place.short if rule.name == rule.place.brief else f'"{rule.name}" ({rule.place.short})'
