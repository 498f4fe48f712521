"""What a request's limits leave of a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockllm.core import Passage, Row
from mockllm.engine.finish import finish


def passage_of(text: str, size: int = 2) -> Passage:
    pieces = [text[i : i + size] for i in range(0, len(text), size)]
    rows = [Row(number, piece, -0.5, -0.5, ()) for number, piece in enumerate(pieces)]
    return Passage(text=text, ids=range(len(pieces)), pieces=pieces, rows=rows)


def test_a_short_text_comes_whole() -> None:
    """Nothing is cut, and the reason is the text's own end."""
    choice = finish(3, passage_of("abcd"), 10, ())
    assert (choice.index, choice.passage.text, choice.finish_reason) == (3, "abcd", "stop")


@pytest.mark.parametrize(("tokens", "text"), [(2, "abcd"), (1, "ab"), (0, "")])
def test_a_full_text_ends_for_its_length(tokens: int, text: str) -> None:
    """A text of as many tokens as are allowed has no room for its end."""
    choice = finish(0, passage_of("abcd"), tokens, ())
    assert (choice.passage.text, len(choice.passage.ids), choice.finish_reason) == (text, tokens, "length")


@pytest.mark.parametrize(
    ("stop", "text", "pieces"),
    [
        (("cd",), "ab", ["ab"]),
        (("bc",), "a", ["a"]),
        (("d", "b"), "a", ["a"]),
        (("a",), "", []),
        (("zz", ""), "abcdef", ["ab", "cd", "ef"]),
        (("f",), "abcde", ["ab", "cd", "e"]),
    ],
)
def test_the_earliest_stop_sequence_wins(stop: tuple[str, ...], text: str, pieces: list[str]) -> None:
    """Whatever the tokens' borders, the text ends before the first hit; an empty sequence stops nothing."""
    passage = finish(0, passage_of("abcdef"), 10, stop).passage
    assert passage.text == text
    assert list(passage.pieces) == pieces
    assert len(passage.ids) == len(pieces)


def test_a_stop_sequence_past_the_limit_is_never_reached() -> None:
    """The limit comes first, and its reason stays."""
    assert finish(0, passage_of("abcdef"), 2, ("ef",)).finish_reason == "length"
    assert finish(0, passage_of("abcdef"), 2, ("cd",)).finish_reason == "stop"


@given(st.text(max_size=40), st.integers(0, 12), st.lists(st.text(max_size=3), max_size=3), st.integers(1, 4))
def test_what_is_left_agrees_with_itself(text: str, tokens: int, stop: list[str], size: int) -> None:
    """A prefix of the text, spelt by its pieces, one for each id, without any stop sequence, within the limit."""
    choice = finish(0, passage_of(text, size), tokens, stop)
    passage = choice.passage
    assert text.startswith(passage.text)
    assert "".join(passage.pieces) == passage.text
    assert passage.rows is not None
    assert [row.piece for row in passage.rows] == list(passage.pieces)
    assert len(passage.pieces) == len(passage.ids) <= tokens
    assert not any(sequence and sequence in passage.text for sequence in stop)
    if passage.text != text:
        assert choice.finish_reason in ("length", "stop")
