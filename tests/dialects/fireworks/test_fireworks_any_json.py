"""Whatever JSON comes in, what goes out is a request or a well-formed refusal."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.core import Incoming, Level, Rejection, Request
from mockllm.dialects.fireworks import dialect
from mockllm.dialects.fireworks.order import FIELDS, INNER

NAMES: st.SearchStrategy[str] = st.sampled_from([*FIELDS, *INNER, "", "zebra", "\0arm:x"]) | st.text(max_size=3)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=6,
)
WORDS = st.sampled_from([
    "user", "assistant", "tool", "function", "auto", "required", "json_schema", "grammar", "enabled", "none", "{",
])  # fmt: skip
NEAR = st.recursive(
    JSON | WORDS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=5), max_leaves=8
)
SOME = st.dictionaries(st.sampled_from(FIELDS), NEAR, max_size=4)
BODIES = SOME | NEAR
RIGHT = {"model": "m", "messages": [{"role": "user", "content": "x"}]}
ALMOST = SOME.map(lambda fields: {**fields, **RIGHT})


class AnyRules:
    models = "any"
    providers = None
    allowed_models = ()
    disallowed_models = ()
    fault_models = False


def check(body: bytes, level: Level) -> Request | Rejection:
    incoming = Incoming(method="POST", path="/chat/completions", query="", headers={}, body=body, level=level)
    result = dialect.parse(incoming, AnyRules())
    if isinstance(result, Rejection):
        outgoing = dialect.refuse(result, incoming, "0" * 32)
        shown = json.loads(outgoing.body, parse_constant=pytest.fail)
        if outgoing.status == 422:
            check_shape(shown)
        else:
            assert outgoing.status == 400
            assert isinstance(shown["error"]["message"], str)
        assert all(value.isprintable() and value.isascii() for _, value in outgoing.headers)
    return result


def check_shape(shown: Any) -> None:
    """The reference's `HTTPValidationError`: every entry has a place in the body, a message and a type."""
    assert list(shown) == ["detail"]
    assert shown["detail"]
    for entry in shown["detail"]:
        assert entry["loc"][0] == "body"
        assert all(type(step) in (str, int) for step in entry["loc"])
        assert isinstance(entry["msg"], str)
        assert entry["msg"]
        assert re.fullmatch(r"[a-z][a-z0-9_]*", entry["type"])
    places = [tuple(entry["loc"]) for entry in shown["detail"]]
    assert len(places) == len(set(places)), "one fault, one entry"


@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
@given(body=BODIES)
@settings(max_examples=80, deadline=None)
def test_any_json_gets_a_request_or_a_refusal(level: Level, body: Any) -> None:
    """Never an exception, never bad JSON."""
    check(json.dumps(body).encode(), level)


@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
@given(body=ALMOST)
@settings(max_examples=80, deadline=None)
def test_any_optional_field_gets_a_request_or_a_refusal(level: Level, body: Any) -> None:
    """Also where the required fields are right; lenient takes it."""
    result = check(json.dumps(body).encode(), level)
    if level == "lenient":
        assert isinstance(result, Request)


@pytest.mark.parametrize("level", ["contract", "live", "lenient"])
@given(data=st.binary(max_size=40))
@settings(max_examples=100, deadline=None)
def test_any_bytes_get_a_refusal(level: Level, data: bytes) -> None:
    """What is no JSON is a refusal at every level."""
    assert isinstance(check(data, level), Rejection)
