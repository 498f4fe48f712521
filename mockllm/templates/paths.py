"""The commonest expression, a name with names behind it, filled in without Jinja: `{{ match.city }}`.

It is read as Jinja reads it, or left to Jinja: whatever is not found here, error messages too, comes from there.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .budget import Budget
from .context import CONTEXT_NAMES, Context
from .pieces import Expression
from .written import plain, write

if TYPE_CHECKING:
    from .expressions import Compiled

PATH = re.compile(r"[a-z_]+(?:\.[A-Za-z_][A-Za-z0-9_]*)*")

PLAIN = (str, int, float, Mapping, list)
"""What is written here; helpers are left to Jinja's environment."""

_NOWHERE: Any = object()


class Path:
    """A `{{ }}` that holds a path."""

    __slots__ = ("_compiled", "_keys", "_piece", "_start", "names")

    def __init__(self, piece: Expression) -> None:
        self._piece = piece
        self._start, *self._keys = piece.source.split(".")
        self._compiled: Compiled | None = None
        self.names = frozenset({self._start})

    def text(self, context: Context, budget: Budget) -> str:
        """Returns the value as it is written into a text."""
        with suppress(Exception):  # Jinja's way fails too, and tells where
            value = self._find(context)
            if value is not _NOWHERE:
                return write(value)
        return self._asked().text(context, budget)

    def plain(self, context: Context, budget: Budget) -> Any:
        """Returns the value as JSON knows it."""
        with suppress(Exception):  # as above
            value = self._find(context)
            if value is not _NOWHERE:
                return plain(value)
        return self._asked().plain(context, budget)

    def _find(self, context: Context) -> Any:
        value = context.get(self._start)
        for key in self._keys:
            if not isinstance(value, Mapping):
                return _NOWHERE
            try:
                value = value[key]
            except KeyError:
                return _NOWHERE
        return value if value is None or isinstance(value, PLAIN) else _NOWHERE

    def _asked(self) -> "Compiled":
        if self._compiled is None:
            from .expressions import compile_expression  # Jinja comes with it

            self._compiled = compile_expression(self._piece)
        return self._compiled


def path(piece: Expression) -> Path | None:
    """Returns the path an expression is, or None for any other expression."""
    if PATH.fullmatch(piece.source) and piece.source.partition(".")[0] in CONTEXT_NAMES:
        return Path(piece)
    return None
