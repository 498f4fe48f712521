"""A request as the rules of a scenario look at it: as it is now, or as it was when its conversation began."""

from dataclasses import replace
from functools import cached_property
from typing import Literal, NamedTuple

from mockllm.core import Incoming, Request
from mockllm.matching import Subject

Start = Literal["first_user", "last_user"]


class Beginning(NamedTuple):
    """A conversation as it began, and how often the model has answered since."""

    subject: Subject
    answers: int


class Views:
    """What is looked at, each view made when it is first asked for."""

    def __init__(self, request: Request, incoming: Incoming) -> None:
        self._request = request
        self._incoming = incoming
        self.now = Subject(request, incoming)

    def beginning(self, start: Start) -> Beginning | None:
        """Returns the conversation as it was at its first, or its latest, user message; None without any."""
        return self._first if start == "first_user" else self._last

    @cached_property
    def _first(self) -> Beginning | None:
        return self._at(next((place for place in self._users), None))

    @cached_property
    def _last(self) -> Beginning | None:
        return self._at(self._users[-1] if self._users else None)

    @cached_property
    def _users(self) -> list[int]:
        return [place for place, message in enumerate(self._request.messages) if message.role == "user"]

    def _at(self, place: int | None) -> Beginning | None:
        if place is None:
            return None
        messages = self._request.messages
        answers = sum(message.role == "assistant" for message in messages[place + 1 :])
        if place + 1 == len(messages):
            return Beginning(self.now, answers)
        begun = replace(self._request, messages=messages[: place + 1])
        return Beginning(Subject(begun, self._incoming, self.now.budget), answers)
