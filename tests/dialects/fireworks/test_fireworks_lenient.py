"""The level that takes whatever can be understood."""

from typing import Any

import pytest

from mockllm.core import Logprobs


@pytest.mark.parametrize(
    "fields",
    [
        {"store": True, "messages": [{"role": "user", "content": "x", "odd": {"a": 1}}]},
        {"max_tokens": 5, "max_completion_tokens": 6},
        {"temperature": "hot", "n": 0, "stop": 5, "logit_bias": {"x": 1, "7": 2}},
        {"tool_choice": "required"},
        {"tools": [{"type": "x", "function": {}}]},
        {"response_format": {"type": "grammar"}},
        {"response_format": {"type": "xml"}},
        {"thinking": {"type": "enabled", "budget_tokens": 1}, "reasoning_effort": "low"},
        {"reasoning_effort": "none", "model": "accounts/fireworks/models/gpt-oss-120b"},
        {"messages": [{"role": "bard", "content": None}, {"content": 5}, "x"]},
        {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {}}, {"text": 5}]}]},
        {"model": ...},
        {"model": 5},
        {"stop": ["a", "b", "c", "d", "e"]},
    ],
)
def test_what_is_wrong_is_left_out(ask: Any, fields: dict[str, Any]) -> None:
    """Nothing but missing messages stops a request."""
    assert ask("lenient", **fields).request


def test_what_is_right_beside_it_is_kept(ask: Any) -> None:
    """A fault takes only itself away."""
    request = ask(
        "lenient",
        temperature="hot",
        top_k=7,
        max_tokens=5,
        max_completion_tokens=6,
        logprobs=2,
        logit_bias={"x": 1, "7": 2},
        messages=[{"role": "user", "content": "x", "odd": 1}, 5, {"content": "y"}],
    ).request
    assert (request.sampling.temperature, request.sampling.top_k, request.limits.max_tokens) == (1.0, 7, 5)
    assert request.sampling.logit_bias == {7: 2.0}
    assert request.extras.logprobs == Logprobs(form="legacy", top=2)
    assert [(message.role, message.text) for message in request.messages] == [("user", "x"), ("user", "y")]


@pytest.mark.parametrize("messages", [..., [], None, "x", 5, {}])
def test_without_messages_it_is_refused_as_by_the_contract(ask: Any, messages: Any) -> None:
    """At the messages alone, whatever else is wrong."""
    assert [place for place, _ in ask("lenient", messages=messages, n=0).entries] == ["messages"]


def test_messages_that_are_none_are_named(ask: Any) -> None:
    """Where no message can be used, each is told of."""
    assert [place for place, _ in ask("lenient", messages=[5, "x"]).entries] == ["messages.0", "messages.1"]


def test_what_is_no_json_is_refused_as_by_the_contract(send: Any) -> None:
    """There is nothing to understand."""
    assert send(b"{", "lenient").json["detail"][0]["type"] == "json_invalid"


def test_json_is_read_under_any_content_type(send: Any) -> None:
    """What the header says does not matter where the bytes can be understood."""
    assert send(b'{"messages":[{"content":"x"}]}', "lenient", content_type="text/plain").request.messages[0].text == "x"


def test_the_clients_body_stays_as_it_was(ask: Any) -> None:
    """What is taken out is taken out of a copy."""
    read = ask("lenient", n=0)
    assert b'"n": 0' in read.incoming.body
    assert "n" not in read.request.body
