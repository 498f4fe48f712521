"""What came of a request, as the one who sent it sees it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from orders import UNNOTICED, WHOLE


@dataclass(frozen=True)
class Seen:
    """An exception, if there was one, and what had come until then."""

    error: str | None = None
    status: int | None = None
    text: str = ""
    calls: tuple[str, ...] = ()
    finishes: tuple[str, ...] = ()
    instead: str | None = None
    """The type of what came in place of an answer."""
    exception: Exception | None = field(default=None, compare=False, repr=False)

    def verdict(self, plain: "Seen") -> str:
        """The exception, or whether it is the answer that would have come without a fault."""
        return self.error or (WHOLE if self == plain else UNNOTICED)


class Notes:
    """Gathers what comes, so that it is not lost when something breaks."""

    def __init__(self) -> None:
        self._seen = Seen()
        self._calls: dict[int, str] = {}

    def chunk(self, chunk: Any) -> None:
        """Notes a chunk of a stream."""
        for choice in chunk["choices"]:
            self._choice(choice["delta"], choice["finish_reason"])

    def answer(self, answer: Any) -> None:
        """Notes a whole answer, or what came in its place."""
        if not isinstance(answer, dict):
            self._seen = replace(self._seen, instead=type(answer).__name__)
            return
        for choice in answer["choices"]:
            self._choice(choice["message"], choice["finish_reason"])

    def of(self, ask: Callable[["Notes"], None]) -> Seen:
        """Asks, and returns all that came of it."""
        error: Exception | None = None
        try:
            ask(self)
        except Exception as caught:  # noqa: BLE001 - whatever a client raises is what we want to know
            error = caught
        seen = replace(self._seen, calls=tuple(self._calls.values()))
        return seen if error is None else replace(seen, error=name(error), status=status(error), exception=error)

    def _choice(self, said: Any, finish: str | None) -> None:
        seen = replace(self._seen, text=self._seen.text + (said.get("content") or ""))
        self._seen = seen if finish is None else replace(seen, finishes=(*seen.finishes, finish))
        for place, call in enumerate(said.get("tool_calls") or []):
            function, index = call["function"], call.get("index", place)
            begun = self._calls.get(index, "")
            named = f"{function['name']} " if function.get("name") and not begun else ""
            self._calls[index] = begun + named + (function.get("arguments") or "")


def name(error: Exception) -> str:
    """The exception's class as a program would import it."""
    kind = type(error)
    return f"{kind.__module__.partition('.')[0]}.{kind.__qualname__}"


def status(error: Exception) -> int | None:
    """The status of the response that was an error."""
    response = getattr(error, "response", None)
    return None if response is None else int(response.status_code)
