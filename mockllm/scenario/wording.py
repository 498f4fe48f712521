"""Says in plain words what is wrong with a value of a scenario file: the value, and what would be right."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_origin

from pydantic import BaseModel

from mockllm.core import Fault
from mockllm.wire import did_you_mean

from .file_models import ConversationEntry, DefaultsEntry, LimitEntry, RuleEntry, ScenarioFile
from .misplaced import elsewhere
from .reply_models import (
    CallEntry,
    ErrorEntry,
    GeneratedReasoning,
    GenerateEntry,
    PaceEntry,
    Percentiles,
    ReplyEntry,
    TimedReply,
    TurnEntry,
    UsageEntry,
    WordsEntry,
)
from .shape import arms, bare, called, is_union, keys, shape_at, shortened, told, words
from .yaml_traps import OLD_BOOLEANS

OWNERS: Mapping[type[BaseModel], str] = {
    ScenarioFile: "a scenario file",
    DefaultsEntry: "defaults",
    RuleEntry: "a rule",
    ConversationEntry: "a conversation",
    LimitEntry: "a limit",
    ReplyEntry: "a reply",
    TimedReply: "a reply",
    TurnEntry: "a turn",
    CallEntry: "a tool call",
    ErrorEntry: "an error",
    PaceEntry: "a pace",
    Percentiles: "ttft",
    GenerateEntry: "generate",
    GeneratedReasoning: "reasoning",
    WordsEntry: "a choice",
    UsageEntry: "usage",
}
ITEMS: Mapping[str, str] = {
    "`tool_calls`": "as in `- get_weather: {city: Oslo}`",
    "`rules`": "as in `- reply: Hello`",
    "`turns`": "as in `- reply: Hello`",
    "`replies`": "as in `- Hello`",
}
CONDITIONS = ("model", "user", "system", "tools", "tool_result", "has_tool_result", "header", "turn", "step")


def sentence(model: type[BaseModel], fault: Fault) -> str:
    """Says what is wrong, as the model sees it; the place is told beside it."""
    key = f"`{fault.loc[-1]}`" if fault.loc and isinstance(fault.loc[-1], str) else "this item"
    if fault.kind in ("too_short", "string_too_short"):
        return f"{key} may not be empty"
    if fault.kind == "extra_forbidden":
        return unknown_key(shape_at(model, fault.branches[:-1]), str(fault.loc[-1]), value=fault.value)
    if fault.kind == "missing":
        return f"{owner(shape_at(model, fault.branches[:-1]))} needs a key {key}"
    if fault.value is None:
        return f"{key} is empty; write a value, and indent what belongs to it"
    kind = shape_at(model, fault.branches)
    if fault.kind in ("said", "said_type"):
        return f"{key}: {shown(fault.value)} is {fault.context['said']}"
    if fault.kind == "literal_error":
        return (
            f"{key}: {shown(fault.value)} is not known; {choice(fault.value, union_words(model, fault) or words(kind))}"
        )
    if fault.kind.endswith("_type"):
        return f"{key} has to be {wanted(model, fault)}, and is {told(fault.value)}{hint(fault.value, kind, key)}"
    return f"{key}: {shown(fault.value)} is wrong; {bound(fault)}"


def unknown_key(kind: Any, key: str, known: Iterable[str] | None = None, value: Any = None) -> str:
    """Says which key may have been meant, or where it belongs, or which keys there are."""
    names = list(known if known is not None else keys(kind))
    said = f"`{key}` is no key of {owner(kind)}"
    if (place := elsewhere(kind, key, value)) is not None:
        return f"{said}; {place}"
    if key.startswith("-"):
        return f"{said}; write a space after the hyphen that begins an item of a list: `- {key[1:]}: …`"
    meant = did_you_mean(key, names)
    if meant is not None:
        return f"{said}; did you mean `{meant}`?"
    before, colon, _ = key.partition(":")
    if colon and before in names:
        return f"{said}; write a space after the colon, as in `{before}: …`"
    if " " in key:
        return f"{said}; put the whole text in quotes if it is one that holds a colon"
    if kind is RuleEntry and key in CONDITIONS:
        return f"{said}; it belongs under `when:`, indented more than it"
    if kind in (RuleEntry, ScenarioFile) and key in keys(ReplyEntry):
        return f"{said}; it belongs under `reply:`, indented more than it"
    if kind is ReplyEntry and key in keys(RuleEntry):
        return f"{said} but of a rule; indent it like `reply:`"
    return f"{said}, which has {', '.join(names)}"


def owner(kind: Any) -> str:
    return OWNERS.get(kind, "this mapping")


def shown(value: Any) -> str:
    return shortened(value) if isinstance(value, str) else told(value).partition(" (")[0]


def choice(value: Any, choices: tuple[Any, ...]) -> str:
    names = ["true" if word is True else str(word) for word in choices]
    meant = did_you_mean(value, names) if isinstance(value, str) else None
    return f"did you mean {meant}?" if meant else there_is(names)


def there_is(names: Sequence[str]) -> str:
    if len(names) < 2:
        return f"there is {' and '.join(names)}"
    return f"there are {', '.join(names[:-1])} and {names[-1]}"


def union_words(model: type[BaseModel], fault: Fault) -> tuple[Any, ...]:
    """The words of all arms of the union that the fault is in; what is wrong is only told of one."""
    union = shape_at(model, fault.branches[:-1])
    if not is_union(union):
        return ()
    return tuple(word for _, member in arms(union) for word in words(bare(member)))


def wanted(model: type[BaseModel], fault: Fault) -> str:
    union = shape_at(model, fault.branches[:-1])
    if is_union(union) and fault.branches != fault.loc:
        return " or ".join(name for name, _ in arms(union))
    return called(shape_at(model, fault.branches))


def hint(value: Any, kind: Any, key: str = "") -> str:
    if get_origin(kind) is list and not isinstance(value, list):
        return f"; begin each item of the list with a hyphen, {ITEMS.get(key, 'as in `- …`')}"
    if isinstance(value, list) and key == "`reply`":
        return "; several answers, one after the other, are `replies`"
    if isinstance(value, list) and key in ("`when`", "`expect`"):
        return (
            "; write a rule for each of its items, or one mapping in which a field says any_of,"
            " as in {user: {any_of: [hi, hello]}}"
        )
    if isinstance(value, (dict, list)) and key == "`content`":
        return "; a JSON value goes under `json`"
    if kind is bool and isinstance(value, str) and value in OLD_BOOLEANS:
        return f"; in YAML 1.2 {value} is a text: write {OLD_BOOLEANS[value]}"
    if kind is str and isinstance(value, (bool, int, float)):
        return "; put it in quotes"
    if isinstance(value, str) and ":" in value and ": " not in value:
        return "; write a space after a colon"
    if isinstance(value, str) and kind in (int, float):
        return "; write it without quotes, if it is one"
    return ""


def bound(fault: Fault) -> str:
    """What the value has to be like."""
    context = fault.context
    match fault.kind:
        case "greater_than_equal":
            return f"it has to be at least {context['ge']:.10g}"
        case "greater_than":
            return f"it has to be more than {context['gt']:.10g}"
        case "less_than_equal":
            return f"it has to be at most {context['le']:.10g}"
        case "finite_number":
            return "it has to be finite"
    return fault.message[:1].lower() + fault.message[1:]
