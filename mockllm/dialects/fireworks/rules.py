"""The rules that one field's schema cannot hold, each reported at one place.

A rule reads the raw body and need not be afraid of it: it is skipped where a field it reads failed already, and what
it says about a place that failed is dropped. The reference's own rules hold at `live` too; those nobody saw the real
service apply, and mockllm added since breaking them is always a mistake, hold at `contract` alone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from mockllm.core import Fault, Level

from . import conversation, formats, reasoning, tools, unusable

Check = Callable[[Mapping[str, Any]], Iterable[Fault]]

MAX_STOPS = 4
MAX_LOGPROBS = 5
MAX_TOKEN_ID_DIGITS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A check that runs where a body has the field `at`; `reads` are the fields it relies on."""

    at: str
    check: Check
    reads: tuple[str, ...] = ()


def broken(body: Mapping[str, Any], level: Level, failed: Sequence[Fault]) -> list[Fault]:
    """Returns what the rules say against a body whose fields failed as given."""
    places = Places([fault.loc for fault in failed])
    found: list[Fault] = []
    for rule in [rule for rule in RULES[level] if rule.at in body]:
        if failed and any(places.clash((name,)) for name in rule.reads):
            continue
        said = rule.check(body)
        found += [fault for fault in said if not places.clash(fault.loc)] if failed else said
    return found


class Places:
    """Places in a body, of which there may be many."""

    def __init__(self, places: Iterable[tuple[str | int, ...]]) -> None:
        self._places = set(places)
        self._above = {place[:depth] for place in self._places for depth in range(len(place))}

    def clash(self, place: tuple[str | int, ...]) -> bool:
        """Whether a place is one of these, lies in one, or holds one."""
        return place in self._above or any(place[:depth] in self._places for depth in range(len(place) + 1))


def _max_tokens_twice(body: Mapping[str, Any]) -> Iterator[Fault]:
    value = body["max_completion_tokens"]
    if value is not None and body.get("max_tokens") is not None:
        yield Fault(
            loc=("max_completion_tokens",),
            kind="value_error",
            message="max_completion_tokens cannot be specified together with max_tokens",
            value=value,
        )


def _too_many_stops(body: Mapping[str, Any]) -> Iterator[Fault]:
    value = body["stop"]
    if isinstance(value, list) and len(value) > MAX_STOPS:
        yield Fault(
            loc=("stop",),
            kind="too_long",
            message=f"List should have at most {MAX_STOPS} items after validation, not {len(value)}",
            value=value,
            context={"field_type": "List", "max_length": MAX_STOPS, "actual_length": len(value)},
        )


def _logprobs_range(body: Mapping[str, Any]) -> Iterator[Fault]:
    value = body["logprobs"]
    if isinstance(value, int | float) and not isinstance(value, bool) and not 0 <= value <= MAX_LOGPROBS:
        yield Fault(
            loc=("logprobs",),
            kind="value_error",
            message=f"logprobs must be between 0 and {MAX_LOGPROBS}: {int(value)}",
            value=value,
        )


def _top_logprobs_alone(body: Mapping[str, Any]) -> Iterator[Fault]:
    value = body["top_logprobs"]
    asked = body.get("logprobs")
    if value is not None and (asked is None or asked is False):
        yield Fault(
            loc=("top_logprobs",), kind="value_error", message="top_logprobs requires logprobs to be set", value=value
        )


def _token_ids(body: Mapping[str, Any]) -> Iterator[Fault]:
    bias = body["logit_bias"]
    for token in bias if isinstance(bias, dict) else ():
        if not (token.isascii() and token.isdigit() and len(token) <= MAX_TOKEN_ID_DIGITS):
            yield Fault(
                loc=("logit_bias", token),
                kind="int_parsing",
                message="Input should be a valid integer, unable to parse string as an integer",
                value=token,
            )


_EVERYWHERE = (
    Rule(at="tools", check=tools.bad_parameters),
    Rule(at="functions", check=tools.bad_function_parameters),
    Rule(at="tool_choice", check=tools.impossible_choice, reads=("tool_choice",)),
    Rule(at="function_call", check=tools.impossible_call, reads=("function_call",)),
    Rule(at="response_format", check=formats.incomplete, reads=("response_format",)),
    Rule(at="max_completion_tokens", check=_max_tokens_twice, reads=("max_tokens", "max_completion_tokens")),
    Rule(at="stop", check=_too_many_stops, reads=("stop",)),
    Rule(at="top_logprobs", check=_top_logprobs_alone, reads=("logprobs", "top_logprobs")),
    Rule(at="logit_bias", check=_token_ids),
    Rule(at="reasoning_effort", check=reasoning.bad_effort, reads=("reasoning_effort",)),
    Rule(at="reasoning_history", check=reasoning.bad_history, reads=("reasoning_history",)),
    Rule(at="thinking", check=reasoning.bad_thinking, reads=("thinking", "reasoning_effort")),
)
_CONTRACT_ALONE = (
    Rule(at="messages", check=conversation.unsound),
    Rule(at="tools", check=tools.repeated_tools),
    Rule(at="functions", check=tools.repeated_functions),
    Rule(at="tools", check=unusable.bad_tools),
    Rule(at="functions", check=unusable.bad_functions),
    Rule(at="response_format", check=unusable.bad_format, reads=("response_format",)),
)
_LIVE_ALONE = (
    Rule(at="messages", check=conversation.bad_call_types),
    Rule(at="tools", check=partial(unusable.bad_tools, words=unusable.not_understood)),
    Rule(at="functions", check=partial(unusable.bad_functions, words=unusable.not_understood)),
    Rule(at="response_format", check=formats.unknown_type, reads=("response_format",)),
    Rule(at="response_format", check=formats.with_tools, reads=("response_format", "tools", "functions")),
    Rule(at="response_format", check=formats.not_understood, reads=("response_format",)),
    Rule(
        at="response_format",
        check=partial(unusable.bad_format, words=unusable.not_understood),
        reads=("response_format",),
    ),
    Rule(at="logprobs", check=_logprobs_range, reads=("logprobs",)),
)

RULES: Mapping[Level, tuple[Rule, ...]] = {
    "contract": (*_EVERYWHERE, *_CONTRACT_ALONE),
    "live": (*_EVERYWHERE, *_LIVE_ALONE),
    "lenient": (),
}
