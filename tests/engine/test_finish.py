"""What a request's limits leave of a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockllm.core import Call, Choice, Passage, Row
from mockllm.engine.finish import Said, finish
from mockllm.tokens import for_vocabulary

TOKENIZER = for_vocabulary("cl100k")


def passage_of(text: str, size: int = 2) -> Passage:
    pieces = [text[i : i + size] for i in range(0, len(text), size)]
    rows = [Row(number, piece, -0.5, -0.5, ()) for number, piece in enumerate(pieces)]
    return Passage(text=text, ids=range(len(pieces)), pieces=pieces, rows=rows)


def ended(text: str, tokens: int, stop: tuple[str, ...] = (), *, size: int = 2, index: int = 0) -> Choice:
    return finish(index, Said(content=passage_of(text, size)), TOKENIZER, tokens, stop)


def test_a_short_text_comes_whole() -> None:
    """Nothing is cut, and the reason is the text's own end."""
    choice = ended("abcd", 10, index=3)
    assert (choice.index, choice.passage.text, choice.finish_reason) == (3, "abcd", "stop")


@pytest.mark.parametrize(("tokens", "text"), [(2, "abcd"), (1, "ab"), (0, "")])
def test_a_full_text_ends_for_its_length(tokens: int, text: str) -> None:
    """A text of as many tokens as are allowed has no room for its end."""
    choice = ended("abcd", tokens, ())
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
    passage = ended("abcdef", 10, stop).passage
    assert passage.text == text
    assert list(passage.pieces) == pieces
    assert len(passage.ids) == len(pieces)


def test_a_stop_sequence_past_the_limit_is_never_reached() -> None:
    """The limit comes first, and its reason stays."""
    assert ended("abcdef", 2, ("ef",)).finish_reason == "length"
    assert ended("abcdef", 2, ("cd",)).finish_reason == "stop"


@given(st.text(max_size=40), st.integers(0, 12), st.lists(st.text(max_size=3), max_size=3), st.integers(1, 4))
def test_what_is_left_agrees_with_itself(text: str, tokens: int, stop: list[str], size: int) -> None:
    """A prefix of the text, spelt by its pieces, one for each id, without any stop sequence, within the limit."""
    choice = ended(text, tokens, tuple(stop), size=size)
    passage = choice.passage
    assert text.startswith(passage.text)
    assert "".join(passage.pieces) == passage.text
    assert passage.rows is not None
    assert [row.piece for row in passage.rows] == list(passage.pieces)
    assert len(passage.pieces) == len(passage.ids) <= tokens
    assert not any(sequence and sequence in passage.text for sequence in stop)
    if passage.text != text:
        assert choice.finish_reason in ("length", "stop")


def spoken(text: str) -> Passage:
    ids = TOKENIZER.encode(text)
    return Passage(text=text, ids=ids, pieces=TOKENIZER.pieces(ids))


THOUGHT = "The user wants the weather."
ARGUMENTS = '{"city": "Oslo"}'
WHOLE = Said(
    content=spoken("Let me see."),
    reasoning=spoken(THOUGHT),
    calls=(Call(id="call_1", name="get_weather", arguments=spoken(ARGUMENTS)),),
)
RAW = f'<think>{THOUGHT}</think>Let me see.<tool_call>{{"name":"get_weather","arguments":{ARGUMENTS}}}</tool_call>'


def test_reasoning_content_and_calls_stand_in_a_row() -> None:
    """All of it counts, the special tokens between the parts too."""
    choice = finish(0, WHOLE, TOKENIZER, 1000, ())
    assert choice.finish_reason == "tool_calls"
    assert choice.reasoning is not None
    assert (choice.reasoning.text, choice.passage.text) == (THOUGHT, "Let me see.")
    assert [(call.name, call.arguments.text) for call in choice.calls] == [("get_weather", ARGUMENTS)]
    assert choice.raw == TOKENIZER.decode(choice.ids) == RAW


def test_wherever_it_is_cut_it_is_a_beginning() -> None:
    """With exactly as many tokens as are allowed, and nothing that did not fit."""
    everything = finish(0, WHOLE, TOKENIZER, 1000, ())
    for tokens in range(len(everything.ids)):
        choice = finish(0, WHOLE, TOKENIZER, tokens, ())
        assert list(choice.ids) == list(everything.ids[:tokens])
        assert RAW.startswith(choice.raw)
        assert choice.finish_reason == "length"
        assert choice.reasoning is not None
        assert THOUGHT.startswith(choice.reasoning.text)
        assert "Let me see.".startswith(choice.passage.text)
        assert all(ARGUMENTS.startswith(call.arguments.text) for call in choice.calls)


def test_a_stop_sequence_is_looked_for_in_the_content_alone() -> None:
    """What would have come after it does not."""
    assert finish(0, WHOLE, TOKENIZER, 1000, ("weather",)).finish_reason == "tool_calls"
    stopped = finish(0, WHOLE, TOKENIZER, 1000, (" me",))
    assert (stopped.passage.text, stopped.calls, stopped.finish_reason) == ("Let", (), "stop")
