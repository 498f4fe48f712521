"""Bodies are validated strictly, and each fault is reported once, at its place."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

from mockllm.wire import Boolean, Integer, Number, Text, arm, validate, validate_raw


class Part(BaseModel, extra="forbid"):
    type: Text
    text: Text | None = None


class Enabled(BaseModel, extra="forbid"):
    type: Literal["enabled"]
    budget_tokens: Annotated[Integer, Field(ge=1024)] | None = None


class Disabled(BaseModel, extra="forbid"):
    type: Literal["disabled"]


class Body(BaseModel, extra="forbid"):
    content: Annotated[Text, arm("str")] | Annotated[list[Part], arm("list[Part]")] | None = None
    thinking: Annotated[Enabled, arm("Enabled")] | Annotated[Disabled, arm("Disabled")] | None = None
    effort: (
        Annotated[Literal["low", "high"], arm("literal")]
        | Annotated[Integer, arm("int")]
        | Annotated[Boolean, arm("bool")]
        | None
    ) = None
    logprobs: Annotated[Annotated[Integer, Field(ge=0, le=5)], arm("int")] | Annotated[Boolean, arm("bool")] | None = (
        None
    )
    n: Integer = 1
    share: Number = 1
    bias: dict[str, Number] | None = None


@pytest.mark.parametrize(
    ("body", "loc", "kind"),
    [
        ({"content": 5}, ("content",), "string_type"),
        ({"content": [{"type": "text", "text": 7}]}, ("content", 0, "text"), "string_type"),
        ({"content": [5]}, ("content", 0), "model_type"),
        ({"thinking": {"type": "disabled", "budget_tokens": 2000}}, ("thinking", "budget_tokens"), "extra_forbidden"),
        ({"thinking": {"type": "enabled", "budget_tokens": 3}}, ("thinking", "budget_tokens"), "greater_than_equal"),
        ({"thinking": {"budget_tokens": 2000}}, ("thinking", "type"), "missing"),
        ({"thinking": {"type": "adaptive"}}, ("thinking", "type"), "literal_error"),
        ({"effort": "huge"}, ("effort",), "literal_error"),
        ({"effort": ["low"]}, ("effort",), "literal_error"),
        ({"logprobs": -1}, ("logprobs",), "greater_than_equal"),
        ({"logprobs": 2.5}, ("logprobs",), "int_type"),
        ({"n": "2"}, ("n",), "int_type"),
        ({"n": True}, ("n",), "int_type"),
        ({"n": 10.5}, ("n",), "int_type"),
        ({"share": "0.5"}, ("share",), "float_type"),
        ({"share": False}, ("share",), "float_type"),
        ({"share": float("inf")}, ("share",), "finite_number"),
        ({"share": 10**400}, ("share",), "float_type"),
    ],
)
def test_a_fault_is_reported_once(body: dict[str, Any], loc: tuple[str | int, ...], kind: str) -> None:
    """One fault gives one entry, at the place in the body, of the union's arm that the input is closest to."""
    instance, faults = validate(Body, body)
    assert instance is None
    assert [(fault.loc, fault.kind) for fault in faults] == [(loc, kind)]


def test_faults_come_in_the_order_of_the_fields() -> None:
    """Union or not, the order is the model's; unknown keys come last."""
    _, faults = validate(Body, {"zoo": 1, "n": "x", "content": 3, "logprobs": 9})
    assert [fault.loc for fault in faults] == [("content",), ("logprobs",), ("n",), ("zoo",)]


@pytest.mark.parametrize("value", [10, 10.0, 1e3])
def test_a_number_without_fraction_is_an_integer(value: float) -> None:
    """JSON Schema calls `10.0` an integer."""
    instance, _ = validate(Body, {"n": value})
    assert instance is not None
    assert instance.n == value
    assert type(instance.n) is int


def test_raw_errors_name_every_arm() -> None:
    """Where a service shows all arms of a union, their errors and names are there."""
    _, faults = validate_raw(Body, {"content": [{"type": "text", "cache": 1}]})
    assert [fault.branches for fault in faults] == [("content", "str"), ("content", "list[Part]", 0, "cache")]
    assert [fault.loc for fault in faults] == [("content",), ("content", 0, "cache")]


@pytest.mark.parametrize("key", ["\0arm:", "\0arm:x", "\0arm:str", "\0arm:list[Part]", "\0arm:Enabled"])
def test_a_key_that_looks_like_an_arm_is_a_key(key: str) -> None:
    """At any depth, whether its union has an arm of that name or not."""
    bodies: list[tuple[dict[str, Any], tuple[str | int, ...]]] = [
        ({key: 1}, (key,)),
        ({"content": [{"type": "text", key: "x"}]}, ("content", 0, key)),
        ({"thinking": {"type": "enabled", key: {key: 1}}}, ("thinking", key)),
        ({"bias": {key: "x"}}, ("bias", key)),
    ]
    for body, loc in bodies:
        _, faults = validate(Body, body)
        assert [fault.loc for fault in faults] == [loc]
        assert loc in [fault.loc for fault in validate_raw(Body, body)[1]]


@pytest.mark.parametrize("key", ["\0arm:str", "\0arm:x"])
def test_an_arm_is_none_of_the_keys_of_its_input(key: str) -> None:
    """An object where none may be is the fault, not what is in it."""
    _, faults = validate(Body, {"content": {key: {key: 1}}, "effort": {key: 2}})
    assert [fault.loc for fault in faults] == [("content",), ("effort",)]
    raw = validate_raw(Body, {"content": {key: 1}})[1]
    assert [fault.branches for fault in raw] == [("content", "str"), ("content", "list[Part]")]
