"""Bodies to send: valid ones, valid ones with something changed at any depth, any JSON, any bytes."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from from_schema import ANY, KEYS, TEXTS, FromSchema, Json, Special, Values
from hypothesis import strategies as st
from openapi_documents import schemas

MODELS = {
    "fireworks": [
        "accounts/fireworks/models/llama-v3p3-70b-instruct", "accounts/fireworks/models/qwen3-8b", "gpt-oss-120b",
        "accounts/fireworks/models/kimi-k2-instruct-0905", "accounts/fireworks/models/minimax-m2", "someone's", "",
    ],
    "gateway": [
        "openai/gpt-4o", "groq/llama-3.3-70b-versatile", "GOOGLE/gemini-2.5-pro", "ollama/org/model", "openai/",
        "anthropic/claude", "deepseek/deepseek-reasoner",
    ],
}  # fmt: skip
CALL = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
QUESTIONS = TEXTS | st.sampled_from(
    ["Tell me about the sea.", "Write a Python function.", "List three steps.", "你好吗"]
)
PARTS = st.lists(
    st.builds(lambda text: {"type": "text", "text": text}, TEXTS)
    | st.just({"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}),
    min_size=1,
    max_size=3,
)
STOPS = st.sampled_from(["e", " ", ".", "the", "\n", ", ", "s a", "🌊", ""]) | TEXTS
STOP = STOPS | st.lists(STOPS, min_size=1, max_size=4)
MESSAGES = st.tuples(
    st.lists(st.builds(lambda text: {"role": "system", "content": text}, TEXTS), max_size=1),
    st.lists(
        st.builds(lambda text: [{"role": "user", "content": text}, {"role": "assistant", "content": "Yes."}], TEXTS)
        | st.just([{"role": "assistant", "content": None, "tool_calls": [CALL]}])
        | st.just(
            [
                {"role": "assistant", "content": "", "tool_calls": [CALL]},
                {"role": "tool", "tool_call_id": "call_1", "content": "4"},
            ]
        ),
        max_size=2,
    ),
    st.builds(lambda content: [{"role": "user", "content": content}], QUESTIONS | PARTS),
).map(lambda found: [*found[0], *(message for each in found[1] for message in each), *found[2]])
LIMITS = st.integers(0, 40)


def special(dialect: str) -> Special:
    """What a schema's own values would seldom be: models that exist, dialogues that make sense, answers soon over."""
    found: dict[tuple[str, str], Values] = {
        ("ChatRequest", "model"): st.sampled_from(MODELS[dialect]),
        ("ChatRequest", "messages"): MESSAGES,
        ("ChatRequest", "n"): st.integers(1, 3),
        ("ChatRequest", "max_tokens"): LIMITS,
        ("ChatRequest", "max_completion_tokens"): LIMITS,
        ("ChatRequest", "stop"): STOP,
    }
    return found


REQUESTS = {dialect: FromSchema(schemas(dialect), special(dialect)).named("ChatRequest") for dialect in MODELS}
"""By dialect, what its document allows; only some contradict themselves."""


def places(value: Any, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in a JSON value, the whole of it first."""
    yield place
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, (*place, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from places(item, (*place, index))


EVIL: Values = st.sampled_from([
    None, True, False, 0, -1, 1, 5, 128, 129, 10.0, 0.5, -0.0, 1e400, 2**31, 2**63, -(2**63) - 1, 10**30, 1e-320,
    "", "x", "0.5", "true", "null", "\0", "\ud800", "\ufffe", "x" * 65, "x" * 5_000, [], {}, [None], [[]], {"": None},
    {"type": "function"}, {"type": "text"}, {"type": "json_schema"}, {"role": "user"}, "required", "developer",
])  # fmt: skip
NAMES = st.sampled_from([
    "type", "name", "content", "function", "role", "index", "tool_calls", "tool_call_id", "refusal", "stream_options",
    "extra", "MODEL", "Stream", "", "\0", "0", "__proto__", "body",
])  # fmt: skip


@st.composite
def changed(draw: st.DrawFn, bodies: Values) -> Any:
    """A body in which up to three places hold something else, nothing, something more, or their value wrapped."""
    holder = [deepcopy(draw(bodies))]
    for _ in range(draw(st.integers(1, 3))):
        spots = [place for place in places(holder, ()) if place]
        place = spots[draw(st.integers(0, len(spots) - 1))]
        _change(draw, holder, place)
    return holder[0] if holder else None


def _change(draw: st.DrawFn, holder: list[Any], place: tuple[str | int, ...]) -> None:
    parent: Any = holder
    for step in place[:-1]:
        parent = parent[step]
    key: Any = place[-1]
    value = parent[key]
    match draw(st.sampled_from(["other", "evil", "gone", "more", "wrapped", "unwrapped", "text"])):
        case "other":
            parent[key] = draw(ANY)
        case "evil":
            parent[key] = deepcopy(draw(EVIL))
        case "gone" if len(place) > 1:
            del parent[key]
        case "more" if isinstance(value, dict):
            value[draw(NAMES | KEYS)] = deepcopy(draw(EVIL | ANY))
        case "more" if isinstance(value, list):
            value.append(deepcopy(draw(EVIL | (st.sampled_from(value) if value else ANY))))
        case "wrapped":
            parent[key] = [value]
        case "unwrapped" if isinstance(value, list | dict) and value:
            parent[key] = next(iter(value.values() if isinstance(value, dict) else value))
        case _:
            parent[key] = str(value)


def text_of(body: Any, ascii_only: bool, blanks: bool) -> bytes:
    """A body as JSON, halves of surrogate pairs as they may come."""
    separators = None if blanks else (",", ":")
    return json.dumps(body, ensure_ascii=ascii_only, separators=separators).encode("utf-8", "surrogatepass")


def as_bytes(bodies: Values) -> st.SearchStrategy[bytes]:
    return st.builds(text_of, bodies, st.booleans(), st.booleans())


class Bulk(bytes):
    """A large body, of which only the beginning is shown when it is what a test fails with."""

    def __repr__(self) -> str:
        return f"{len(self)} bytes that begin with {bytes(self[:90])!r}"


def bulk(before: bytes, unit: bytes, count: int, after: bytes) -> Bulk:
    start = b'{"model":"openai/a","messages":[{"role":"user","content":"x"}],'
    return Bulk(start + before + unit * count + after)


TORN: list[bytes] = [
    bulk(b'"tools":[', b"0,", 130_000, b"0]}"), bulk(b'"tools":[', b"{},", 15_000, b"0]}"),
    bulk(b'"stop":[', b'"",', 90_000, b'""]}'), bulk(b'"metadata":{"a":[', b"1.5,", 60_000, b"1]}}"),
    bulk(b'"user":"', b"\xc3\xa9", 100_000, b'"}'), bulk(b'"messages":[', b'{"role":"user"},', 15_000, b"{}]}"),
    Bulk(b"[" * 100_000), Bulk(b'{"a":' * 20_000), Bulk(b'{"messages":' + b"[" * 3_000),
    b"", b" ", b"{", b"{}", b"[]", b"null", b"7", b'"x"', b"NaN", b"\xef\xbb\xbf{}", b"\xff\xfe{\x00", b"{} {}", b"{}x",
    b'{"model":NaN,"messages":[]}',
    b'{"model":"openai/a","model":"openai/b","messages":[{"role":"user","content":"x"}]}',
    b'{"MODEL":"openai/a","Messages":[{"Role":"user","CONTENT":"x"}]} trailing',
    b'{"model":"openai/a","messages":[{"role":"user","content":"\\ud800 \xff"}]}',
    b'{"model":"openai/a","messages":[{"role":"user","content":"x"}],"seed":1e3,"temperature":1e999}',
    b'{"model":"x","messages":[{"role":"user","content":"x"}],"seed":' + b"9" * 5_000 + b"}",
    b'{"model":"x","messages":[{"role":"user","content":"x"}],"metadata":{"a":1e400,"b":-0}}',
    b'{"model":"x","messages":[{"role":"user","content":"x"}],"logit_bias":{"9999999999":1,"00":2}}',
]  # fmt: skip


@st.composite
def cut(draw: st.DrawFn, bodies: st.SearchStrategy[bytes]) -> bytes:
    """Valid JSON with bytes cut out, put in or turned over somewhere."""
    data = draw(bodies)
    start = draw(st.integers(0, len(data)))
    stop = min(len(data), start + draw(st.integers(0, 4)))
    return data[:start] + draw(st.binary(max_size=3) | st.sampled_from([b"", b'"', b"\\", b"}", b"\x00"])) + data[stop:]


def any_bytes(dialect: str) -> st.SearchStrategy[bytes]:
    """Bytes that are seldom a request."""
    return st.one_of(st.sampled_from(TORN), st.binary(max_size=60), as_bytes(ANY), cut(as_bytes(REQUESTS[dialect])))


def json_of(data: bytes) -> Json | None:
    """The object that bytes hold, or None."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
