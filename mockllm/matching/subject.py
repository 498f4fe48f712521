"""A request as conditions see it."""

from typing import Any

from mockllm.core import Incoming, Request

from .fields import Field


class Subject:
    """Reads each field once, when it is first asked for.

    `hits` keeps what regexes found, so that captures need not search again.
    """

    __slots__ = ("_seen", "hits", "incoming", "request")

    def __init__(self, request: Request, incoming: Incoming) -> None:
        self.request = request
        self.incoming = incoming
        self.hits: dict[object, Any] = {}
        self._seen: dict[str, tuple[Any, ...]] = {}

    def values(self, field: Field) -> tuple[Any, ...]:
        """The values a field has; none where the request lacks it."""
        found = self._seen.get(field.key)
        if found is None:
            found = self._seen[field.key] = field.read(self.request, self.incoming)
        return found
