"""Guesses why a condition does not hold, for whoever wrote it."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from mockllm.core import texts
from mockllm.errors import MatchingTimeout
from mockllm.suggest import did_you_mean

from . import said
from .budget import Budget
from .clauses import AnyOf, Clause, Leaf, Not, Search
from .fields import Field
from .intended import intended
from .operators import Compare, Contains, Equals, Glob, Has, Operator, Partial
from .pattern import Pattern, read_pattern
from .show import show, show_name
from .subject import Subject
from .values import missing, same

LONGEST_SEARCHED = 10_000
"""How much of a text is looked at for what is nearly there."""


def hint_for(clause: Clause, subject: Subject) -> str | None:
    """The first guess that fits."""
    if isinstance(clause, AnyOf):
        return next((hint for each in clause.clauses if (hint := hint_for(each, subject))), None)
    if isinstance(clause, Not):
        return None
    values = subject.values(clause.field.sent or clause.field)
    if not values:
        return absent(clause.field, subject) or (_meant(clause, subject) if isinstance(clause, Leaf) else None)
    if not isinstance(clause, Leaf | Search):
        return None
    return _near(clause, values, subject.budget) or _elsewhere(clause, subject) or _meant(clause, subject)


def absent(field: Field, subject: Subject) -> str | None:
    """Why a field has no value."""
    request = subject.request
    match field.name:
        case "tools":
            return "the request has no tools"
        case "user" | "system" | "assistant":
            return f"the request has no {field.name} message"
        case "any_message":
            return "the request has no messages"
        case "tool_result.name" if said.tool_result(request.messages) is not None:
            return "the tool result has no name, and its tool_call_id is that of no call before it"
        case "tool_result" | "tool_result.name":
            return _no_result(subject)
        case "provider":
            return "only the gateway has providers"
        case _ if field.name.startswith("header."):
            return _likely(field.name.removeprefix("header."), subject.incoming.headers)
        case _ if field.key == f"body.{field.name}":
            return _likely(field.name, request.body)
        case _:
            return None


def _no_result(subject: Subject) -> str:
    messages = subject.request.messages
    if not any(message.role in said.RESULTS for message in messages):
        return "the request has no tool result"
    last = messages[-1].role
    whose = "it" if last == "user" else "the user's last one"
    return f"the last message is the {last}'s, and no tool result stands after {whose}"


def _likely(name: str, names: Any) -> str | None:
    near = did_you_mean(name, names)
    return f"the request has {near}" if near else None


def _near(clause: Leaf | Search, values: tuple[Any, ...], budget: Budget) -> str | None:
    """What of the values is all but what was wanted."""
    spelled = [] if clause.field.kind == "text" else [_spelling]
    guesses: list[Callable[[Operator, Any], str | None]] = [
        *spelled, partial(_case, budget=budget), _space, partial(intended, budget=budget), _type, _listed, _within,
    ]  # fmt: skip
    return next((hint for value in values for guess in guesses if (hint := guess(clause.operator, value))), None)


def _spelling(operator: Operator, value: Any) -> str | None:
    """How a name is spelled that was written in another case."""
    if not isinstance(value, str):
        return None
    match operator:
        case Equals(str() as text) if text.lower() == value.lower():
            return f"differs only in case: write {show_name(value)}"
        case Glob(pieces) if value == value.lower() and (lower := Glob(tuple(map(str.lower, pieces)))).accepts(value):
            return f"differs only in case: write {lower}"
        case _:
            return None


def _case(operator: Operator, value: Any, *, budget: Budget) -> str | None:
    if not isinstance(value, str) or (isinstance(operator, Pattern) and "i" in operator.flags):
        return None
    pattern = as_regex(operator)
    if pattern is None:
        return None
    found = read_pattern(f"/{pattern}/i")
    try:
        near = isinstance(found, Pattern) and found.accepts(value[:LONGEST_SEARCHED], budget)
    except MatchingTimeout:
        return None
    return f"differs only in case: write {found}" if near else None


def as_regex(operator: Operator) -> str | None:
    """The pattern of a regex that takes what an operator takes."""
    match operator:
        case Pattern():
            return operator.pattern
        case Contains(text):
            return _escaped(text)
        case Has(str() as text):
            return _escaped(text)
        case Equals(str() as text):
            return f"^{_escaped(text)}$"
        case Glob(pieces):
            return f"^{'.*'.join(map(_escaped, pieces))}$"
        case _:
            return None


def _escaped(text: str) -> str:
    """Escapes only what has a meaning: people shall read it."""
    return re.sub(r"([\\.^$*+?{}\[\]|()])", r"\\\1", text)


def _space(operator: Operator, value: Any) -> str | None:
    if not isinstance(value, str):
        return None
    spaced = " ".join(value[:LONGEST_SEARCHED].split())
    match operator:
        case Equals(str() as text):
            near = spaced == " ".join(text.split())
        case Contains(text) | Has(str() as text):
            near = bool(text.split()) and " ".join(text.split()) in spaced
        case Glob():
            near = operator.accepts(value.strip())
        case _:
            near = False
    return "differs only in white space" if near else None


def _type(operator: Operator, value: Any) -> str | None:
    match operator:
        case Compare():
            return None if _is_number(value) else f"it is sent as {_kind(value)}, not a number"
        case Equals(wanted) if type(wanted) is not type(value) and _plain(wanted) == _plain(value):
            return f"it is sent as {_kind(value)}, not {_kind(wanted)}"
        case Equals(bool() as wanted) if wanted == value:
            return f"it is sent as a number, not {_kind(wanted)}"
        case Equals(wanted) if isinstance(value, bool) and wanted == value:
            return f"it is sent as {_kind(value)}, not a number"
        case _:
            return None


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else show(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _kind(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return show(value)
        case str():
            return "a text"
        case int() | float():
            return "a number"
        case list() | tuple():
            return "a list"
        case _:
            return "an object"


def _listed(operator: Operator, value: Any) -> str | None:
    """A bare list is any of its elements, which people may not expect where a list is sent."""
    if isinstance(value, list) and isinstance(operator, Equals) and any(same(operator.value, each) for each in value):
        return "a list is sent: {contains: …} is for an element, {equals: […]} for the whole list"
    return None


def _within(operator: Operator, value: Any) -> str | None:
    """Where in a value the first thing that was wanted is not."""
    if not isinstance(operator, Partial):
        return None
    if isinstance(value, str):
        import json

        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return "the text is no JSON"
    gap = next(missing(operator.value, value), None)
    if gap is None or gap.path == "$":
        return None
    return f"at {gap.path} {show(gap.wanted, 40)} is wanted and {show(gap.got, 40)} is there"


def _elsewhere(clause: Leaf | Search, subject: Subject) -> str | None:
    """Which other message has what was looked for in one."""
    messages = subject.request.messages
    name = clause.field.name
    if name not in ("user", "system", "assistant"):
        return None
    roles = [name, *(role for role in ("user", "system", "assistant", "tool") if role != name)]
    for role in roles:
        if any(_accepts(clause.operator, text, subject.budget) for text in texts(messages, role)):
            if role == name:
                return f"an earlier {name} message has it, and the last one is meant"
            return f"a {role} message has it" if role != "assistant" else "an assistant's message has it"
    if name == "user" and messages and messages[-1].role in said.RESULTS:
        return "the last message is a tool result, the user's stands before it"
    return None


def _accepts(operator: Operator, text: str, budget: Budget) -> bool:
    beginning = text[:LONGEST_SEARCHED]
    try:
        return operator.accepts(beginning, budget) if isinstance(operator, Pattern) else operator.accepts(beginning)
    except MatchingTimeout:
        return False


def _meant(clause: Leaf | Search, subject: Subject) -> str | None:
    """Which of the request's names is much like the one that was wanted."""
    if clause.field.kind != "name" or not isinstance(clause.operator, Equals):
        return None
    names = [value for value in subject.values(clause.field) if isinstance(value, str)]
    near = did_you_mean(str(clause.operator.value), {name.lower(): name for name in names})
    found = next((name for name in names if name.lower() == near), None)
    return f"did you mean {found}?" if found else None
