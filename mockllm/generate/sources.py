"""What the values of a call or of a JSON answer are taken from: the conversation, its most telling part first."""

from collections.abc import Sequence
from typing import Any

from mockllm.core import Tool

from .hints import for_next_call, for_result
from .profile import ends_a_task
from .report import facts_of
from .turn import Turn

READ_CHARACTERS = 4000
READ_OF_RESULTS = 3000
MOST_EARLIER = 6
"""How many earlier messages are asked one after the other; those before them are one text."""

Source = tuple[str, ...]
"""Texts to take values from; one is asked only for what those before it do not give."""


def for_call(turn: Turn, tool: Tool, part: str, others: Sequence[str]) -> Source:
    """What a call's arguments are taken from: the `part` of the message that asks for it, then the `others` of it.

    An agent's output function hands over what was found, so for it the results come first.
    """
    if turn.results and ends_a_task(tool):
        return for_answer(turn, tool.parameters)
    return _bounded([part, *others, for_next_call(turn.results), *_earlier(turn)])


def for_answer(turn: Turn, schema: Any) -> Source:
    """What an answer of a form is taken from: the results, if there are any, with what was asked, then what was before.

    What was asked comes behind the results, since a text's last sentence counts for more.
    """
    found = for_result(turn.results, facts_of(turn.results), schema) if turn.results else ""
    return _bounded([f"{found[:READ_OF_RESULTS]}\n{turn.asked}" if found else turn.asked, *_earlier(turn)])


def _earlier(turn: Turn) -> list[str]:
    return [*turn.earlier[:MOST_EARLIER], "\n".join(turn.earlier[MOST_EARLIER:])]


def _bounded(texts: Sequence[str]) -> Source:
    """The texts as far as there is room; what cannot be written as UTF-8 is left out."""
    found: list[str] = []
    room = READ_CHARACTERS
    for text in texts:
        if text and room > 0:
            found.append(text[:room].encode(errors="ignore").decode())
            room -= len(text)
    return tuple(found)
