"""JSON text is read strictly and written compactly."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockllm.wire import JsonError, quote, read_json, write_json

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(json_values)
def test_what_is_written_reads_back(value: object) -> None:
    """Any JSON value survives writing and reading."""
    assert read_json(write_json(value)) == (value, None)


@given(st.text())
def test_a_quoted_text_is_a_json_string(text: str) -> None:
    """A quoted text parses to itself and holds no line break that would split an event."""
    assert json.loads(quote(text)) == text
    assert "\n" not in quote(text)
    assert "\r" not in quote(text)


@pytest.mark.parametrize(
    ("body", "position"),
    [
        (b"", 0),
        (b"{", 1),
        (b'{"a":1,}', 7),
        (b'{"a":NaN}', 5),
        (b'{"a": Infinity}', 6),
        (b"\xff", 0),
        (b"\xef\xbb\xbf{}", 0),
        (b'{\n"a":\n x}', 8),
        (b'{"a":1} x', 8),
        (b"{'a': 1}", 1),
    ],
)
def test_what_is_no_json_says_where(body: bytes, position: int) -> None:
    """An error points at the byte where reading stopped."""
    _, error = read_json(body)
    assert isinstance(error, JsonError)
    assert error.position == position


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b'{"a":1 , }', "Expecting property name enclosed in double quotes"),
        (b"[1,\n]", "Expecting value"),
        (b"{", "Expecting property name enclosed in double quotes"),
    ],
)
def test_errors_are_told_alike_on_every_python(body: bytes, message: str) -> None:
    """In the words FastAPI's users know, at the place where something else was expected."""
    assert read_json(body)[1] == JsonError(message=message, position=max(len(body) - 1, 1))


@pytest.mark.parametrize("body", [b'"\\ud800"', b"[" * 100_000, b"{" * 100_000, b'{"a":' * 10_000])
def test_hostile_text_is_an_error_not_a_crash(body: bytes) -> None:
    """Lone surrogates and endless nesting are refused."""
    assert read_json(body)[1] is not None


def test_nothing_but_json_leaves() -> None:
    """A number too large for JSON, which a free object may hold, does not come out as `Infinity`."""
    value, error = read_json(b'{"a": 1e999}')
    assert error is None
    assert write_json(value) == b'{"a":null}'
