"""Tokenizers, and the counting of prompts; see `prompt` for the rule."""

from .block import Fragment
from .body import CALL, CALL_TAIL, END_CALL, END_THINK, THINK, call_head
from .huggingface import FileTokenizer, for_file
from .model import ChatModel
from .prompt import prompt_fragments, read_prompt
from .tokenizer import ChatTokenizer, VocabularyTokenizer, for_vocabulary
from .writer import Prompt

__all__ = [
    "CALL", "CALL_TAIL", "END_CALL", "END_THINK", "THINK", "ChatModel", "ChatTokenizer", "FileTokenizer", "Fragment",
    "Prompt", "VocabularyTokenizer", "call_head", "for_file", "for_vocabulary", "prompt_fragments", "read_prompt",
    "tokenizer_for", "warm",
]  # fmt: skip


def tokenizer_for(card: ChatModel) -> VocabularyTokenizer:
    """Returns the tokenizer of a model, loading its vocabulary the first time."""
    return for_vocabulary(card.vocabulary)


def warm(*vocabularies: str) -> None:
    """Loads vocabularies now, so that no request has to wait for it."""
    for vocabulary in vocabularies:
        for_vocabulary(vocabulary)
