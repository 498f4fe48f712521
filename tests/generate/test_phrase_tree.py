"""The phrase tree keeps the two rules that make drawing phrases the same as drawing tokens."""

import re
from collections.abc import Iterator

import pytest

from mockllm.generate.book import Book
from mockllm.generate.books import parts
from mockllm.generate.fills import Fills
from mockllm.generate.notation import read
from mockllm.generate.topics import Topic
from mockllm.generate.tree import Forest, Node, Phrase
from mockllm.tokens import for_vocabulary

VOCABULARIES = ("cl100k", "cl100k_digits", "o200k")
TOPICS = (Topic("the", "harbour"), Topic("", "Paris 2024"), Topic("", "tides"))
KINDS = {
    f"{book}.{name}": kind
    for book in ("prose", "talk", "story", "markdown", "code")
    for name, (_, kind) in parts(book).items()
}
POOLS = list(KINDS)
SENTENCES = [pool for pool, kind in KINDS.items() if not kind]


def leads(pool: str) -> tuple[str, ...]:
    return ("- ", "1. ") if "point_" in pool or "step_" in pool else ("", " ")


def steps(book: Book, start: Node) -> Iterator[tuple[str, Node, tuple[Phrase, ...]]]:
    """Every place of a pool: the phrase before it, its node, and what may follow."""
    fills = Fills(book, TOPICS)
    seen: set[tuple[str, Node]] = set()
    waiting: list[tuple[str, Node]] = [("", start)]
    while waiting:
        before, node = waiting.pop()
        if (before, node) in seen:
            continue
        seen.add((before, node))
        phrases = fills[node.slot].phrases if node.slot else node.phrases
        if not phrases and node.mark:
            phrases = tuple(phrase for kind in ("paragraph", "bullets") for phrase in book.marks(node.mark, kind))
        yield before, node, phrases
        waiting.extend((phrase.text, follow) for phrase in phrases if (follow := phrase.next or node.next))


@pytest.mark.parametrize("vocabulary", VOCABULARIES)
@pytest.mark.parametrize("pool", POOLS)
def test_phrases_begin_differently_and_keep_their_tokens_beside_each_other(pool: str, vocabulary: str) -> None:
    """Of the phrases at a node no two share their first token, and joining two texts joins their tokens."""
    tokenizer = for_vocabulary(vocabulary)
    book = Book(tokenizer)
    for lead in leads(pool):
        for before, node, phrases in steps(book, book.opening(pool, lead)):
            if node.size:
                assert len({phrase.ids[0] for phrase in node.phrases}) == node.size
            for phrase in phrases:
                assert tokenizer.encode(before + phrase.text) == [*tokenizer.encode(before), *phrase.ids]


@pytest.mark.parametrize("vocabulary", VOCABULARIES)
@pytest.mark.parametrize("mark", [".", "?", "!", ",", '."'])
def test_the_end_of_a_sentence_shows_whether_its_block_goes_on(mark: str, vocabulary: str) -> None:
    """Both ways to end it begin with tokens of their own."""
    book = Book(for_vocabulary(vocabulary))
    for kind in ("paragraph", "bullets", "verse"):
        stay, leave = book.marks(mark, kind)
        assert stay.ids[0] != leave.ids[0]


@pytest.mark.parametrize("pool", SENTENCES)
def test_sentences_are_plain_ascii_without_odd_blanks(pool: str) -> None:
    """No double blanks, no tabs, no blanks before punctuation, whatever is drawn."""
    book = Book(for_vocabulary("cl100k"))
    for before, _, phrases in steps(book, book.opening(pool, leads(pool)[0])):
        for phrase in phrases:
            assert phrase.text.isascii()
            assert not re.search(r"  |\t| [,.;:!?]|^'", before[-1:] + phrase.text)


def test_a_node_puts_phrases_with_a_common_beginning_behind_one() -> None:
    """What two shapes share is said before they part."""
    forest = Forest(for_vocabulary("cl100k"))
    end = Node(mark=".")
    node = forest.grow([(read("The sea is wide"), end), (read("The sea is deep"), end), (read("A bell rings"), end)])
    assert [phrase.text for phrase in node.phrases] == ["The sea is", "A bell rings"]
    assert node.phrases[0].next is not None
    assert [phrase.text for phrase in node.phrases[0].next.phrases] == [" wide", " deep"]


def test_weights_count_the_shapes_behind_a_phrase() -> None:
    """So that a shape is as likely beside others as alone."""
    forest = Forest(for_vocabulary("cl100k"))
    end = Node(mark=".")
    node = forest.grow([(read("The sea"), end), (read("The wind"), end), (read("A bell"), end)])
    assert [phrase.weight for phrase in node.phrases] == [2, 1]
    assert node.offsets is not None
    assert node.offsets[0] > node.offsets[1] == 0


def test_shapes_that_share_a_slot_part_after_it() -> None:
    """`For {topic}, …` may begin two shapes."""
    forest = Forest(for_vocabulary("cl100k"))
    end = Node(mark=".")
    node = forest.grow([(read("For {topic}, wait"), end), (read("For {topic} there is time"), end)])
    slot = node.phrases[0].next
    assert slot is not None
    assert slot.slot == "topic"
    assert slot.next is not None
    assert [phrase.text for phrase in slot.next.phrases] == [", wait", " there is time"]


@pytest.mark.parametrize("shapes", [("For {topic} now", "For most"), ("A bell", "A bell rings"), ("So [be it|]",)])
def test_shapes_that_cannot_be_told_apart_are_refused(shapes: tuple[str, ...]) -> None:
    """A slot beside words, a shape that begins another, an option with nothing after it."""
    with pytest.raises(ValueError, match="shape"):
        Forest(for_vocabulary("cl100k")).grow([(read(shape), Node(mark=".")) for shape in shapes])
