"""The answer to results of functions, in words: it says what they say, so that whoever looks for a value finds it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from .profile import label
from .topics import Topic
from .turn import Result, read_value

MOST_RESULTS = 6
MOST_FACTS = 8
MOST_ITEMS = 6
MOST_DEPTH = 3
LONGEST_VALUE = 240
LONGEST_TEXT = 600

FAILURES = ("error", "errors", "exception", "failure")
FAILING = ("error", "exception", "traceback", "failed", "failure")
ENDS = (".", "!", "?", "…", "。", "！", "？")
NOTHING: tuple[Any, ...] = (None, "", {}, [])

LEADS = ("As for {topic}", "Here is what I found for {topic}", "I looked up {topic}")
PLAIN_LEADS = ("Here is what I found", "I looked it up", "This is what came back")
OPENINGS = ("Here is what I found. ", "This is what came back. ", "")


def report(results: Sequence[Result], topics: Sequence[Topic], chance: Callable[[], float]) -> str:
    """Says what the results say; `topics` are what was asked about."""
    recent = results[-MOST_RESULTS:]
    if len(recent) == 1:
        said = _alone(recent[0], " ".join(filter(None, topics[0])) if topics else "", chance)
    else:
        said = _one_of(OPENINGS, chance) + " ".join([_beside_others(result, recent) for result in recent])
    return said.encode(errors="ignore").decode()


def facts_of(results: Sequence[Result]) -> str:
    """What results say, and nothing around it."""
    values = [read_value(result.text.strip()) for result in results[-MOST_RESULTS:]]
    return " ".join([_said(value) for value in values if value not in NOTHING])


def _alone(result: Result, topic: str, chance: Callable[[], float]) -> str:
    lead = _one_of(LEADS if topic else PLAIN_LEADS, chance).format(topic=topic)
    value = read_value(result.text.strip())
    if failure := _failure(value):
        return _failed(result, failure)
    if value in NOTHING:
        found = f"nothing to report on {topic}" if topic else "nothing to report"
        return f"The {label(result.tool)} call came back empty, so there is {found}."
    return f"{lead}: {_said(value)}"


def _beside_others(result: Result, recent: Sequence[Result]) -> str:
    value, about = read_value(result.text.strip()), label(result.tool) + _for_what(result, recent)
    if failure := _failure(value):
        return _failed(result, failure)
    return f"The {about} call came back empty." if value in NOTHING else f"From {about}: {_said(value)}"


def _for_what(result: Result, recent: Sequence[Result]) -> str:
    """Tells results of one function apart by the first argument that they differ in."""
    alike = [read_value(other.arguments) for other in recent if other is not result and other.tool == result.tool]
    given = read_value(result.arguments)
    for name, value in given.items() if alike and isinstance(given, Mapping) else ():
        differs = all(isinstance(other, Mapping) and other.get(name) != value for other in alike)
        if differs and isinstance(value, str | int | float):
            return f" for {_shortened(str(value), LONGEST_VALUE)}"
    return ""


def _said(value: Any) -> str:
    """What a value says, up to the full stop; a sentence stays one."""
    said = _shortened(value, LONGEST_TEXT) if isinstance(value, str) else _facts(value)
    return said if isinstance(value, str) and said.endswith(ENDS) else f"{said}."


def _facts(value: Any) -> str:
    if isinstance(value, Mapping):
        return _listed([fact for fact, _ in zip(_fields(value, "", 0), range(MOST_FACTS), strict=False)])
    if isinstance(value, list):
        return f"there {'is 1 result' if len(value) == 1 else f'are {len(value)} results'}: {_items(value)}"
    return _scalar(value)


def _fields(value: Mapping[str, Any], before: str, depth: int) -> Iterator[str]:
    """Says each field of an object, those of objects inside it with the outer name before theirs."""
    for key, inner in value.items():
        name = f"{before}{_spoken(key)}"
        if isinstance(inner, Mapping) and inner and depth < MOST_DEPTH:
            yield from _fields(inner, f"{name} ", depth + 1)
        elif isinstance(inner, list) and inner:
            yield f"{name}: {_items(inner)}"
        else:
            yield f"{name} is {_scalar(inner)}"


def _items(values: Sequence[Any]) -> str:
    said = [_item(value) for value in values[:MOST_ITEMS]]
    if len(values) > MOST_ITEMS:
        said.append(f"{len(values) - MOST_ITEMS} more")
    return _listed(said)


def _item(value: Any) -> str:
    if isinstance(value, Mapping) and value:
        inner = [f"{_spoken(key)} {_scalar(part)}" for key, part in list(value.items())[:MOST_FACTS]]
        return f"({', '.join(inner)})"
    return _scalar(value)


def _scalar(value: Any) -> str:
    match value:
        case _ if value in NOTHING:
            return "empty"
        case bool():
            return "true" if value else "false"
        case str():
            return _shortened(value, LONGEST_VALUE)
        case int() | float():
            return str(value)
        case _:
            return f"{len(value)} {'entry' if len(value) == 1 else 'entries'}"


def _failure(value: Any) -> str:
    """What went wrong, or "" where nothing says so."""
    if isinstance(value, Mapping):
        key = next((key for key in FAILURES if value.get(key)), None)
        if key is None:
            return ""
        said = value[key]
        if isinstance(said, Mapping):
            said = said.get("message") or said.get("detail") or said
        elif said is True:
            said = value.get("message") or value.get("detail") or "no reason was given"
        return said if isinstance(said, str) else _facts(said)
    first = value.lstrip().split(maxsplit=1)[:1] if isinstance(value, str) else []
    return value if first and first[0].lower().rstrip(":,.!") in FAILING else ""


def _failed(result: Result, reason: str) -> str:
    return f"The {label(result.tool)} call did not work: {_shortened(reason, LONGEST_TEXT).rstrip('.')}."


def _spoken(key: str) -> str:
    return " ".join(key[:LONGEST_VALUE].replace("_", " ").split()) or "value"


def _listed(said: Sequence[str]) -> str:
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"


def _shortened(text: str, most: int) -> str:
    """The text in one line, of a long one the beginning."""
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most else line[:most].rstrip() + "…"


def _one_of(texts: Sequence[str], chance: Callable[[], float]) -> str:
    return texts[int(chance() * len(texts))]
