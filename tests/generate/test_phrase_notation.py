"""The notation of the phrase books."""

import pytest

from mockllm.generate.books import pool, sentence
from mockllm.generate.notation import CODE, Choice, Slot, expanded, led, read


def test_a_blank_before_a_choice_or_a_slot_belongs_to_it() -> None:
    """So that phrases begin where tokens do."""
    assert read("Look at [a|b] {topic} now") == (
        "Look at",
        Choice(((" a",), (" b",))),
        Slot("topic", " "),
        " now",
    )


def test_an_empty_option_takes_its_blank_with_it() -> None:
    """`[a|]` is " a" or nothing."""
    assert read("is [often|] the") == ("is", Choice(((" often",), ())), " the")


def test_choices_hold_choices_and_slots() -> None:
    """To any depth."""
    assert read("[a [b|c]|d {topic}]") == (Choice((("a", Choice(((" b",), (" c",)))), ("d", Slot("topic", " ")))),)


@pytest.mark.parametrize("line", ["a]", "[a", "a|b", "[a]]", "{Topic}", "a {b"])
def test_what_does_not_match_is_refused(line: str) -> None:
    """With the line in the message."""
    with pytest.raises(ValueError, match="shape"):
        read(line)


def test_code_has_brackets_of_its_own() -> None:
    """Those of the language are text."""
    assert read("x[«0¦1»] = {§name§}", CODE) == ("x[", Choice((("0",), ("1",))), "] = {", Slot("name", ""), "}")


def test_a_shape_is_expanded_to_every_text_it_can_become() -> None:
    """With what stands together run together."""
    assert expanded(read("a«1¦2»b«c¦»", CODE)) == [("a1bc",), ("a1b",), ("a2bc",), ("a2b",)]


def test_a_lead_stands_before_whatever_comes_first() -> None:
    """Before a text, and before each option of a choice."""
    assert led(read("So it is"), " ") == (" So it is",)
    assert led(read("[Some|Few] are"), "- ") == (Choice((("- Some",), ("- Few",))), " are")
    with pytest.raises(ValueError, match="topic"):
        led(read("{topic} is"), " ")


def test_a_sentence_ends_with_a_mark() -> None:
    """Which may stand before a closing quote."""
    assert sentence("It rains.") == (("It rains",), ".")
    assert sentence('"It rains."') == (('"It rains',), '."')
    with pytest.raises(ValueError, match="punctuation"):
        sentence("It rains")


def test_books_are_large() -> None:
    """Dozens of shapes of prose, several hundred phrases."""
    names = ("explain", "detail", "example", "caution", "advice", "close")
    shapes = [shape for name in names for shape in pool(f"prose.{name}")]
    choices = [item for items, _ in shapes for item in items if isinstance(item, Choice)]
    assert len(shapes) >= 50
    assert sum(len(choice.options) for choice in choices) >= 300
