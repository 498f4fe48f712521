"""What the values of a call or of a JSON answer are taken from: the conversation, its most telling part first."""

from collections.abc import Sequence
from typing import Any

from mockllm.core import Tool

from .hints import for_next_call, for_result
from .profile import ends_a_task
from .report import facts_of
from .turn import Turn

READ_CHARACTERS = 4000


def for_call(turn: Turn, tool: Tool, part: str, parts: Sequence[str]) -> str:
    """What a call's arguments are taken from: the `part` of the message that asks for it, then the others' `parts`.

    An agent's output function hands over what was found, so for it the results come first.
    """
    if turn.results and ends_a_task(tool):
        return for_answer(turn, tool.parameters)
    others = [other for other in parts if other != part]
    return _joined([part, *others, for_next_call(turn.results), *turn.earlier], part)


def for_answer(turn: Turn, schema: Any) -> str:
    """What an answer of a form is taken from: the results, if there are any, then the messages, the last one first."""
    found = [for_result(turn.results, facts_of(turn.results), schema)] if turn.results else []
    return _joined([*found, turn.asked, *turn.earlier], turn.asked)


def _joined(texts: Sequence[str], asked: str) -> str:
    """The texts, a line each, as far as there is room; what cannot be written as UTF-8 is left out.

    What is asked comes last once more where anything stands behind it, since a text's last sentence counts for more.
    """
    kept = [text for text in texts if text]
    found: list[str] = []
    room = READ_CHARACTERS
    for text in kept if kept[-1:] == [asked] else (*kept, asked):
        found.append(text[:room])
        room -= len(found[-1])
        if room <= 0:
            break
    return "\n".join(found).encode(errors="ignore").decode()
