"""A user's own `tokenizer.json`, read with Hugging Face's tokenizers (the extra `hf`)."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mockllm.errors import VocabularyError

from .body import CALL, END_CALL, END_THINK, THINK
from .media import IMAGE, VIDEO
from .template import TEMPLATES
from .tokenizer import UNKNOWN

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MOST_HELD_BACK = 8
"""How many ids may wait for the one that completes a character; none takes more than a few."""

SPELLINGS = (
    *(
        spelling
        for template in TEMPLATES.values()
        for spelling in (template.begin, template.start, template.middle, template.end)
        if spelling
    ),
    IMAGE,
    VIDEO,
    THINK,
    END_THINK,
    CALL,
    END_CALL,
)


def for_file(path: str | Path) -> "FileTokenizer":
    """Returns the tokenizer of a `tokenizer.json` file."""
    try:
        from tokenizers import Tokenizer  # an extra that few have
    except ImportError as error:
        raise VocabularyError(f"{path}: reading it needs the extra hf: pip install 'mockllm-server[hf]'") from error
    if not Path(path).is_file():
        raise VocabularyError(f"{path}: there is no such file; wanted a tokenizer.json")
    try:
        return FileTokenizer(Tokenizer.from_file(str(path)), name=Path(path).stem)
    except Exception as error:  # tokenizers raises no narrower one
        raise VocabularyError(f"{path}: cannot be read as a tokenizer.json ({error})") from error


class FileTokenizer:
    """A tokenizer read from a file; a `tokens.ChatTokenizer`.

    Special tokens of chat templates that the file lacks get ids above all of its own.
    """

    def __init__(self, tokenizer: "Tokenizer", name: str) -> None:
        self.name = name
        self._tokenizer = tokenizer
        free = max(tokenizer.get_vocab(with_added_tokens=True).values(), default=-1) + 1
        lacking = (spelling for spelling in SPELLINGS if tokenizer.token_to_id(spelling) is None)
        self._ours = {spelling: free + index for index, spelling in enumerate(lacking)}
        self._spellings = {token_id: spelling for spelling, token_id in self._ours.items()}

    def encode(self, text: str) -> list[int]:
        """Returns the ids of a text, without any that the file would put around it."""
        text = text.encode("utf-8", "replace").decode()  # a lone surrogate is no text for it
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    def decode(self, ids: Sequence[int]) -> str:
        """Returns the text of ids, without the part of a character that they may end in."""
        return "".join(self.pieces(ids))

    def pieces(self, ids: Sequence[int]) -> list[str]:
        """Returns the text each id adds to those before it; see `VocabularyTokenizer.pieces`.

        What an id adds can depend on the one before it (the blank that joins two words), so that one is decoded too.
        """
        pieces: list[str] = []
        context = start = 0
        for end in range(1, len(ids) + 1):
            before = self._text(ids[context:start])
            text = self._text(ids[context:end])
            whole = not text.endswith(UNKNOWN) or end - start >= MOST_HELD_BACK
            if whole and text.startswith(before):
                pieces.append(text[len(before) :])
                context, start = start, end
            else:
                pieces.append("")
        return pieces

    def special(self, spelling: str) -> int:
        """Returns the id of a special token: the file's own, or one of ours."""
        token_id: int | None = self._tokenizer.token_to_id(spelling)
        return self._ours[spelling] if token_id is None else token_id

    def spell(self, token_id: int) -> str:
        """Returns the text of one id standing alone."""
        return self._text([token_id])

    def spell_bytes(self, token_id: int) -> bytes:
        """Returns the text of one id in UTF-8; the file doesn't say which bytes a part of a character is."""
        return self.spell(token_id).encode()

    def _text(self, ids: Sequence[int]) -> str:
        texts: list[str] = []
        own: list[int] = []
        for token_id in ids:
            if token_id not in self._spellings:
                own.append(token_id)
                continue
            texts += [self._tokenizer.decode(own, skip_special_tokens=False), self._spellings[token_id]]
            own = []
        return "".join([*texts, self._tokenizer.decode(own, skip_special_tokens=False)])
