"""Text to token ids and back, by one of the built-in vocabularies."""

from codecs import getincrementaldecoder
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Protocol

from mockllm.core import Tokenizer

from .vocabulary import encoding

UNKNOWN = "\N{REPLACEMENT CHARACTER}"
"""How an id is spelled that the vocabulary doesn't have."""

SAFE_LENGTH = 900_000
"""tiktoken panics on runs of a million blanks (openai/tiktoken#15); shorter texts cannot hold one."""

BLOCK = SAFE_LENGTH // 2

_utf8 = getincrementaldecoder("utf-8")


class ChatTokenizer(Tokenizer, Protocol):
    """A tokenizer that can also write prompts, whose messages lie between special ids."""

    def __hash__(self) -> int: ...

    def special(self, spelling: str) -> int:
        """Returns the id of a special token such as `<|im_start|>`."""
        ...

    def spell(self, token_id: int) -> str:
        """Returns the text of one id standing alone, a character it holds only a part of as U+FFFD."""
        ...

    def spell_bytes(self, token_id: int) -> bytes:
        """Returns the bytes of one id, which may be a part of a character."""
        ...


class VocabularyTokenizer:
    """One of the built-in vocabularies; safe to use from many threads."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._encoding = encoding(name)
        self._encode = self._encoding.encode_ordinary
        self._spellings = _Spellings(self)

    def encode(self, text: str) -> list[int]:
        """Returns the ids of a text; the spelling of a special token in it is ordinary text."""
        if len(text) <= SAFE_LENGTH:
            return self._encode(text)
        return [token_id for part in _without_long_blanks(text) for token_id in self._encode(part)]

    def decode(self, ids: Sequence[int]) -> str:
        """Returns the text of ids, without the part of a character that they may end in."""
        return "".join(self.pieces(ids))

    def pieces(self, ids: Sequence[int]) -> list[str]:
        """Returns the text each id adds.

        A character that is spread over several ids stands at the one that completes it; bytes that can't become one
        are U+FFFD; a character that the last ids leave incomplete is left out. So the pieces of the first ids are the
        first pieces, wherever one cuts.
        """
        pieces = list(map(self._spellings.__getitem__, ids))
        if None in pieces:
            return _join_characters(map(self.spell_bytes, ids))
        return pieces  # type: ignore[return-value]  # there is no None in it

    def special(self, spelling: str) -> int:
        """Returns the id of a special token."""
        return self._encoding.encode_single_token(spelling)

    def spell(self, token_id: int) -> str:
        """Returns the text of one id standing alone, a character it holds only a part of as U+FFFD."""
        return self.spell_bytes(token_id).decode("utf-8", "replace")

    def spell_bytes(self, token_id: int) -> bytes:
        """Returns the bytes of one id, which may be a part of a character."""
        try:
            return self._encoding.decode_single_token_bytes(token_id)
        except (KeyError, OverflowError):
            return UNKNOWN.encode()


@cache
def for_vocabulary(name: str) -> VocabularyTokenizer:
    """Returns the tokenizer of a built-in vocabulary."""
    return VocabularyTokenizer(name)


class _Spellings(dict[int, str | None]):
    """The texts of ids, filled as they are asked for; None for an id that isn't whole characters."""

    def __init__(self, tokenizer: VocabularyTokenizer) -> None:
        super().__init__()
        self._tokenizer = tokenizer

    def __missing__(self, token_id: int) -> str | None:
        try:
            text = self._tokenizer.spell_bytes(token_id).decode("utf-8")
        except UnicodeDecodeError:
            text = None
        if 0 <= token_id < 1 << 18:  # beyond every vocabulary, so that what is kept stays bounded
            self[token_id] = text
        return text


def _join_characters(tokens: Iterator[bytes]) -> list[str]:
    decoder = _utf8("replace")
    return [decoder.decode(token) for token in tokens]


def _without_long_blanks(text: str) -> Iterator[str]:
    """Cuts a text after each block that is blank from end to end, and nowhere else, since cuts change the count.

    A run of `SAFE_LENGTH` blanks holds such a block; what lies between two cuts holds no such run.
    """
    start = 0
    for end in range(BLOCK, len(text), BLOCK):
        if text[end - BLOCK : end].isspace():
            yield text[start:end]
            start = end
    yield text[start:]
