"""The live level reads bodies as Go's encoding/json does (wire/gateway.md 3)."""

import json
from contextlib import suppress

import pytest
from gateway_asking import ask
from hypothesis import given
from hypothesis import strategies as st

from mockllm.dialects.gateway.decode import UndecodableError, decode

BIG = str(1 << 70)
REFUSED = {
    "model": ["5", "[]", "{}", "true"],
    "messages": ["{}", '"hi"', "5", '["hi"]', "[5]", "[[]]"],
    "temperature": ['"0.5"', "true", "[]", "{}", "NaN", "1e39", "-1e400"],
    "top_p": ['"1"', "true"],
    "frequency_penalty": ["{}", '"1"'],
    "presence_penalty": ["[]", '"1"'],
    "max_tokens": ['"10"', "10.0", "1e3", "1.5", "true", BIG, "9" * 5000],
    "max_completion_tokens": ["10.0", '"1"'],
    "n": ["1.0", "1E0", "true", BIG],
    "seed": ["1e3", "-1.0", BIG, "9223372036854775808", "-9223372036854775809"],
    "top_logprobs": ["2.0", '"2"'],
    "logprobs": ["1", '"true"', "[]"],
    "stream": ['"true"', "0"],
    "parallel_tool_calls": ['"no"', "1"],
    "user": ["5", "{}"],
    "reasoning_format": ["true", "5"],
    "reasoning_effort": ["5", "[]"],
    "logit_bias": ["[]", '"x"', '{"1":0.5}', '{"1":1.0}', '{"1":"1"}'],
    "stream_options": ["true", "[]", '{"include_usage":"true"}', '{"include_usage":1}'],
    "tools": [
        "{}",
        '"f"',
        "[1]",
        '["f"]',
        '[{"type":5}]',
        '[{"function":[]}]',
        '[{"function":{"name":5}}]',
        '[{"function":{"description":5}}]',
        '[{"function":{"parameters":[]}}]',
        '[{"function":{"strict":"yes"}}]',
    ],
}
REFUSED_IN_MESSAGE = {
    "role": ["5", "[]", "true"],
    "tool_call_id": ["5"],
    "reasoning": ["[]", "5"],
    "reasoning_content": ["{}"],
    "tool_calls": [
        "{}",
        "[5]",
        '[{"id":5}]',
        '[{"type":true}]',
        '[{"function":"f"}]',
        '[{"function":{"arguments":{}}}]',
        '[{"function":{"name":[]}}]',
        '[{"extra_content":"x"}]',
        '[{"extra_content":{"google":[]}}]',
        '[{"extra_content":{"google":{"thought_signature":5}}}]',
    ],
}
TAKEN = {
    "messages": ["[]", "null", "[null]", "[{}]"],
    "temperature": ["5", "-1", "1e2", "0.5", "1e38"],
    "top_p": ["7"],
    "max_tokens": ["-1", "0", "9223372036854775807"],
    "n": ["0", "1000", "-3"],
    "seed": ["-9223372036854775808", "9223372036854775807"],
    "top_logprobs": ["99"],
    "stop": ["5", "{}", '["a","b","c","d","e","f","g","h","i"]', "[1,null]", "true", '""', "[]"],
    "tool_choice": ["5", '"any"', "[]", '{"type":"function","function":{"name":"nope"}}', '{"function":5}'],
    "response_format": ['"json_object"', '{"type":"nope"}', "[]", "5", '{"type":"json_schema"}'],
    "reasoning_effort": ['"zzz"', '"none"'],
    "reasoning_format": ['"zzz"'],
    "logit_bias": ['{"abc":500}', '{"5":null}', "{}"],
    "stream_options": ["{}", '{"include_usage":false,"include_obfuscation":1}', '{"include_usage":null}'],
    "tools": ["[]", "[{}]", "[null]", '[{"type":"x","function":{}}]', '[{"function":{"parameters":null}}]'],
    "metadata": ["5", '{"a":[1.5]}'],
    "functions": ['[{"name":"f"}]'],
}
TAKEN_IN_MESSAGE = {
    "role": ['"wizard"', '"developer"', '""'],
    "content": ["5", "true", "{}", "[]", '[{"type":"input_audio","input_audio":{}}]', "[5,null]", "1e999"],
    "name": ["5"],
    "refusal": ["[]"],
    "tool_calls": ["[]", "[{}]", "[null]", '[{"extra_content":{"other":5,"google":{"x":1}}}]'],
}


def cases(table: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(field, value) for field, values in table.items() for value in values]


def body_with(field: str, value: str) -> bytes:
    return b'{"model":"openai/gpt-4o","%b":%b}' % (field.encode(), value.encode())


def body_with_message(field: str, value: str) -> bytes:
    return b'{"model":"openai/gpt-4o","messages":[{"%b":%b}]}' % (field.encode(), value.encode())


@pytest.mark.parametrize(
    "body",
    [
        *[body_with(*case) for case in cases(REFUSED)],
        *[body_with_message(*case) for case in cases(REFUSED_IN_MESSAGE)],
        b"",
        b" ",
        b"[]",
        b'"x"',
        b"5",
        b"true",
        b"\xef\xbb\xbf{}",
        b'{"model":"openai/gpt',
        b'{"model":"openai/gpt-4o",}',
        b"{'model':'openai/gpt-4o'}",
        b'{"model":"a\nb"}',
        b'{"model":"openai/x","model":5}',
        b'{"model":5,"model":"openai/x"}',
        b'{"model":"openai/x","MODEL":5}',
        b'{"model":"openai/x","x":Infinity}',
        b'{"model":"openai/x","stop":' + b"[" * 10_001 + b"]" * 10_001 + b"}",
        b"[" * 200_000,
        b'{"a":' * 50_000,
    ],
    ids=lambda body: repr(body[:70]),
)
def test_json_errors_and_type_mismatches_are_refused(body: bytes) -> None:
    """What Go cannot decode is 400 with the one text the gateway has for it."""
    read = ask(body, level="live")
    assert read.status == 400
    assert read.outgoing.body == b'{"error":"Failed to decode request"}'


@pytest.mark.parametrize(
    "body",
    [
        *[body_with(*case) for case in cases(TAKEN)],
        *[body_with_message(*case) for case in cases(TAKEN_IN_MESSAGE)],
        *[body_with(field, "null") for field in REFUSED if field != "model"],
        *[body_with_message(field, "null") for field in REFUSED_IN_MESSAGE],
        b' \n\t{"model":"openai/gpt-4o"}\n',
        b'{"model":"openai/gpt-4o"}{"model":1}',
        b'{"model":"openai/gpt-4o"}]]]trailing \xff garbage',
        b'{"MODEL":"openai/gpt-4o","Messages":[{"Role":"user","CONTENT":"x"}]}',
        b'{"model":"gpt-4o","model":"openai/gpt-4o"}',
        b'{"model":"gpt-4o","MODEL":"openai/gpt-4o"}',
        b'{"MODEL":"gpt-4o","model":"openai/gpt-4o"}',
        b'{"model":"openai/gpt-4o","model":null}',
        b'{"model":"openai/gpt-4o","messages":[{"role":"user","content":"\xff\xfe"}]}',
        b'{"model":"openai/gpt-4o","messages":[{"role":"user","content":"\\ud800"}]}',
        b'{"model":"openai/gpt-4o","x":' + b"[" * 9_000 + b"]" * 9_000 + b"}",
    ],
    ids=lambda body: repr(body[:70]),
)
def test_everything_else_is_taken(body: bytes) -> None:
    """No range, enum or required field is checked, and odd bytes pass: the request is built all the same."""
    request = ask(body, level="live").request
    assert request.model == "gpt-4o"
    assert 1 <= request.limits.n <= 128
    json.dumps(request.body, ensure_ascii=False).encode()


def test_null_bodies_are_empty_requests() -> None:
    """A body `null` decodes to nothing, which the routing then refuses."""
    assert decode(b"null") == {}


def test_keys_match_in_any_case_and_unknown_ones_are_dropped() -> None:
    """Known keys come out in the reference's spelling, even with Go's folding of the long s; others not at all."""
    body = '{"Model":"m","meſſages":[{"ROLE":"user","Name":"n"}],"foo":1,"Stream_Options":{"x":1}}'.encode()
    assert decode(body) == {"model": "m", "messages": [{"role": "user"}], "stream_options": {}}


def test_map_keys_keep_their_case() -> None:
    """Free objects are no structs: their keys are kept as they are."""
    body = b'{"tools":[{"function":{"parameters":{"Type":"object","TYPE":1}}}],"stop":{"A":[{"B":1,"B":2}]}}'
    read = decode(body)
    assert read["tools"][0]["function"]["parameters"] == {"Type": "object", "TYPE": 1}
    assert read["stop"] == {"A": [{"B": 2}]}


@pytest.mark.parametrize(
    ("escaped", "read"),
    [
        (r"\ud800", "\ufffd"),
        (r"\udc00x", "\ufffdx"),
        (r"\ud83d\ude00", "\U0001f600"),
        (r"\ud83d\ud83d\ude00", "\ufffd\U0001f600"),
        (r"\\ud800", r"\ud800"),
        (r"\\\ud800", "\\\ufffd"),
        (r"\uD800\n", "\ufffd\n"),
    ],
)
def test_lone_halves_of_surrogate_pairs_are_replaced(escaped: str, read: str) -> None:
    """An escape of half a pair becomes U+FFFD; whole pairs and escaped backslashes stay."""
    assert decode(f'{{"user":"{escaped}"}}'.encode()) == {"user": read}


def test_deep_nesting_is_kept_to_a_bound() -> None:
    """Values nested deeper than anybody walks are emptied, whichever reader they came through."""
    for levels in (300, 5_000):
        value = decode(b'{"stop":' + b"[" * levels + b"]" * levels + b',"user":"u"}')
        assert value["user"] == "u"
        depth, inner = 0, value["stop"]
        while inner:
            depth, inner = depth + 1, inner[0]
        assert depth < 250


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        (b'{"temperature":"hot"}', "temperature: wanted a number that fits a float32, got a string"),
        (b'{"messages":[{},{"role":5}]}', "messages[1].role: wanted a string, got a number"),
        (b"[]", "the body: wanted an object, got an array"),
        (b"{", "the body: not JSON: "),
    ],
)
def test_the_hint_says_what_the_gateway_does_not(body: bytes, hint: str) -> None:
    """The header beside the one text says which value could not be decoded."""
    assert dict(ask(body, level="live").outgoing.headers)["x-mockllm-hint"].startswith(hint)


@given(st.binary(max_size=60))
def test_any_bytes_decode_or_are_refused(body: bytes) -> None:
    """No bytes make the decoder fail in another way than its own."""
    with suppress(UndecodableError):
        assert isinstance(decode(body), dict)
