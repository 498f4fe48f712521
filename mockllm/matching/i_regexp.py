"""The functions `match` and `search` of JSONPaths (RFC 9535, 2.4.6 and 2.4.7): I-Regexps (RFC 9485) that end."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from iregexp_check import check
from jsonpath_rfc9535.function_extensions import ExpressionType, FilterFunction

from mockllm.errors import MatchingTimeout

from .budget import BOUND_S, TOTAL_S, Budget, elapsed

if TYPE_CHECKING:
    import regex

PIECE = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|\.", re.DOTALL)
ANY = r"[^\n\r]"
"""What a full stop is (RFC 9485, 5.3)."""


class Held:
    """What the regexes of one path may take, and have taken, for all values they are held against together."""

    def __init__(self, field: str, budget: Budget) -> None:
        self.field = field
        self.budget = budget
        self.bound_s = budget.bound_s
        self.spent_s = 0.0

    def late(self, pattern: str) -> MatchingTimeout:
        together = self.bound_s < BOUND_S
        return MatchingTimeout(self.field, pattern, TOTAL_S if together else BOUND_S, together=together)

    def has(self, text: str, pattern: str, *, whole: bool) -> bool:
        """Says whether a text matches a pattern, as a whole or anywhere; what is no I-Regexp matches nothing."""
        compiled = compile_i_regexp(pattern)
        if compiled is None:
            return False
        left = self.bound_s - self.spent_s
        if left <= 0:
            raise self.late(pattern)
        began = elapsed()
        try:
            timeout = max(left, 0.001)
            found = compiled.fullmatch(text, timeout=timeout) if whole else compiled.search(text, timeout=timeout)
        except TimeoutError:
            raise self.late(pattern) from None
        finally:
            took = elapsed() - began
            self.spent_s += took
            self.budget.spend(took)
        return found is not None


CURRENT: ContextVar[Held] = ContextVar("CURRENT")
"""What the path that is looked for may take: the library hands its functions nothing but their arguments."""


@contextmanager
def searching(field: str, budget: Budget) -> Iterator[None]:
    """Within, the functions take from a budget."""
    token = CURRENT.set(Held(field, budget))
    try:
        yield
    finally:
        CURRENT.reset(token)


@lru_cache(maxsize=256)
def compile_i_regexp(pattern: str) -> "regex.Pattern[str] | None":
    """Compiles an I-Regexp; None for what is none. The same text always gives the same, so it is kept."""
    import regex

    if not check(pattern):
        return None
    try:
        return regex.compile(PIECE.sub(lambda piece: ANY if piece[0] == "." else piece[0], pattern))
    except Exception:  # noqa: BLE001 - whatever the library says of it, it matches nothing (RFC 9535, 2.4.6)
        return None


class _Function(FilterFunction):
    """One of the two; the wrong types make it false."""

    arg_types = [ExpressionType.VALUE, ExpressionType.VALUE]  # noqa: RUF012 - the library's declaration
    return_type = ExpressionType.LOGICAL

    def __init__(self, *, whole: bool) -> None:
        self._whole = whole

    def __call__(self, text: Any, pattern: Any) -> bool:
        if not isinstance(text, str) or not isinstance(pattern, str):
            return False
        return CURRENT.get().has(text, pattern, whole=self._whole)


def functions() -> Mapping[str, FilterFunction]:
    """The functions by their names."""
    return {"match": _Function(whole=True), "search": _Function(whole=False)}
