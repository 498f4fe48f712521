"""Whether an answer of the mock agrees with its request and with itself; used where the requests are made up."""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from answer_laws import broken
from asgi_client import Got
from fuzz_bodies import json_of
from openapi_documents import json_validator, validator
from story import Story, WrongFormError, differences, read_stream, read_whole, strict_json

from mockllm.dialects.gateway.query import first
from mockllm.wire import read_json

CHAT = "/chat/completions"
JSON_TYPES = ("application/json", "application/json; charset=utf-8")
BULKY_BYTES = 40_000
"""Of larger bodies not every fault is reported, and to compare them with the schema would take seconds."""

NO_SCHEMA_SAYS = frozenset({"value_error", "extra_forbidden", "json_invalid", "missing", "string_type", "dict_type"})
"""The kinds of Fireworks' faults that may lie between fields; all others the schema knows too."""

SCHEMA_SAYS = re.compile(
    r"is required|must have at (?:least|most)|must be 1 to 64"
    r"|must be (?:a string|an integer|a number|a boolean|an array|an object|at least|at most|')(?!.*null only)"
)
"""How the gateway words faults that the schema knows too."""

Place = tuple[str | int, ...]


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """A request to a chat path, and its answer; `max_work` is the server's setting."""

    dialect: str
    level: str
    body: bytes
    got: Got
    query: str = ""
    max_work: int


def problems(exchange: Exchange) -> Iterator[str]:
    """Yields whatever is wrong with an exchange."""
    try:
        yield from _problems(exchange)
    except WrongFormError as wrong:
        yield str(wrong)


def _problems(exchange: Exchange) -> Iterator[str]:
    got = exchange.got
    yield from whole_response(got)
    if got.status == 200:
        body = json_of(exchange.body)
        provider = first(exchange.query, "provider")
        if body is not None:
            yield from broken(exchange.dialect, exchange.level, body, provider, story(exchange), exchange.max_work)
        else:
            story(exchange)
    else:
        yield from refused(exchange)
    if exchange.level == "contract" and len(exchange.body) < BULKY_BYTES:
        yield from as_documented(exchange)


def whole_response(got: Got) -> Iterator[str]:
    """It came to its end, with the headers it needs."""
    if not got.complete:
        yield "never ended"
    if "content-length" in got.headers and got.headers["content-length"] != str(len(got.body)):
        yield f"content-length {got.headers['content-length']}, but {len(got.body)} bytes"
    if "date" not in got.headers or "content-type" not in got.headers:
        yield f"headers lack something: {got.headers}"
    if got.status >= 500:
        yield f"status {got.status}: {got.text}"


def story(exchange: Exchange) -> Story:
    """What the answer tells."""
    kind = exchange.got.headers["content-type"]
    if kind.startswith("text/event-stream"):
        return read_stream(exchange.dialect, exchange.got)
    if kind not in JSON_TYPES:
        raise WrongFormError(f"content-type {kind!r}")
    return read_whole(exchange.dialect, exchange.got)


def told_twice(one: Exchange, other: Exchange) -> Iterator[str]:
    """A stream and a whole answer to the same request tell the same story."""
    try:
        yield from differences(story(one), story(other))
    except WrongFormError as wrong:
        yield str(wrong)


def refused(exchange: Exchange) -> Iterator[str]:
    """A refusal has a shape that the document declares for its status, and points into the body."""
    got, dialect = exchange.got, exchange.dialect
    body = strict_json(got.body)
    shape = json_validator(dialect, CHAT, "post", got.status)
    if shape is None:
        yield f"status {got.status} is not documented: {got.text[:200]}"
    else:
        yield from (f"{error.message} in {got.text[:200]}" for error in shape.iter_errors(body))
    streams = dialect == "gateway" and exchange.level == "live"
    if got.headers["content-type"] not in JSON_TYPES and not streams:
        yield f"content-type {got.headers['content-type']!r}"
    if got.status == 422 and len(exchange.body) < BULKY_BYTES:
        yield from misplaced(exchange.body, body["detail"])


def misplaced(data: bytes, entries: list[dict[str, Any]]) -> Iterator[str]:
    """Every entry of a 422 leads into the body, to the value it shows, and no two say the same of one place."""
    body, unreadable = read_json(data)
    seen = [(json.dumps(entry["loc"]), entry["type"]) for entry in entries]
    if len(set(seen)) != len(seen):
        yield f"said twice: {seen}"
    for entry in entries:
        start, *steps = entry["loc"]
        if start != "body":
            yield f"loc does not begin with body: {entry}"
        elif entry["type"] == "json_invalid" and unreadable is not None:
            if len(steps) != 1 or not 0 <= steps[0] <= len(data):
                yield f"no byte of the body: {entry}"
        elif steps:
            yield from _leads_nowhere(body, steps, entry)


def _leads_nowhere(body: Any, steps: list[Any], entry: dict[str, Any]) -> Iterator[str]:
    *way, last = steps
    parent = body
    for step in way:
        try:
            parent = parent[step]
        except (KeyError, IndexError, TypeError):
            yield f"leads nowhere: {entry['loc']}"
            return
    if entry["type"] == "missing":
        if not isinstance(parent, dict) or parent.get(last):
            yield f"is not missing: {entry['loc']}"
    elif not isinstance(parent, dict | list) or (
        last not in parent if isinstance(parent, dict) else last >= len(parent)
    ):
        yield f"leads nowhere: {entry['loc']}"
    elif entry["input"] not in (_shown(parent[last]), last):
        yield f"shows {entry['input']!r}, there is {parent[last]!r}"


def _shown(value: Any) -> Any:
    """A value as JSON can show it: a number that Python reads as infinite is null."""
    if isinstance(value, float) and math.isinf(value):
        return None
    if isinstance(value, list):
        return [_shown(item) for item in value]
    return {key: _shown(item) for key, item in value.items()} if isinstance(value, dict) else value


def as_documented(exchange: Exchange) -> Iterator[str]:
    """What the schema refuses is refused; what it allows is accepted, unless its fields contradict each other."""
    body, unreadable = read_json(exchange.body)
    status = exchange.got.status
    if unreadable is not None:
        if status == 200:
            yield f"accepted, though unreadable: {unreadable}"
        return
    errors = list(validator(exchange.dialect, "ChatRequest").iter_errors(body))
    if status == 200 and errors:
        yield f"accepted against the schema: {[(list(error.absolute_path), error.message) for error in errors][:3]}"
    elif status == 422:
        entries = json.loads(exchange.got.body)["detail"]
        yield from _told_apart(entries, [tuple(error.absolute_path) for error in errors])
    elif status == 400 and not errors and exchange.dialect == "gateway":
        said = exchange.got.text
        if SCHEMA_SAYS.search(said):
            yield f"refused, though the schema allows it: {said}"


def _told_apart(entries: list[dict[str, Any]], places: list[Place]) -> Iterator[str]:
    """Every place the schema complains of is told of, and all that is told but contradictions the schema knows too."""
    for entry in entries:
        if entry["type"] not in NO_SCHEMA_SAYS and not any(_clash(tuple(entry["loc"][1:]), place) for place in places):
            yield f"refused, though the schema allows it: {entry}"
    for place in places:
        if not any(_clash(tuple(entry["loc"][1:]), place) for entry in entries):
            yield f"not told of: {place}"


def _clash(one: Place, other: Place) -> bool:
    """Whether one place is the other, or lies in it."""
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]
