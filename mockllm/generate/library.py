"""Which book is used for a tokenizer: its own, or another's where the books cannot be spelt in its vocabulary.

The phrase tree needs a vocabulary in which a text's tokens are those of its phrases, one after the other, as in every
built-in one and in most tokenizer.json files. In others (SentencePiece, whole words, …) texts are written in
`REFERENCE` and encoded when they are done.
"""

from functools import lru_cache

from mockllm import seeds
from mockllm.core import Tokenizer

from .book import Book
from .books import parts
from .course import Course
from .draw import by_temperature
from .fills import Fills
from .programs import PROGRAMS
from .topics import Topic
from .walk import walk

REFERENCE = "cl100k"

SAMPLE_TOKENS = 600
SAMPLE_TOPICS = (Topic("the", "harbour"), Topic("", "Paris"))


def book_for(tokenizer: Tokenizer) -> Book:
    """Returns the book for a vocabulary, made once; its `tokenizer` is another one where the own is of no use."""
    return _book_for(tokenizer)  # type: ignore[arg-type]  # the protocol doesn't say that its objects hash by identity


@lru_cache(maxsize=8)
def _book_for(tokenizer: Tokenizer) -> Book:
    from mockllm.tokens import VocabularyTokenizer, for_vocabulary  # whoever has a tokenizer has it loaded

    book = Book(tokenizer)
    if isinstance(tokenizer, VocabularyTokenizer) or is_spelt_by_phrases(book):
        return book
    return book_for(for_vocabulary(REFERENCE))


def is_spelt_by_phrases(book: Book) -> bool:
    """Tries every program on a vocabulary, and compares the tokens with those of the texts."""
    try:
        for name in parts("think"):
            book.opening(f"think.{name}", "")
        return all(_is_spelt(book, name) for name in PROGRAMS)
    except (ValueError, IndexError):  # phrases that cannot be told apart, or have no tokens
        return False


def _is_spelt(book: Book, name: str) -> bool:
    program = PROGRAMS[name]
    for block in (*program.first, *program.middle, program.last):
        for pool in block.pools:
            book.opening(pool, "")
    key = seeds.key("sample", name)
    draw = by_temperature(1.0, seeds.random(key).random)
    course = Course(book, program, SAMPLE_TOKENS, turn=0)
    said = walk(course, Fills(book, SAMPLE_TOPICS), key, draw, SAMPLE_TOKENS, ignore_eos=True)
    ids = book.tokenizer.encode(said.text)
    return list(said.ids) == ids and "".join(book.tokenizer.pieces(ids)) == said.text
