"""Simple requests are read without the schema, and just as the schema would have them read."""

import json
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.clock import FrozenClock
from mockllm.core import Incoming, Level, Request
from mockllm.dialects.fireworks.parse import parse
from mockllm.dialects.fireworks.simple import read_simple
from mockllm.engine import Options

ODD: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, False, 0, 1, -1, 2.0, 2.5, -0.0, 10**30, 5000, "", "auto", [], {}, [{}]]
)
MESSAGES = st.lists(
    st.fixed_dictionaries(
        {"role": st.sampled_from(["user", "assistant", "system", "tool", "nobody"]) | ODD, "content": st.text() | ODD},
        optional={"name": st.text(max_size=3) | ODD},
    )
    | st.fixed_dictionaries({"role": st.just("user"), "content": st.text()}),
    max_size=3,
)
BODIES = st.fixed_dictionaries(
    {"model": st.text() | ODD, "messages": MESSAGES | ODD},
    optional={
        "max_tokens": st.integers() | ODD,
        "temperature": st.integers(0, 3) | st.floats(-1, 3) | ODD,
        "stream": ODD,
        "ignore_eos": ODD,
        "n": st.just(1),
    },
)


def incoming(body: Any, level: Level) -> Incoming:
    return Incoming(
        method="POST", path="/chat/completions", query="", headers={}, body=json.dumps(body).encode(), level=level
    )


@given(body=BODIES, level=st.sampled_from(get_args(Level)))
@settings(max_examples=300, deadline=None)
def test_what_is_read_without_the_schema_is_read_as_with_it(body: dict[str, Any], level: Level) -> None:
    """Whatever `read_simple` takes, the schema and the rules let through, and read to the same request."""
    plain, detailed = (
        parse(incoming(each, level), Options(clock=FrozenClock())) for each in (body, {**body, "user": "somebody"})
    )
    if read_simple(body, level) is None:
        return
    if isinstance(detailed, Request):
        detailed = replace(detailed, body=body)
    assert plain == detailed
    assert repr(plain) == repr(detailed)  # 1 and 1.0 are equal, and are not on the wire


@pytest.mark.parametrize(
    "more", [{}, {"max_tokens": 16}, {"temperature": 1}, {"stream": True}, {"max_tokens": 4, "ignore_eos": True}]
)
def test_the_commonest_requests_are_simple(more: dict[str, Any]) -> None:
    """A model, messages of text and a few options need no schema."""
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello"}]
    assert read_simple({"model": "m", "messages": messages, **more}, "contract") is not None
