"""The contract level: what the reference rules out is refused, and what it allows is taken."""

from typing import Any

import pytest
from gateway_asking import ask

TOOL = {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}
SCHEMA = {"type": "json_schema", "json_schema": {"name": "s"}}
CALL = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
IMAGE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}

RANGES = [
    ("temperature", 0, 2, 0.01),
    ("top_p", 0, 1, 0.01),
    ("frequency_penalty", -2, 2, 0.01),
    ("presence_penalty", -2, 2, 0.01),
    ("n", 1, 128, 1),
    ("top_logprobs", 0, 20, 1),
]


NOT_INTEGERS: list[Any] = ["1", 1.5, True, None]
NOT_NUMBERS: list[Any] = ["0.5", True, [], None]
NOT_BOOLEANS: list[Any] = ["true", 1, 0, None]
WRONG: dict[str, list[Any]] = {
    "model": [5, None, ["m"], {}],
    "messages": ["hi", None, {}, 5],
    "max_tokens": NOT_INTEGERS,
    "max_completion_tokens": NOT_INTEGERS,
    "n": NOT_INTEGERS,
    "seed": NOT_INTEGERS,
    "temperature": NOT_NUMBERS,
    "top_p": NOT_NUMBERS,
    "frequency_penalty": NOT_NUMBERS,
    "presence_penalty": NOT_NUMBERS,
    "stream": NOT_BOOLEANS,
    "logprobs": NOT_BOOLEANS,
    "parallel_tool_calls": NOT_BOOLEANS,
    "stop": [5, {}, [5], None, True],
    "logit_bias": [[], "x", {"1": 0.5}, {"1": "1"}, {"1": None}],
    "user": [5, [], None],
    "response_format": ["json_object", [], {}, {"type": "xml"}, {"type": 5}, None],
    "tools": [{}, "f", [5], ["f"], None],
    "tool_choice": ["any", "AUTO", 5, [], None],
    "reasoning_effort": ["none", "High", 5, None],
    "reasoning_format": ["xml", "RAW", True, None],
    "stream_options": ["x", [], True, None],
}


def with_change(value: Any, *path: str | int, to: Any) -> Any:
    """Returns a copy of nested JSON with one place changed; `...` leaves the place out."""
    if not path:
        return to
    copy: Any = list(value) if isinstance(value, list) else dict(value)
    if to is ... and len(path) == 1:
        del copy[path[0]]
    else:
        copy[path[0]] = with_change(copy.get(path[0]) if isinstance(copy, dict) else copy[path[0]], *path[1:], to=to)
    return copy


@pytest.mark.parametrize(("field", "low", "high", "step"), RANGES)
def test_ranges_hold_at_and_past_both_bounds(field: str, low: Any, high: Any, step: Any) -> None:
    """Both bounds themselves are legal; one step past either is refused, and the text names the field and value."""
    for value in (low, high):
        ask(logprobs=True, **{field: value}).request  # noqa: B018 - raises where it was refused
    for value in (low - step, high + step):
        read = ask(logprobs=True, **{field: value})
        assert read.status == 400
        assert read.error.startswith(f"{field} must be at ")
        assert read.error.endswith(f"got {value}")


@pytest.mark.parametrize(("field", "value"), [(field, value) for field, values in WRONG.items() for value in values])
def test_wrong_types_and_words_are_refused_at_their_field(field: str, value: Any) -> None:
    """A value of another type, or a word that is not in the list, is 400 and the text begins with its place."""
    read = ask(**{"tools": [TOOL], "stream": True, field: value})
    assert read.status == 400
    assert read.error.startswith(field)
    assert ";" not in read.error


@pytest.mark.parametrize(
    ("path", "field", "value"),
    [
        (path, field, value)
        for field, value, paths in (
            ("messages", [{"role": "user", "content": "x"}], [(0, "role"), (0, "content")]),
            (
                "messages",
                [{"role": "assistant", "content": "", "tool_calls": [CALL]}],
                [
                    (0, "tool_calls", 0, "id"),
                    (0, "tool_calls", 0, "type"),
                    (0, "tool_calls", 0, "function"),
                    (0, "tool_calls", 0, "function", "name"),
                    (0, "tool_calls", 0, "function", "arguments"),
                ],
            ),
            (
                "messages",
                [{"role": "user", "content": [{"type": "text", "text": "x"}, IMAGE]}],
                [(0, "content", 0, "text"), (0, "content", 1, "image_url"), (0, "content", 1, "image_url", "url")],
            ),
            ("tools", [TOOL], [(0, "type"), (0, "function"), (0, "function", "name")]),
            ("tool_choice", {"type": "function", "function": {"name": "f"}}, [("function",), ("function", "name")]),
            ("response_format", SCHEMA, [("json_schema",), ("json_schema", "name")]),
            ("stream_options", {"include_usage": True}, [("include_usage",)]),
        )
        for path in paths
    ],
)
def test_required_keys_are_missed_where_they_belong(path: tuple[Any, ...], field: str, value: Any) -> None:
    """A required key that is absent, or of another type, is refused at its own place, once."""
    place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    base = {"tools": [TOOL], "stream": True}
    missing = ask(**{**base, field: with_change(value, *path, to=...)})
    assert missing.error == f"{field}{place} is required"
    wrong = ask(**{**base, field: with_change(value, *path, to=5)})
    assert wrong.error.startswith(f"{field}{place} must be ")
    assert ";" not in wrong.error


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"messages": []}, "messages"),
        ({"stop": []}, "stop"),
        ({"stop": ["a", "b", "c", "d", "e"]}, "stop"),
        ({"tools": [TOOL] * 129}, "tools"),
        ({"logit_bias": {"6": -101}}, "logit_bias.6"),
        ({"logit_bias": {"6": 101}}, "logit_bias.6"),
        ({"logit_bias": {"abc": 1}}, "logit_bias.abc"),
        ({"tools": [with_change(TOOL, "function", "name", to="a b")]}, "tools[0].function.name"),
        ({"tools": [with_change(TOOL, "function", "name", to="")]}, "tools[0].function.name"),
        ({"tools": [with_change(TOOL, "function", "name", to="f\n")]}, "tools[0].function.name"),
        ({"tools": [with_change(TOOL, "function", "name", to="f" * 65)]}, "tools[0].function.name"),
        ({"tools": [with_change(TOOL, "function", "parameters", to=[])]}, "tools[0].function.parameters"),
        ({"response_format": with_change(SCHEMA, "json_schema", "name", to="a.b")}, "response_format.json_schema.name"),
        ({"messages": [{"role": "User", "content": "x"}]}, "messages[0].role"),
        ({"messages": [{"role": "developer", "content": "x"}]}, "messages[0].role"),
        ({"messages": [{"role": "user", "content": None}]}, "messages[0].content"),
        ({"messages": [{"role": "assistant", "content": None}]}, "messages[0].content"),
        ({"messages": [{"role": "assistant", "content": None, "tool_calls": []}]}, "messages[0].content"),
        ({"messages": [{"role": "assistant", "content": "", "tool_calls": None}]}, "messages[0].tool_calls"),
        ({"messages": [{"role": "user", "content": [{"type": "input_audio"}]}]}, "messages[0].content[0]"),
        ({"messages": [{"role": "user", "content": ["x"]}]}, "messages[0].content[0]"),
        (
            {"messages": [{"role": "user", "content": [with_change(IMAGE, "image_url", "url", to=5)]}]},
            "messages[0].content[0].image_url.url",
        ),
        (
            {
                "messages": [
                    {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "u", "detail": "ultra"}}]}
                ]
            },
            "messages[0].content[0].image_url.detail",
        ),
        ({"top_logprobs": 2}, "top_logprobs"),
        ({"top_logprobs": 0, "logprobs": False}, "top_logprobs"),
        ({"stream_options": {"include_usage": True}}, "stream_options"),
        ({"stream_options": {"include_usage": True}, "stream": False}, "stream_options"),
        ({"tool_choice": "required"}, "tool_choice"),
        ({"tool_choice": "required", "tools": []}, "tool_choice"),
        (
            {"tool_choice": {"type": "function", "function": {"name": "g"}}, "tools": [TOOL]},
            "tool_choice.function.name",
        ),
    ],
)
def test_limits_and_combinations_are_refused(fields: dict[str, Any], place: str) -> None:
    """What the reference's prose rules out is refused too, at one place each."""
    read = ask(**fields)
    assert read.status == 400
    assert read.error.partition(" ")[0] == place
    assert ";" not in read.error


@pytest.mark.parametrize(
    "fields",
    [
        {"max_tokens": 10.0, "n": 2.0, "seed": 1e3},
        {"max_tokens": 0},
        {"max_tokens": -1},
        {"max_tokens": 5, "max_completion_tokens": 6},
        {"seed": 1 << 70},
        {"stop": ["a", "b", "c", "d"]},
        {"stop": "a"},
        {"tools": [with_change(TOOL, "function", "name", to=f"f{place}") for place in range(128)]},
        {"tools": [TOOL], "tool_choice": "auto", "parallel_tool_calls": False},
        {"tools": [TOOL], "tool_choice": "none"},
        {"tool_choice": "none"},
        {"tool_choice": "auto"},
        {"logit_bias": {"5": -100, "6": 100}},
        {"logprobs": True, "top_logprobs": 20},
        {"logprobs": True},
        {"response_format": {"type": "text"}},
        {"stream": True, "stream_options": {"include_usage": False}},
        {"reasoning_effort": "minimal", "reasoning_format": "raw"},
        {"store": True, "top_k": 5, "metadata": {"a": []}, "functions": "x"},
        {"messages": [{"role": "user", "content": "x", "name": "ada", "refusal": None}]},
        {"messages": [{"role": "user", "content": [{"type": "text", "text": "x", "more": 1}, IMAGE]}]},
        {"messages": [{"role": "user", "content": []}]},
        {"messages": [{"role": "assistant", "content": None, "tool_calls": [CALL]}]},
        {
            "messages": [
                {"role": "system", "content": "s"},
                {"role": "assistant", "content": "", "reasoning": "r", "reasoning_content": "r"},
                {"role": "tool", "content": "t", "tool_call_id": "c"},
            ]
        },
        {
            "messages": [
                {
                    "role": "assistant",
                    "content": "",
                    "tool_calls": [
                        {**CALL, "index": 0, "extra_content": {"google": {"thought_signature": "s", "x": 1}, "y": 2}}
                    ],
                }
            ]
        },
    ],
)
def test_what_the_reference_allows_is_taken(fields: dict[str, Any]) -> None:
    """Legal forms of every field pass, and unknown keys are ignored at every depth."""
    assert ask(**fields).request.model == "gpt-4o"


def test_all_faults_are_told_at_once_in_the_order_of_the_reference() -> None:
    """Five faults of fields and between fields make one text, in the reference's order of fields."""
    read = ask(
        tool_choice="required",
        reasoning_effort="none",
        top_logprobs=2,
        temperature=3,
        messages=[{"role": "wizard", "content": "x"}],
    )
    places = [part.partition(" ")[0] for part in read.error.split("; ")]
    assert places == ["messages[0].role", "temperature", "top_logprobs", "tool_choice", "reasoning_effort"]


def test_a_field_at_fault_in_two_ways_is_told_once() -> None:
    """`top_logprobs` out of range and without `logprobs` is one fault."""
    assert ask(top_logprobs=21).error == "top_logprobs must be at most 20, got 21"


@pytest.mark.parametrize(("word", "meant"), [("User", "user"), ("developer", "system"), ("asistant", "assistant")])
def test_a_near_word_is_offered(word: str, meant: str) -> None:
    """A role that somebody mistyped, or that another API has, brings the word that was meant."""
    assert ask(messages=[{"role": word, "content": "x"}]).error.endswith(f"(did you mean {meant!r}?)")


def test_many_faults_are_cut_short() -> None:
    """A body with a thousand faults gets a text that says how many more there are."""
    assert ask(messages=[{"role": "user"}] * 1000).error.endswith("; and 950 more")


def test_null_brings_a_hint() -> None:
    """A null that the reference does not allow is refused with a header that says what to do."""
    headers = dict(ask(temperature=None).outgoing.headers)
    assert "exclude_none" in headers["x-mockllm-hint"]


@pytest.mark.parametrize(
    "body", [b"", b"[]", b'"x"', b"5", b"null", b"{", b"{'a':1}", b'{"a":NaN}', b"\xff", b"{} {}", b"[" * 100_000]
)
def test_what_is_no_json_object_is_refused(body: bytes) -> None:
    """Bytes that are no JSON, or JSON that is no object, are 400 with a text that speaks of the body."""
    read = ask(body)
    assert read.status == 400
    assert read.error.startswith("the request body ")
