"""One line for each request, written without making anybody wait."""

import asyncio
from typing import TextIO

from mockllm.core import Rejection

from .visit import Visit

FLUSH_AFTER_S = 0.05
REASON_CHARACTERS = 200


class Log:
    """Gathers lines and writes them together, a moment later.

    Output that cannot be written, since its reader is gone, is dropped: a request never fails for it.
    """

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._lines: list[str] = []

    def write(self, line: str) -> None:
        """Adds a line; needs a running event loop."""
        if not self._lines:
            asyncio.get_running_loop().call_later(FLUSH_AFTER_S, self.flush)
        self._lines.append(line)

    def flush(self) -> None:
        """Writes what was gathered."""
        lines, self._lines = self._lines, []
        try:
            self._out.write("".join(f"{line}\n" for line in lines))
            self._out.flush()
        except (OSError, ValueError):  # a closed pipe, or a closed file
            return


def request_line(visit: Visit, elapsed_s: float) -> str:
    """Says what came in, what went out, and for a refusal the reason and what to change."""
    parts = [visit.method, printable(visit.path), str(visit.status or "-")]
    if elapsed_s:
        parts.append(f"{elapsed_s * 1000:.1f}ms")
    if visit.namespace:
        parts.append(f"[{printable(visit.namespace)}]")
    if visit.why is not None:
        parts.append(reason(visit.why))
        if visit.why.hint:
            parts.append(f"({visit.why.hint})")
    if visit.left:
        parts.append("the client left before the end")
    return " ".join(parts)


def reason(rejection: Rejection) -> str:
    """Returns a refusal in short: where the first fault is, and what it is."""
    if rejection.faults:
        fault = rejection.faults[0]
        place = ".".join(str(step) for step in fault.loc)
        more = len(rejection.faults) - 1
        text = f"{place}: {fault.message}" + (f" (and {more} more)" if more else "")
    else:
        text = str(rejection.detail.get("message") or rejection.code)
        if "id" in rejection.detail:
            text += f" {rejection.detail['id']}"
    return printable(text[:REASON_CHARACTERS])


def printable(text: str) -> str:
    """Escapes what would break the line, or what a terminal would obey."""
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
