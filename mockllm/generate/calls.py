"""Which functions a cooperative model calls at this point of a conversation, and what it takes arguments from.

`auto` calls what the last user message asks for (`concern`) and was not called since, a function once for each of the
things the message wants it for (`several`); then it answers in words, so an agent's loop ends. `required` does the
same, then goes on to functions that were not called yet, an agent's output function before others that the message
does not even touch; when all were called, to the output function, else to the one called least. Without parallel calls
it is one call at a time, the first that is left. A function that the request names is called once, as services do it.
(Fireworks reference, `tool_choice`, `parallel_tool_calls`; where it leaves the model free, this is mockllm's own rule.)
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, assert_never

from mockllm.core import Request, Tool

from .concern import Concern, concerns, follows_up, likeliest, pointed_at, touched
from .profile import ends_a_task
from .several import Target, leaves, targets
from .sources import for_call
from .turn import Turn, read_value
from .wish import Wish

MOST_STEPS = 8
"""After how many answers with calls, since the user's last message, `auto` answers in words."""


class Want(NamedTuple):
    """A function that is wanted: for which part of the message, what its other parts are, and for which of several
    things."""

    tool: Tool
    part: str
    others: Sequence[str] = ()
    about: Any = None


def wishes(request: Request, turn: Turn, most_steps: int = MOST_STEPS) -> tuple[Wish, ...]:
    """Returns the calls a request shall be answered with; none where it shall be answered in words."""
    choice, tools = request.tool_choice, request.tools
    match choice.mode:
        case "none":
            wanted: Sequence[Want] = ()
        case "named":
            wanted = [_next(turn, tool) for tool in tools if tool.name == choice.name][:1]
        case "auto":
            wanted = _asked_for(turn, tools) if turn.steps < most_steps else ()
        case "required":
            wanted = _demanded(turn, tools) if tools else ()
        case mode:
            assert_never(mode)
    if not request.parallel_tool_calls:
        wanted = wanted[:1]
    return tuple([Wish(tool, for_call(turn, tool, part, others), about) for tool, part, others, about in wanted])


def _asked_for(turn: Turn, tools: Sequence[Tool]) -> Sequence[Want]:
    """What the message asks for and nobody has called for it; a result of nobody knows what is taken for all of it."""
    called = turn.called
    if "" in called:
        return ()
    asked = concerns(turn.asked, tools)
    if not asked and follows_up(turn.asked):
        asked = tuple([Concern(tool, turn.asked) for tool in tools if tool.name in turn.called_before])
    fresh = list(_fresh(turn, asked))
    return [want for want in fresh if not ends_a_task(want.tool)] or fresh[:1]


def _fresh(turn: Turn, asked: Sequence[Concern]) -> Iterator[Want]:
    """What is left of what is asked for: functions that were not called, and things they were not called for."""
    for tool in {concern.tool.name: concern.tool for concern in asked}.values():
        parts = [concern.part for concern in asked if concern.tool is tool]
        others = [concern.part for concern in asked if concern.tool is not tool]
        several = _left(turn, tool, parts)
        if several is None and tool.name not in turn.called:
            pointed = pointed_at(tool, parts[0])
            yield Want(tool, pointed, [*(parts if pointed != parts[0] else parts[1:]), *others])
        for value, text in several or ():
            leads = [part.removesuffix(pointed_at(tool, part)) for part in parts]
            yield Want(tool, text, [*[lead for lead in leads if lead not in text], *others], value)


def _left(turn: Turn, tool: Tool, parts: Sequence[str]) -> Sequence[Target] | None:
    """The things a function was not called for yet, None where it is not wanted for several."""
    wanted = targets(tool, parts)
    if not wanted:
        return None
    if turn.called[tool.name] >= len(wanted):
        return ()
    calls = [read_value(call.arguments) for call in turn.calls if call.name == tool.name]
    said = {str(value).casefold() for arguments in calls for _, value, _ in leaves(arguments)}
    return [target for target in wanted if str(target.value).casefold() not in said]


def _next(turn: Turn, tool: Tool) -> Want:
    """A function that has to be called, for the next of several things if there is one left."""
    for value, text in _left(turn, tool, [turn.asked]) or ():
        return Want(tool, text, about=value)
    return Want(tool, turn.asked)


def _demanded(turn: Turn, tools: Sequence[Tool]) -> Sequence[Want]:
    """What is called where something has to be."""
    asked = _asked_for(turn, tools)
    if asked:
        return asked
    called = turn.called
    fresh = [tool for tool in tools if tool.name not in called]
    near = [] if called else touched(turn.asked, [tool for tool in fresh if not ends_a_task(tool)])
    for left in (near, list(filter(ends_a_task, fresh)), fresh, list(filter(ends_a_task, tools))):
        if left:
            return [Want(likeliest(turn.asked, left), turn.asked)]
    return [Want(min(tools, key=lambda tool: called[tool.name]), turn.asked)]
