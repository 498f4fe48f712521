"""Finds rules that call a tool for ever: what its result brings is for a later rule, and they answer it themselves."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from mockllm.core import Incoming, Message, Request, ToolCall
from mockllm.matching import Conditions, Index, Subject, shadows

from .script import Rule, Script

KNOWN = ("has_tool_result", "tool_result.name")
"""Fields of which it is known what they are when a tool has returned something."""

OF_RESULTS = ("tool_result", "has_tool_result", "step", "message_count", "assistant")
MOVING = ("tool_result", "step", "message_count", "assistant", "any_message", "body.messages", "path.")
"""How the keys of those fields begin of which it is not known what they are while a tool is called again and again."""

MOST_TRIED = 20
"""So many of the rules that wait for a tool are held against each that calls it."""


class Loop(NamedTuple):
    """A rule that calls a tool whenever it is asked, and the later one that waits for the tool's result."""

    rule: Rule
    tool: str
    waiting: Rule


def loops(rules: Sequence[Rule]) -> Iterator[Loop]:
    """Yields rules that take the results of the tools they call, one for each, as far as that is sure."""
    callers = [(place, tool) for place, rule in enumerate(rules) for tool in called(rule) if stays(rule.when)]
    if not callers:
        return
    waiting = [place for place, rule in enumerate(rules) if not rule.turns and waits(rule.when)]
    index = Index([about(rules[place].when) for place in waiting])
    found: dict[str, list[int]] = {}
    for place, tool in callers:
        if tool not in found:
            found[tool] = [waiting[at] for at in islice(index.holding(returned(tool)), MOST_TRIED)]
        if any(earlier < place for earlier in found[tool]):
            continue  # one before it may take the result
        later = (each for each in found[tool] if each > place and takes(rules[each].when, rules[place].when))
        if (behind := next(later, None)) is not None:
            yield Loop(rules[place], tool, rules[behind])


def called(rule: Rule) -> Sequence[str]:
    """The tools that a rule calls whenever it is asked, or from some time on."""
    if rule.turns or not rule.replies or rule.after in ("error", "next"):
        return ()
    last, *others = reversed([calls(script) for script in rule.replies])
    return [tool for tool in last if rule.after == "last" or all(tool in other for other in others)]


def calls(script: Script) -> Sequence[str]:
    return list(dict.fromkeys(call.name for call in script.tool_calls if isinstance(call.name, str)))


def stays(when: Conditions) -> bool:
    """Whether conditions hold for ever, as far as calls and results of tools go."""
    return not any(clause.field.key.startswith(MOVING) for clause in when.clauses) and about(when).holds(returned(""))


def waits(when: Conditions) -> bool:
    """Whether conditions hold only when a tool has returned something."""
    asked = about(when)
    return bool(asked.clauses) and not asked.holds(subject())


def about(when: Conditions) -> Conditions:
    """What conditions ask about results of which it is known what they are."""
    return Conditions({}, [clause for clause in when.clauses if clause.field.key in KNOWN])


def takes(waiting: Conditions, asked: Conditions) -> bool:
    """Whether one rule, but for what it asks about results and steps, takes all requests of the other."""
    rest = [clause for clause in waiting.clauses if not clause.field.key.startswith(OF_RESULTS)]
    return shadows(Conditions({}, rest), asked)


def returned(tool: str) -> Subject:
    """A request with a tool's result."""
    call = ToolCall(id="call", name=tool, arguments="{}")
    return subject(Message(role="assistant", tool_calls=(call,)), Message(role="tool", tool_call_id="call"))


def subject(*more: Message) -> Subject:
    request = Request(dialect="", level="contract", model="", asked_model="", messages=(Message(role="user"), *more))
    return Subject(request, Incoming(method="POST", path="", query="", headers={}, body=b"", level="contract"))
