"""Which functions a cooperative model calls at this point of a conversation, and what it takes arguments from.

`auto` calls what the last user message asks for (`concern`) and was not called since; then it answers in words, so an
agent's loop ends. `required` does the same, then goes on to functions that were not called yet, an agent's output
function before others that the message does not even touch; when all were called, to the output function, else to the
one called least. With parallel calls several functions are called at once where the message asks for several, each
once. (Fireworks reference, `tool_choice`, `parallel_tool_calls`; where it leaves the model free, this is mockllm's own
rule.)
"""

from collections.abc import Sequence
from typing import NamedTuple, assert_never

from mockllm.core import Request, Tool

from .concern import Concern, concerns, follows_up, likeliest, touched
from .profile import ends_a_task
from .sources import for_call
from .turn import Turn

MOST_STEPS = 8
"""After how many answers with calls, since the user's last message, `auto` answers in words."""


class Wish(NamedTuple):
    """A function to be called, and the text its arguments may be taken from, the most telling part first."""

    tool: Tool
    source: str


def wishes(request: Request, turn: Turn, most_steps: int = MOST_STEPS) -> tuple[Wish, ...]:
    """Returns the calls a request shall be answered with; none where it shall be answered in words."""
    choice, tools = request.tool_choice, request.tools
    match choice.mode:
        case "none":
            wanted: Sequence[Concern] = ()
        case "named":
            wanted = [Concern(tool, turn.asked) for tool in tools if tool.name == choice.name][:1]
        case "auto":
            wanted = _asked_for(turn, tools) if turn.steps < most_steps else ()
        case "required":
            wanted = _demanded(turn, tools) if tools else ()
        case mode:
            assert_never(mode)
    if not request.parallel_tool_calls:
        wanted = wanted[:1]
    parts = [concern.part for concern in wanted]
    return tuple([Wish(tool, for_call(turn, tool, part, parts)) for tool, part in wanted])


def _asked_for(turn: Turn, tools: Sequence[Tool]) -> Sequence[Concern]:
    """What the message asks for and nobody has called for it; a result of nobody knows what is taken for all of it."""
    called = turn.called
    if "" in called:
        return ()
    asked = concerns(turn.asked, tools)
    if not asked and follows_up(turn.asked):
        asked = tuple([Concern(tool, turn.asked) for tool in tools if tool.name in turn.called_before])
    fresh = [concern for concern in asked if concern.tool.name not in called]
    return [concern for concern in fresh if not ends_a_task(concern.tool)] or fresh[:1]


def _demanded(turn: Turn, tools: Sequence[Tool]) -> Sequence[Concern]:
    """What is called where something has to be."""
    asked = _asked_for(turn, tools)
    if asked:
        return asked
    called = turn.called
    fresh = [tool for tool in tools if tool.name not in called]
    near = [] if called else touched(turn.asked, [tool for tool in fresh if not ends_a_task(tool)])
    for left in (near, list(filter(ends_a_task, fresh)), fresh, list(filter(ends_a_task, tools))):
        if left:
            return [Concern(likeliest(turn.asked, left), turn.asked)]
    return [Concern(min(tools, key=lambda tool: called[tool.name]), turn.asked)]
