"""Regular expressions with a bound on their time."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from mockllm.errors import MatchingTimeout

from .budget import BOUND_S, TOTAL_S, Budget, elapsed
from .operators import GAP, Contains, Equals, Operator, typical
from .sound import is_sound

if TYPE_CHECKING:
    import regex

FLAGS = "imsx"
WRITTEN = re.compile(r"/(?P<pattern>.*)/(?P<flags>[A-Za-z]*)", re.DOTALL)
PLAIN = re.compile(r"(?:[\w ,'\"!:;%&=@#<>~/-]|\\[^\w\s])+")
"""Patterns that are just a text; the white space of the flag x is not among what they may hold."""


class Pattern:
    """Takes texts in which the pattern is found. `plain` is the text it looks for where it is just a text.

    What is no regex raises an error of `regex`. Of what is surely one, compiling waits until it is needed: it takes
    longest of all in large scenarios, of whose regexes most are never tried.
    """

    __match_args__ = ("pattern", "flags")
    __slots__ = ("_compiled", "flags", "pattern", "plain")

    def __init__(self, pattern: str, flags: str) -> None:
        self.pattern = pattern
        self.flags = flags
        self.plain = re.sub(r"\\(.)", r"\1", pattern) if PLAIN.fullmatch(pattern) and "x" not in flags else None
        self._compiled: regex.Pattern[str] | None = None if is_sound(pattern, flags) else self._compile()

    def accepts(self, value: Any, budget: Budget | None = None) -> bool:
        return isinstance(value, str) and self.search((value,), "", budget or Budget()) is not None

    def search(self, values: Iterable[Any], field: str, budget: Budget) -> "regex.Match[str] | None":
        """Finds the first text that has the pattern, within the time there is for all of them."""
        left = bound = budget.bound_s
        if left <= 0 and not self.plain:
            raise self._late(field, bound)
        compiled = self._compiled or self._compile()
        texts = [value for value in values if isinstance(value, str)]
        if self.plain:  # takes no time worth bounding, and the bound costs a microsecond
            return next((found for text in texts if (found := compiled.search(text)) is not None), None)
        began = elapsed()
        try:
            for text in texts:
                found = compiled.search(text, timeout=max(left, 0.001))
                if found is not None:
                    return found
                left = bound - (elapsed() - began)
        except TimeoutError:
            raise self._late(field, bound) from None
        finally:
            budget.spend(elapsed() - began)
        return None

    def covers(self, other: Operator) -> bool:
        if isinstance(other, Pattern):
            return (self.pattern, self.flags) == (other.pattern, other.flags)
        try:
            if isinstance(other, Equals):
                return self.accepts(other.value)
            example = typical(other)
            return bool(self.plain) and example is not None and GAP not in self.pattern and self.accepts(example)
        except MatchingTimeout:
            return False

    def _compile(self) -> "regex.Pattern[str]":
        import regex

        switches = {"i": regex.IGNORECASE, "m": regex.MULTILINE, "s": regex.DOTALL, "x": regex.VERBOSE}
        self._compiled = compiled = regex.compile(self.pattern, sum(switches[flag] for flag in self.flags))
        return compiled

    def _late(self, field: str, bound: float) -> MatchingTimeout:
        together = bound < BOUND_S
        return MatchingTimeout(field, str(self), TOTAL_S if together else BOUND_S, together=together)

    def __str__(self) -> str:
        return f"/{self.pattern}/{self.flags}"


def as_text(operator: Operator) -> Operator:
    """A regex that is only a text, as what it is."""
    if isinstance(operator, Pattern) and operator.plain and "i" not in operator.flags:
        return Contains(operator.plain)
    return operator


def is_written(text: str) -> bool:
    """Says whether a text is a regex between slashes, with flags or without."""
    return WRITTEN.fullmatch(text) is not None


def read_pattern(text: str) -> Pattern | str:
    """Reads `/…/flags`, or a bare pattern; a text that comes back says what is wrong."""
    between = WRITTEN.fullmatch(text)
    pattern, flags = between.group("pattern", "flags") if between else (text, "")
    if not pattern:
        return "the regex is empty; `{exists: true}` takes everything that is there"
    if unknown := sorted(set(flags) - set(FLAGS)):
        return (
            f"{text!r} reads as a regex with the unknown flag {unknown[0]!r}; the flags are i, m, s and x,"
            " and a text that begins and ends like this is written {contains: …} or {equals: …}"
        )
    pattern = pattern.replace("\\/", "/")
    try:
        return Pattern(pattern, "".join(flag for flag in FLAGS if flag in flags))
    except Exception as error:  # noqa: BLE001 - besides its own errors the library raises ValueError, OverflowError, …
        return f"the regex /{pattern}/ cannot be read: {error}"
